/** Invites managers, administrators and masters of a platform, and changes what administrators may open. */

import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { AdminPermission } from '@feira/schemas/options';
import { DEFAULT_PLATFORM_SETTINGS, type PlatformSettings } from '@feira/schemas/platform';
import type { Role } from '@feira/schemas/procedure';
import type { Statement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import { recordOperated } from '../audit/service.ts';
import { prepareMail } from '../mail/service.ts';
import { createToken } from '../session/service.ts';
import { checkGroup, raiseVersion } from '../versions/service.ts';
import {
  type Change,
  type ChangeRequest,
  changePeople,
  type LockedPerson,
  lockPerson,
  type PeopleApp,
  type PeopleRequest,
  prepareAccessNotification,
  refuseSelf,
  toRoles,
  toSubject,
} from './changes.ts';
import {
  grantRoles,
  insertPerson,
  type PersonState,
  releaseUsers,
  revokeRoles,
  selectOverseers,
  selectRoles,
  selectState,
  selectStateByEmail,
} from './model.ts';

export type StaffRole = 'manager' | 'admin';

export interface Invitation {
  name: string;
  email: string;
  role: StaffRole;
  /** Only for an administrator. */
  permissions?: readonly AdminPermission[];
}

/** The login page of each role. */
const LOGIN_PAGES = { manager: 'manager-login', admin: 'admin-root-login', master: 'master-root-login' } as const;
const GRANTED_WITH = { manager: 'isManagersAvailable', admin: 'isFunctionariesAvailable' } as const;
/** The invited person may change between the read and the lock; that is retried this many times. */
const MOST_LOOKS = 5;

type Invited = Pick<PersonState, 'id' | 'name' | 'email' | 'status' | 'locale' | 'hasPassword'>;

/** Grants a role and mails the login page, or a link to choose a password. An invitation only adds permissions. Returns the person's id. */
export async function inviteStaff(
  app: PeopleApp,
  platformId: string,
  request: PeopleRequest,
  invitation: Invitation,
): Promise<string> {
  const asked = { platformId, request, permission: GRANTED_WITH[invitation.role] };
  const email = invitation.email.toLowerCase();
  for (let look = 0; look < MOST_LOOKS; look++) {
    const known = await app.database.find(platformId, selectStateByEmail(platformId, email, false), true);
    if (known) refuseSelf(asked, known.id);
    if (known?.status === 'DISABLED') throw new AppError('PERSON_DISABLED', { fields: ['email'] });
    const person = known ?? toNewPerson(invitation.name, email);
    // Sealed before the transaction, because sealing may need a connection of its own.
    const letter = await prepareInvitation(app, platformId, person, invitation.role);
    const overseers = invitation.role === 'admin' ? await prepareAccessMails(app, platformId, request, person) : [];
    const isDone = await changePeople(app, asked, (change) =>
      admit(change, asked, { known, person, letter, overseers, invitation }),
    );
    if (isDone) return person.id;
  }
  throw new AppError('DATABASE_UNAVAILABLE');
}

const toNewPerson = (name: string, email: string): Invited => ({
  id: newId(),
  name,
  email,
  status: 'ACTIVE',
  locale: null,
  hasPassword: false,
});

interface Admission {
  known: PersonState | undefined;
  person: Invited;
  letter: Statement[];
  /** Mails to the others who oversee the platform. */
  overseers: Statement[];
  invitation: Invitation;
}

/** Returns false when the person has changed since the mail was prepared. */
async function admit(
  change: Change,
  { platformId, request }: ChangeRequest,
  { known, person, letter, overseers, invitation }: Admission,
): Promise<boolean> {
  const now = await change.transaction.find(selectStateByEmail(platformId, person.email, true));
  if (!isSame(known, now)) return false;
  if (!now && (await change.transaction.run(insertPerson(platformId, person))) === 0) return false;
  const { roles, permissions: before } = toRoles(await change.transaction.list(selectRoles(platformId, person.id)));
  const { role } = invitation;
  const after = [...new Set([...before, ...(invitation.permissions ?? [])])].sort();
  checkHeld(change, difference(before, after));
  await change.transaction.runAll([
    grantRoles(platformId, person.id, [role], {
      permissions: role === 'admin' ? after : [],
      by: request.person?.id ?? null,
    }),
    ...(role === 'admin' ? overseers : []),
    ...(role === 'admin' ? [raisePermissions(platformId, person.id, request)] : []),
    ...letter,
    prepareAccessNotification(platformId, person.id),
    ...recordOperated(request, platformId, {
      type: 'people.invited',
      subject: toSubject(person),
      details: {
        isNew: !now,
        before: { roles, ...(role === 'admin' && { permissions: before }) },
        after: { roles: [...new Set<Role>([...roles, role])].sort(), ...(role === 'admin' && { permissions: after }) },
      },
    }),
  ]);
  return true;
}

const isSame = (known: PersonState | undefined, now: PersonState | undefined): boolean =>
  known?.id === now?.id &&
  known?.name === now?.name &&
  known?.status === now?.status &&
  known?.locale === now?.locale &&
  known?.hasPassword === now?.hasPassword;

/** Prepares the mail and the statements that activate its link. An existing person keeps the own name instead of the typed one. */
async function prepareInvitation(
  app: PeopleApp,
  platformId: string,
  person: Pick<Invited, 'id' | 'name' | 'email' | 'locale' | 'hasPassword'>,
  role: keyof typeof LOGIN_PAGES,
): Promise<Statement[]> {
  const platform = await readPlatform(app, platformId);
  const { link, statements } = person.hasPassword
    ? { link: `${await app.findPlatformUrl(platformId)}/${LOGIN_PAGES[role]}`, statements: [] }
    : await createToken(app, platformId, { purpose: 'INVITE', email: person.email, personId: person.id });
  const mail = await prepareMail(app, platformId, {
    to: person.email,
    locale: person.locale ?? platform.locale,
    template: 'invitation',
    parameters: { name: person.name, link, platformName: platform.name, role },
  });
  return [...statements, mail];
}

/**
 * Prepares the mails by which all masters and administrators learn that a person may open more than before. They are no notices that people
 * may switch off: nobody adds an accomplice unseen.
 */
async function prepareAccessMails(
  app: PeopleApp,
  platformId: string,
  { person: by }: PeopleRequest,
  person: Pick<Invited, 'id' | 'name' | 'email'>,
): Promise<Statement[]> {
  const platform = await readPlatform(app, platformId);
  const overseers = await app.database.list(platformId, selectOverseers(platformId, person.id), true);
  const link = `${await app.findPlatformUrl(platformId)}${DASHBOARD_PATHS.admin}/manage-functionaries`;
  const shared = { person: `${person.name} (${person.email})`, by: by?.name ?? '', link };
  return Promise.all(
    overseers.map(({ name, email: to, locale }) =>
      prepareMail(app, platformId, {
        to,
        locale: locale ?? platform.locale,
        template: 'access-widened',
        parameters: { name, ...shared },
      }),
    ),
  );
}

/** Includes disabled platforms, because staff can be invited before a platform opens. */
async function readPlatform(app: PeopleApp, platformId: string) {
  const row = await app.database.find<{ name: string; settings: Partial<PlatformSettings> }>(
    platformId,
    { text: 'SELECT name, settings FROM platform WHERE platform_id = $1', values: [platformId] },
    true,
  );
  if (!row) throw new AppError('PLATFORM_NOT_FOUND');
  const { name, settings } = row;
  return { name, locale: settings.locale ?? DEFAULT_PLATFORM_SETTINGS.locale };
}

const difference = (before: readonly AdminPermission[], after: readonly AdminPermission[]): AdminPermission[] => [
  ...before.filter((permission) => !after.includes(permission)),
  ...after.filter((permission) => !before.includes(permission)),
];

/** Callers may only grant and revoke permissions that they hold; otherwise two administrators could raise each other. */
function checkHeld({ held }: Change, changed: readonly AdminPermission[]): void {
  if (changed.some((permission) => !held.has(permission))) {
    throw new AppError('PERMISSION_NOT_HELD', { fields: ['permissions'] });
  }
}

const isAdmin = ({ roles }: LockedPerson) => roles.includes('admin');
const isManager = ({ roles }: LockedPerson) => roles.includes('manager');

/** A form that was read before is refused, and names who made this change. */
const raisePermissions = (platformId: string, personId: string, { person }: PeopleRequest): Statement =>
  raiseVersion(platformId, { name: 'PERMISSIONS', subject: personId }, ['permissions'], person?.name ?? '');

export async function setPermissions(
  app: PeopleApp,
  platformId: string,
  request: PeopleRequest,
  input: { personId: string; permissions: readonly AdminPermission[]; version?: number | undefined },
): Promise<void> {
  const asked = { platformId, request, permission: GRANTED_WITH.admin };
  const { personId } = input;
  refuseSelf(asked, personId);
  const known = await app.database.find(platformId, selectState(platformId, personId), true);
  const overseers = known ? await prepareAccessMails(app, platformId, request, known) : [];
  await changePeople(app, asked, async (change) => {
    const person = await lockPerson(change, platformId, personId, isAdmin);
    const before = person.permissions;
    const after = [...input.permissions].sort();
    const changed = difference(before, after);
    checkHeld(change, changed);
    if (changed.length === 0) return;
    const group = { name: 'PERMISSIONS', subject: personId } as const;
    await checkGroup(change.transaction, platformId, group, { read: input.version, fields: ['permissions'] });
    await change.transaction.runAll([
      raisePermissions(platformId, personId, request),
      grantRoles(platformId, personId, ['admin'], { permissions: after, by: request.person?.id ?? null }),
      ...(after.some((permission) => !before.includes(permission)) ? overseers : []),
      prepareAccessNotification(platformId, personId),
      ...recordOperated(request, platformId, {
        type: 'people.permissionsChanged',
        subject: toSubject(person),
        details: { before, after },
      }),
    ]);
  });
}

export async function revokeFunctionary(
  app: PeopleApp,
  platformId: string,
  request: PeopleRequest,
  personId: string,
): Promise<void> {
  const asked = { platformId, request, permission: GRANTED_WITH.admin };
  refuseSelf(asked, personId);
  await changePeople(app, asked, async (change) => {
    const person = await lockPerson(change, platformId, personId, isAdmin);
    checkHeld(change, person.permissions);
    await change.transaction.runAll([
      raisePermissions(platformId, personId, request),
      ...revokeRole(asked, person, 'admin', { permissions: { before: person.permissions, after: [] } }),
    ]);
  });
}

/** Waits for concurrent assignments of this manager and makes later ones wait, so that no user keeps a revoked manager. */
export async function revokeManager(app: PeopleApp, request: PeopleRequest, personId: string): Promise<void> {
  const platformId = request.platform.id;
  const asked = { platformId, request, permission: GRANTED_WITH.manager };
  refuseSelf(asked, personId);
  await changePeople(app, asked, async (change) => {
    const person = await lockPerson(change, platformId, personId, isManager);
    const usersReleased = await change.transaction.run(releaseUsers(platformId, personId));
    await change.transaction.runAll(revokeRole(asked, person, 'manager', { usersReleased }));
  });
}

function revokeRole(
  { platformId, request }: ChangeRequest,
  person: LockedPerson,
  role: StaffRole,
  details: Record<string, unknown>,
): Statement[] {
  const after = person.roles.filter((held) => held !== role);
  return [
    revokeRoles(platformId, person.id, [role]),
    prepareAccessNotification(platformId, person.id),
    ...recordOperated(request, platformId, {
      type: 'people.rolesChanged',
      subject: toSubject(person),
      details: { before: person.roles, after, ...details },
    }),
  ];
}
