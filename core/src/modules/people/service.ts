/** Changes users for administrators: their status, roles, payment methods and manager. */
import type { Role } from '@feira/schemas/procedure';
import { USER_ROLES } from '@feira/schemas/procedures/people';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { selectPage } from '../../shared/list.ts';
import { recordEvent } from '../audit/service.ts';
import { revokeByPerson } from '../session/model.ts';
import { endTokensOfPerson } from '../session/service.ts';
import { checkGroup, raiseVersion } from '../versions/service.ts';
import {
  type Change,
  type ChangeRequest,
  changePeople,
  isStaff,
  isUser,
  type LockedPerson,
  lockPerson,
  type PeopleApp,
  type PeopleRequest,
  prepareAccessNotification,
  refuseSelf,
  toSubject,
} from './changes.ts';
import {
  grantRoles,
  type PersonState,
  type PersonStatus,
  revokeRoles,
  type UserRole,
  updateManager,
  updateMethods,
  updateStatus,
} from './model.ts';
import { USERS, type UserFilter } from './pages.ts';
import { seekPeople } from './search.ts';

/** Finds the newest users by name, e-mail or phone, and by document for those who may read it, at most `limit`. */
export async function findUsers(
  { database }: Pick<PeopleApp, 'database'>,
  platformId: string,
  { search, managerId, seesDocuments }: Pick<UserFilter, 'search' | 'managerId'> & { seesDocuments: boolean },
  limit: number,
) {
  const sought = await seekPeople({ database }, platformId, search, { seesDocuments });
  const page = selectPage(USERS, platformId, { ...sought, managerId }, { after: null, limit });
  return database.list(platformId, page, true);
}

export { createMaster, type NewMaster } from './masters.ts';

export type UserChange = (change: Change, user: LockedPerson, request: ChangeRequest) => Promise<void>;

/** Changes one user of the own platform. The administrator may not be that user. */
export async function changeUser(
  app: PeopleApp,
  request: PeopleRequest,
  target: { personId: string; permission: ChangeRequest['permission'] },
  work: UserChange,
): Promise<void> {
  const asked = { platformId: request.platform.id, request, permission: target.permission };
  refuseSelf(asked, target.personId);
  await changePeople(app, asked, async (change) => {
    await work(change, await lockPerson(change, asked.platformId, target.personId, isUser), asked);
  });
}

export function setUserStatus(
  app: PeopleApp,
  request: PeopleRequest,
  { personId, status }: { personId: string; status: PersonStatus },
): Promise<void> {
  const target = { personId, permission: 'isUsersAvailable' } as const;
  return changeUser(app, request, target, async ({ transaction }, user, { platformId }) => {
    // Only a caller who may grant administrators' permissions may disable an administrator.
    if (isStaff(user)) throw new AppError('PERSON_IS_STAFF');
    if (user.status === status) return;
    await transaction.runAll([
      updateStatus(platformId, personId, status),
      // Also when the person is enabled again, so that a sign-in that was under way during the disabling ends.
      revokeByPerson(platformId, personId),
      endTokensOfPerson(platformId, personId),
      recordEvent(platformId, request, {
        type: 'people.statusChanged',
        subject: toSubject(user),
        details: { before: user.status, after: status },
      }),
    ]);
  });
}

/** Names the group of values that the forms of a user save whole. */
const groupOf = (personId: string) => ({ name: 'USER', subject: personId }) as const;

