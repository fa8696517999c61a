/** Runs every change to a person's access: one at a time on a platform, and only while the caller still has the right. */
import { ADMIN_PERMISSIONS, type AdminPermission } from '@feira/schemas/options';
import type { Role } from '@feira/schemas/procedure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import { prepareNotification } from '../notifications/service.ts';
import { lockState, type PersonState, type RoleRow, selectRoles } from './model.ts';

export type PeopleApp = Pick<FastifyInstance, 'database' | 'dataKeys' | 'findPlatformUrl'>;
/** The caller's request. */
export type PeopleRequest = Pick<FastifyRequest, 'platform' | 'person' | 'ip' | 'headers'>;

export interface ChangeRequest {
  /** The platform whose people change: the own one, or one that it operates. */
  platformId: string;
  request: PeopleRequest;
  /** The permission that an administrator needs. */
  permission: AdminPermission;
}

export interface Change {
  transaction: Transaction;
  /** The permissions that the caller may grant: all for a master, the own ones for an administrator. */
  held: ReadonlySet<AdminPermission>;
}

/** Throws if the caller would change the own access, even to less, because a mistake could not be undone. */
export function refuseSelf(
  { platformId, request }: Pick<ChangeRequest, 'platformId' | 'request'>,
  personId: string,
): void {
  if (platformId === request.platform.id && personId === request.person?.id) throw new AppError('OWN_ACCESS_FIXED');
}

/**
 * Changes of one platform's people run one after the other. They are rare and short, and locks on single rows would deadlock: the caller's,
 * the changed person's, those of a manager's users.
 */
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('people of ' || $1, 0))`;

export function changePeople<T>(
  app: Pick<FastifyInstance, 'database'>,
  { platformId, request, permission }: ChangeRequest,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  return app.database.transaction(platformId, async (transaction) => {
    await transaction.run({ text: LOCK, values: [platformId] });
    const held = await readHeld(transaction, platformId, request, permission);
    return work({ transaction, held });
  });
}

/** Reads the caller's permissions again under the lock, because another change may have just removed them. */
async function readHeld(
  transaction: Transaction,
  platformId: string,
  { person }: PeopleRequest,
  permission: AdminPermission,
): Promise<ReadonlySet<AdminPermission>> {
  if (person?.roles.includes('master')) return new Set(ADMIN_PERMISSIONS);
  const grant = await transaction.find<RoleRow>({
    text: `SELECT g.role, g.permissions FROM role_grant g
      JOIN person p ON p.platform_id = g.platform_id AND p.id = g.person_id AND p.status = 'ACTIVE'
      WHERE g.platform_id = $1 AND g.person_id = $2 AND g.role = 'admin'`,
    values: [platformId, person?.id ?? null],
  });
  if (!grant?.permissions.includes(permission)) throw new AppError('ACCESS_DENIED');
  return new Set(grant.permissions);
}

export interface LockedPerson extends PersonState {
  roles: Role[];
  permissions: AdminPermission[];
}

const STAFF: readonly Role[] = ['manager', 'admin', 'master'];
export const isStaff = ({ roles }: Pick<LockedPerson, 'roles'>): boolean => roles.some((role) => STAFF.includes(role));
/** A member of staff may also be a user. A person without any role is a user. */
export const isUser = ({ roles }: Pick<LockedPerson, 'roles'>): boolean =>
  roles.length === 0 || roles.some((role) => !STAFF.includes(role));

export const toRoles = (rows: readonly RoleRow[]): Pick<LockedPerson, 'roles' | 'permissions'> => ({
  roles: rows.map(({ role }) => role),
  permissions: rows.find(({ role }) => role === 'admin')?.permissions ?? [],
});

/** Locks the person until the transaction ends. Throws PERSON_NOT_FOUND for a person whom the caller may not see. */
export async function lockPerson(
  { transaction }: Change,
  platformId: string,
  personId: string,
  isMeant: (person: LockedPerson) => boolean,
): Promise<LockedPerson> {
  const state = await transaction.find(lockState(platformId, personId));
  if (!state) throw new AppError('PERSON_NOT_FOUND');
  const person = { ...state, ...toRoles(await transaction.list(selectRoles(platformId, personId))) };
  if (!isMeant(person)) throw new AppError('PERSON_NOT_FOUND');
  return person;
}

export const toSubject = ({ id, name, email }: Pick<PersonState, 'id' | 'name' | 'email'>) =>
  ({ type: 'person', id, name, email }) as const;

/** Notifies a person that what they may open has changed. */
export const prepareAccessNotification = (platformId: string, personId: string) =>
  prepareNotification(platformId, personId, {
    type: 'account.permissionsChanged',
    parameters: {},
    href: null,
    source: `access:${newId()}`,
  });
