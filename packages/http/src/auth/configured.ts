import type { Config } from '../config/index.ts';
import { authenticator, type Authenticate } from './authenticator.ts';
import { basicAuthentication, type BasicUser } from './basic.ts';
import { bearerAuthentication } from './bearer.ts';

/** The ways to log in that the settings name, and the users there are besides. */
export function authenticatorFrom(config: Config, others: readonly BasicUser[] = []): Authenticate {
  const users = [...(config['auth.users'] ?? []), ...others];
  const issuer = config['auth.bearer.issuer'];
  return authenticator({
    ...(users.length > 0 && { basic: basicAuthentication(users) }),
    ...(issuer !== undefined && {
      bearer: bearerAuthentication({
        issuer,
        audience: config['auth.bearer.audience'],
        jwksUrl: config['auth.bearer.jwks_url'],
        rolesClaim: config['auth.bearer.roles_claim'],
      }),
    }),
  });
}
