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
  const refuse = (message: string): never => {
    throw new HttpError('unauthenticated', message, { headers: { 'www-authenticate': challenge } });
  };
  const accept = (found: Principal | undefined): Principal => found ?? refuse('The credentials are not valid.');

  return (authorization) => {
    if (authorization === undefined) return refuse('This needs authentication.');
    const space = authorization.indexOf(' ');
    const scheme = authorization.slice(0, space).toLowerCase();
    const credentials = authorization.slice(space + 1).trim();
    if (scheme === 'basic' && basic !== undefined) {
      const found = basic(credentials);
      return found instanceof Promise ? found.then(accept) : accept(found);
    }
    if (scheme === 'bearer' && bearer !== undefined) return bearer(credentials).then(accept);
    return refuse('This authentication scheme is not accepted here.');
  };
}
