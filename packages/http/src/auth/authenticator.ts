import { HttpError } from '../errors/index.ts';
import type { CheckBasic } from './basic.ts';
import type { CheckBearer } from './bearer.ts';
import type { Principal } from './principal.ts';

/** Who sent a request with this `Authorization` header. Throws `unauthenticated`. */
export type Authenticate = (authorization: string | undefined) => Promise<Principal> | Principal;

/** At least one scheme must be on. */
export function authenticator(schemes: { readonly basic?: CheckBasic; readonly bearer?: CheckBearer }): Authenticate {
  const { basic, bearer } = schemes;
  if (basic === undefined && bearer === undefined)
    throw new TypeError('a server without any way to log in would be of no use');
  // RFC 9110, section 11.6.1: one challenge for each scheme that would do.
  const challenge = [basic && 'Basic realm="cairn", charset="UTF-8"', bearer && 'Bearer realm="cairn"']
    .filter(Boolean)
    .join(', ');
  // RFC 6750, section 3.1: why a token was refused is told to who sent one. The challenge of Bearer is the last.
  const invalidToken = `${challenge}, error="invalid_token"`;
  const refuse = (message: string, challenges = challenge): never => {
    throw new HttpError('unauthenticated', message, { headers: { 'www-authenticate': challenges } });
  };
  const accept = (found: Principal | undefined): Principal => found ?? refuse('The credentials are not valid.');
  const acceptToken = (found: Principal | undefined): Principal =>
    found ?? refuse('The token is not valid.', invalidToken);

  return (authorization) => {
    if (authorization === undefined) return refuse('This needs authentication.');
    const space = authorization.indexOf(' ');
    const scheme = authorization.slice(0, space).toLowerCase();
    const credentials = authorization.slice(space + 1).trim();
    if (scheme === 'basic' && basic !== undefined) {
      const found = basic(credentials);
      return found instanceof Promise ? found.then(accept) : accept(found);
    }
    if (scheme === 'bearer' && bearer !== undefined) return bearer(credentials).then(acceptToken);
    return refuse('This authentication scheme is not accepted here.');
  };
}
