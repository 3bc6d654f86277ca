/** How a command talks to whoever called it. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** A line on standard output. */
  readonly print: (text: string) => void;
  /** A line on standard error. */
  readonly complain: (text: string) => void;
}

export const terminal: Terminal = {
  environment: process.env,
  print: (text) => void process.stdout.write(`${text}\n`),
  complain: (text) => void process.stderr.write(`${text}\n`),
};
