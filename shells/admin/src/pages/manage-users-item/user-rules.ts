import type { Role } from '@feira/schemas/procedure';
import type { PersonSummary } from '@feira/schemas/procedures/people';

const STAFF: readonly Role[] = ['admin', 'master'];

/** The pages of the staff dismiss members of the staff, not the list of users. */
export const isStaff = ({ roles }: Pick<PersonSummary, 'roles'>): boolean => roles.some((role) => STAFF.includes(role));

/** An administrator can sign in neither as a person with the same or more rights, nor as a blocked person. */
export const mayBeEntered = ({ roles, status }: Pick<PersonSummary, 'roles' | 'status'>): boolean =>
  status === 'ACTIVE' && roles.length > 0 && !isStaff({ roles });