/** Throws EDIT_CONFLICT where somebody else has changed the roles since the form was read. */
export function setUserRoles(
  app: PeopleApp,
  request: PeopleRequest,
  { personId, roles, version }: { personId: string; roles: readonly UserRole[]; version?: number | undefined },
): Promise<void> {
  const target = { personId, permission: 'isUserAdvancedOptionsAvailable' } as const;
  return changeUser(app, request, target, async ({ transaction }, user, { platformId }) => {
    const given = roles.filter((role) => !user.roles.includes(role));
    const taken = USER_ROLES.filter((role) => user.roles.includes(role) && !roles.includes(role));
    if (given.length === 0 && taken.length === 0) return;
    await checkGroup(transaction, platformId, groupOf(personId), { read: version, fields: ['roles'] });
    const after = [...user.roles.filter((role) => !(taken as readonly Role[]).includes(role)), ...given].sort();
    await transaction.runAll([
      revokeRoles(platformId, personId, taken),
      grantRoles(platformId, personId, given, { by: request.person?.id ?? null }),
      raiseVersion(platformId, groupOf(personId), ['roles'], request.person?.name ?? ''),
      prepareAccessNotification(platformId, personId),
      recordEvent(platformId, request, {
        type: 'people.rolesChanged',
        subject: toSubject(user),
        details: { before: user.roles, after },
      }),
    ]);
  });
}

/** Throws EDIT_CONFLICT where somebody else has changed the payment methods since the form was read. */
export function setPaymentMethods(
  app: PeopleApp,
  request: PeopleRequest,
  {
    personId,
    version,
    ...methods
  }: { personId: string; version?: number | undefined } & Pick<
    PersonState,
    'pixEnabled' | 'creditCardEnabled' | 'billetEnabled'
  >,
): Promise<void> {
  const target = { personId, permission: 'isUserAdvancedOptionsAvailable' } as const;
  return changeUser(app, request, target, async ({ transaction }, user, { platformId }) => {
    const { pixEnabled, creditCardEnabled, billetEnabled } = user;
    const before = { pixEnabled, creditCardEnabled, billetEnabled };
    const names = ['pixEnabled', 'creditCardEnabled', 'billetEnabled'] as const;
    const changed = names.filter((name) => before[name] !== methods[name]);
    if (changed.length === 0) return;
    await checkGroup(transaction, platformId, groupOf(personId), { read: version, fields: names });
    await transaction.runAll([
      updateMethods(platformId, personId, methods),
      raiseVersion(platformId, groupOf(personId), changed, request.person?.name ?? ''),
      recordEvent(platformId, request, {
        type: 'people.paymentMethodsChanged',
        subject: toSubject(user),
        details: { before, after: methods },
      }),
    ]);
  });
}

export function assignManager(
  app: PeopleApp,
  request: PeopleRequest,
  { personId, managerId }: { personId: string; managerId: string | null },
): Promise<void> {
  const target = { personId, permission: 'isUserAdvancedOptionsAvailable' } as const;
  return changeUser(app, request, target, async (change, user, { platformId }) => {
    if (managerId) await checkManager(change, platformId, user, managerId);
    if (user.managerId === managerId) return;
    await change.transaction.runAll([
      updateManager(platformId, personId, managerId),
      recordEvent(platformId, request, {
        type: 'people.managerChanged',
        subject: toSubject(user),
        details: {
          before: { manager: await findName(change.transaction, platformId, user.managerId) },
          after: { manager: await findName(change.transaction, platformId, managerId) },
        },
      }),
    ]);
  });
}

/** Returns the name of a person for the log, which must stay readable after the person is gone. */
async function findName(transaction: Transaction, platformId: string, personId: string | null): Promise<string | null> {
  if (!personId) return null;
  const text = 'SELECT name FROM person WHERE platform_id = $1 AND id = $2';
  return (await transaction.find<{ name: string }>({ text, values: [platformId, personId] }))?.name ?? null;
}

/** A concurrent revocation of the manager waits for this change, and then also removes this user. */
async function checkManager(
  { transaction }: Change,
  platformId: string,
  user: PersonState,
  managerId: string,
): Promise<void> {
  const isManager = await transaction.find({
    text: `SELECT 1 FROM person p JOIN role_grant g ON g.platform_id = p.platform_id AND g.person_id = p.id
      WHERE p.platform_id = $1 AND p.id = $2 AND p.status = 'ACTIVE' AND g.role = 'manager'`,
    values: [platformId, managerId],
  });
  if (!isManager || managerId === user.id) throw new AppError('MANAGER_INVALID', { fields: ['managerId'] });
}
