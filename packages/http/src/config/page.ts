import { environmentName } from './sources.ts';
import { settingKeys, settings, type Setting } from './settings.ts';

/** The text of `docs/operate/configuration.md`. */
export function configurationPage(): string {
  const rows = settingKeys.map((key) => {
    const setting: Setting<unknown> = settings[key];
    return `| \`${key}\` | ${setting.form.expects} | ${defaultOf(setting)} | ${setting.meaning} |`;
  });
  return `${HEAD}
| setting | value | default | meaning |
|---|---|---|---|
${rows.join('\n')}
`;
}

function defaultOf(setting: Setting<unknown>): string {
  if (setting.defaultText !== undefined) return setting.defaultText;
  if (setting.default === undefined) return 'none';
  return `\`${typeof setting.default === 'string' ? setting.default : JSON.stringify(setting.default)}\``;
}

const HEAD = `# Configuration

Everything has a default: \`cairn serve\` starts without any configuration.

A setting is taken from the first of these places that has it:

1. \`--set server.port=9000\` on the command line, once for each setting;
2. the environment: \`${environmentName('server.port')}=9000\`, in upper case, with \`__\` between the parts of the name;
3. the TOML file that \`--config FILE\` names:

   \`\`\`toml
   [server]
   port = 9000

   [[auth.users]]
   username = "ward"
   password_hash = "$argon2id$v=19$m=19456,t=2,p=1$…"   # from: cairn hash-password
   roles = ["user"]
   \`\`\`

4. the default.

An unknown setting or a value of the wrong form stops the start with exit code 78. All problems are reported at once,
each with the place it came from and, for an unknown name, the nearest valid one. \`cairn check-config\` does only that
check and prints the effective configuration with secrets as \`***\`.

Without users and without a bearer issuer the server makes one user \`admin\` with a random password at its first start,
prints the password once, keeps only its Argon2id hash, and listens on loopback only, whatever \`server.host\` says.

Log targets for \`log.filter\`: \`cairn::http\` (one line for each request), \`cairn::aql\` (at \`debug\`: one line for each query, without its
text), \`cairn::admin\` (each EHR that is removed for good, by its id; who did it, the line of the request tells) and
\`cairn::server\` (start, stop and trouble).
The longest target that matches decides; a target that no directive matches logs errors only.
`;
