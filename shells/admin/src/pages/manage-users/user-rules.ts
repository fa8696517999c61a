import type { Role } from '@feira/schemas/procedure';
import type { PersonSummary } from '@feira/schemas/procedures/people';

const STAFF: readonly Role[] = ['admin', 'master'];

/** Whoever works for the platform is let go on the pages of the staff, not among its users. */
export const isStaff = ({ roles }: Pick<PersonSummary, 'roles'>): boolean => roles.some((role) => STAFF.includes(role));

/** Nobody gets in as somebody who may do as much or more, nor as somebody who could not get in. */
export const mayBeEntered = ({ roles, status }: Pick<PersonSummary, 'roles' | 'status'>): boolean =>
  status === 'ACTIVE' && roles.length > 0 && !isStaff({ roles });
