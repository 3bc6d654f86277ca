import type { Committer } from '@cairn/core';

export type Role = 'user' | 'admin';

/** Who is calling. */
export interface Principal {
  readonly name: string;
  readonly roles: ReadonlySet<Role>;
  /** As the committer of what the caller writes. */
  readonly committer: Committer;
}

/** Role `admin` includes role `user`. */
export const hasRole = (principal: Principal, role: Role): boolean =>
  principal.roles.has(role) || (role === 'user' && principal.roles.has('admin'));
