/** Derives the expected access from declarations alone. */

import type { ErrorCode } from '@feira/schemas/error-catalogue';
import { type Procedure, permissionsOf } from '@feira/schemas/procedure';
import type { Caller } from './callers.ts';
import type { Outcome, Outcomes } from './case.ts';

/** Returns why access is refused to this caller; null when it is granted. `isPersonal`: refused to impersonated sessions. */
export function findRefusal(
  { access, protects, kind }: Procedure,
  caller: Caller,
  isPersonal = false,
): ErrorCode | null {
  if (access.kind === 'public') return null;
  if (!caller.isKnown) return 'LOGIN_REQUIRED';
  if (!caller.isComplete && access.kind !== 'signingIn') return 'LOGIN_REQUIRED';
  if (access.kind === 'role') {
    const fitting = caller.roles.filter((role) => access.roles.includes(role));
    const wanted = permissionsOf(access);
    const isFlagged = wanted.length === 0 || wanted.some((permission) => caller.permissions.includes(permission));
    if (!fitting.some((role) => role !== 'admin' || isFlagged)) return 'ACCESS_DENIED';
  }
  const isForbidden = kind === 'mutation' && (protects !== undefined || isPersonal);
  if (isForbidden && caller.isImpersonated) return 'IMPERSONATION_FORBIDDEN';
  return protects && !caller.isFresh ? 'REAUTHENTICATION_REQUIRED' : null;
}

export const outcomeFor = (outcomes: Outcomes, caller: Caller): Outcome =>
  typeof outcomes === 'string' ? outcomes : (outcomes[caller.name] ?? outcomes.rest);
