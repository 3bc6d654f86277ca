import type { JsonObject } from '@cairn/core';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { HttpError } from '../errors/index.ts';
import type { Principal, Role } from './principal.ts';

export interface BearerOptions {
  readonly issuer: string;
  readonly audience?: string | undefined;
  /** Default: `jwks_uri` of the issuer's OpenID configuration. */
  readonly jwksUrl?: string | undefined;
  /** Dotted path of the claim that lists roles; without it every valid token has the role `user`. */
  readonly rolesClaim?: string | undefined;
}

/** Checks a JWT access token; undefined: not valid. Throws `identity_provider_unavailable` when its keys can't be had. */
export type CheckBearer = (token: string) => Promise<Principal | undefined>;

/** Signatures with a private key only: a shared secret would make every verifier an issuer. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const FETCH_TIMEOUT_MS = 5000;

export function bearerAuthentication(options: BearerOptions): CheckBearer {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  return async (token) => {
    const { jwtVerify, errors } = await import('jose');
    try {
      keys ??= signingKeys(options);
      const { payload } = await jwtVerify(token, await keys, {
        issuer: options.issuer,
        algorithms: ALGORITHMS,
        requiredClaims: ['sub', 'exp'],
        clockTolerance: 30,
        ...(options.audience !== undefined && { audience: options.audience }),
      });
      return principalOf(payload, options);
    } catch (error) {
      const unreachable =
        !(error instanceof errors.JOSEError) ||
        error instanceof errors.JWKSTimeout ||
        error instanceof errors.JWKSInvalid ||
        error.code === 'ERR_JOSE_GENERIC';
      if (!unreachable) return undefined;
      keys = undefined;
      throw new HttpError('identity_provider_unavailable', "The issuer's signing keys cannot be read at the moment.", {
        cause: error,
      });
    }
  };
}

async function signingKeys({ issuer, jwksUrl }: BearerOptions): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet } = await import('jose');
  return createRemoteJWKSet(new URL(jwksUrl ?? (await discover(issuer))), { timeoutDuration: FETCH_TIMEOUT_MS });
}

/** OpenID Connect Discovery 1.0, section 4. */
async function discover(issuer: string): Promise<string> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await fetch(address, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  const document: unknown = response.ok ? await response.json() : undefined;
  if (
    document !== null &&
    typeof document === 'object' &&
    'jwks_uri' in document &&
    typeof document.jwks_uri === 'string'
  ) {
    return document.jwks_uri;
  }
  throw new Error(`no jwks_uri at ${address}`);
}

function principalOf(claims: JWTPayload, { issuer, rolesClaim }: BearerOptions): Principal | undefined {
  const subject = claims.sub;
  if (typeof subject !== 'string' || subject === '') return undefined;
  const name = [claims['name'], claims['preferred_username'], subject].find(
    (value) => typeof value === 'string' && value !== '',
  );
  const committer: JsonObject = {
    _type: 'PARTY_IDENTIFIED',
    external_ref: {
      _type: 'PARTY_REF',
      id: { _type: 'GENERIC_ID', value: subject, scheme: 'sub' },
      namespace: issuer,
      type: 'PERSON',
    },
    name: String(name),
  };
  return { name: subject, roles: rolesOf(claims, rolesClaim), committer };
}

/** Roles in a claim: a list of names, or one text of names separated by spaces, as `scope` has it. */
function rolesOf(claims: JWTPayload, path: string | undefined): ReadonlySet<Role> {
  if (path === undefined) return new Set<Role>(['user']);
  let value: unknown = claims;
  for (const name of path.split('.')) {
    value =
      value !== null && typeof value === 'object' && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  }
  const names: readonly unknown[] = typeof value === 'string' ? value.split(' ') : Array.isArray(value) ? value : [];
  return new Set((['user', 'admin'] as const).filter((role) => names.includes(role)));
}
