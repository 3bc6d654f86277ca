export { hashPassword, isPasswordHash, verifyPassword } from './argon2.ts';
export { authenticator, type Authenticate } from './authenticator.ts';
export { basicAuthentication, type BasicUser } from './basic.ts';
export { bearerAuthentication, type BearerOptions } from './bearer.ts';
export { authenticatorFrom } from './configured.ts';
export { firstAdmin } from './first-admin.ts';
export { hasRole, type Principal, type Role } from './principal.ts';
