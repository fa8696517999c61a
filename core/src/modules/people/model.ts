/** Reads the rows of people, and locks and changes them. Every statement names the platform. */
import type { Locale } from '@feira/schemas/common';
import type { AdminPermission } from '@feira/schemas/options';
import type { Role } from '@feira/schemas/procedure';
import type { listManagedUsers, PersonSummary, USER_ROLES } from '@feira/schemas/procedures/people';
import type { Statement } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';

export type UserRole = (typeof USER_ROLES)[number];
export type PersonStatus = PersonSummary['status'];

/** A person in lists and on pages. */
export interface PersonRow extends RowOf<typeof listManagedUsers, 'people'> {}

/**
 * Selects members of staff who are not users as well. They are few, so their ids are collected once for each statement. A person without
 * any role stays a user, so that roles can be given again.
 */
export const STAFF_ONLY = `
  SELECT g.person_id FROM role_grant g
  WHERE g.platform_id = $1 AND g.role IN ('manager', 'admin', 'master') AND NOT EXISTS (
    SELECT FROM role_grant u WHERE u.platform_id = g.platform_id AND u.person_id = g.person_id
      AND u.role IN ('seller', 'affiliate', 'co-producer', 'customer'))`;

/** Impersonated sessions do not count as visits of the person. */
export const PERSON_COLUMNS = `p.id, p.name, p.email, p.phone, p.status, p.created_at,
  (SELECT coalesce(array_agg(r.role ORDER BY r.role), '{}') FROM role_grant r
    WHERE r.platform_id = p.platform_id AND r.person_id = p.id) AS roles,
  (SELECT max(s.last_seen_at) FROM session s WHERE s.platform_id = p.platform_id AND s.person_id = p.id
    AND s.impersonator_session_id IS NULL) AS last_seen_at`;
export const HAS_SECOND_FACTOR = `EXISTS (SELECT FROM second_factor f WHERE f.platform_id = p.platform_id AND f.person_id = p.id
  AND f.confirmed_at IS NOT NULL) AS has_second_factor`;
export const METHOD_COLUMNS = 'p.pix_enabled, p.credit_card_enabled, p.billet_enabled';

export interface SecondFactor {
  hasSecondFactor: boolean;
}

interface UserRow
  extends PersonRow,
    SecondFactor,
    Pick<PersonState, 'locale' | 'pixEnabled' | 'creditCardEnabled' | 'billetEnabled'> {
  manager: { id: string; name: string } | null;
  version: number;
}

export const selectUser = (platformId: string, personId: string): Statement<UserRow> => ({
  text: `SELECT ${PERSON_COLUMNS}, p.locale, ${METHOD_COLUMNS}, ${HAS_SECOND_FACTOR},
      CASE WHEN m.id IS NOT NULL THEN jsonb_build_object('id', m.id, 'name', m.name) END AS manager,
      coalesce((SELECT g.version FROM group_version g WHERE g.platform_id = p.platform_id AND g.subject = p.id::text
        AND g.name = 'USER'), 0) AS version
    FROM person p LEFT JOIN person m ON m.platform_id = p.platform_id AND m.id = p.manager_id
    WHERE p.platform_id = $1 AND p.id = $2 AND p.id NOT IN (${STAFF_ONLY})`,
  values: [platformId, personId],
});

interface DocumentRow {
  id: string;
  name: string;
  email: string;
  document: string | null;
}

export const selectDocument = (platformId: string, personId: string): Statement<DocumentRow> => ({
  text: `SELECT p.id, p.name, p.email, p.document FROM person p
    WHERE p.platform_id = $1 AND p.id = $2 AND p.id NOT IN (${STAFF_ONLY})`,
  values: [platformId, personId],
});

/** Selects the document of a person who is locked. */
export const selectLockedDocument = (
  platformId: string,
  personId: string,
): Statement<Pick<DocumentRow, 'document'>> => ({
  text: 'SELECT document FROM person WHERE platform_id = $1 AND id = $2',
  values: [platformId, personId],
});

export const updateDocument = (platformId: string, personId: string, document: string): Statement => ({
  text: 'UPDATE person SET document = $3 WHERE platform_id = $1 AND id = $2',
  values: [platformId, personId, document],
});

/** A person who is about to be changed or invited. */
export interface PersonState {
  id: string;
  name: string;
  email: string;
  status: PersonStatus;
  locale: Locale | null;
  hasPassword: boolean;
  managerId: string | null;
  pixEnabled: boolean;
  creditCardEnabled: boolean;
  billetEnabled: boolean;
}

const STATE_COLUMNS = `p.id, p.name, p.email, p.status, p.locale, p.password_hash IS NOT NULL AS has_password, p.manager_id,
  ${METHOD_COLUMNS}`;

export const selectStateByEmail = (platformId: string, email: string, isLocked: boolean): Statement<PersonState> => ({
  text: `SELECT ${STATE_COLUMNS} FROM person p WHERE p.platform_id = $1 AND p.email = $2 ${isLocked ? 'FOR UPDATE' : ''}`,
  values: [platformId, email],
});

export const selectState = (platformId: string, personId: string): Statement<PersonState> => ({
  text: `SELECT ${STATE_COLUMNS} FROM person p WHERE p.platform_id = $1 AND p.id = $2`,
  values: [platformId, personId],
});

export const lockState = (platformId: string, personId: string): Statement<PersonState> => ({
  text: `SELECT ${STATE_COLUMNS} FROM person p WHERE p.platform_id = $1 AND p.id = $2 FOR UPDATE`,
  values: [platformId, personId],
});

export interface RoleRow {
  role: Role;
  permissions: AdminPermission[];
}

/** Runs as a statement of its own after the lock, because a value read while waiting for the lock would be old. */
export const selectRoles = (platformId: string, personId: string): Statement<RoleRow> => ({
  text: 'SELECT role, permissions FROM role_grant WHERE platform_id = $1 AND person_id = $2 ORDER BY role',
  values: [platformId, personId],
});

/** Inserts nothing when a person with this e-mail has just registered. */
export const insertPerson = (platformId: string, person: Pick<PersonState, 'id' | 'name' | 'email'>): Statement => ({
  text: `INSERT INTO person (platform_id, id, name, email) VALUES ($1, $2, $3, $4)
    ON CONFLICT (platform_id, email) DO NOTHING`,
  values: [platformId, person.id, person.name, person.email],
});

export const updateStatus = (platformId: string, personId: string, status: PersonStatus): Statement => ({
  text: 'UPDATE person SET status = $3 WHERE platform_id = $1 AND id = $2',
  values: [platformId, personId, status],
});

export const updateMethods = (
  platformId: string,
  personId: string,
  methods: Pick<PersonState, 'pixEnabled' | 'creditCardEnabled' | 'billetEnabled'>,
): Statement => ({
  text: `UPDATE person SET pix_enabled = $3, credit_card_enabled = $4, billet_enabled = $5
    WHERE platform_id = $1 AND id = $2`,
  values: [platformId, personId, methods.pixEnabled, methods.creditCardEnabled, methods.billetEnabled],
});

export const updateManager = (platformId: string, personId: string, managerId: string | null): Statement => ({
  text: 'UPDATE person SET manager_id = $3 WHERE platform_id = $1 AND id = $2',
  values: [platformId, personId, managerId],
});

/** Removes a manager from all of their users. */
export const releaseUsers = (platformId: string, managerId: string): Statement => ({
  text: 'UPDATE person SET manager_id = NULL WHERE platform_id = $1 AND manager_id = $2',
  values: [platformId, managerId],
});

/** Grants roles, and replaces an administrator's permissions. Of what is granted anew it notes who granted it, and when. */
export const grantRoles = (
  platformId: string,
  personId: string,
  roles: readonly Role[],
  { permissions = [], by = null }: { permissions?: readonly AdminPermission[]; by?: string | null } = {},
): Statement => ({
  text: `INSERT INTO role_grant AS g (platform_id, person_id, role, permissions, granted_by, permission_grants)
    SELECT $1, $2, role, CASE WHEN role = 'admin' THEN $4::text[] ELSE '{}' END, $5::uuid,
      CASE WHEN role = 'admin' AND $5::uuid IS NOT NULL THEN
        (SELECT coalesce(jsonb_object_agg(one, jsonb_build_object('by', $5::uuid, 'at', now())), '{}') FROM unnest($4::text[]) AS one)
      ELSE '{}' END
    FROM unnest($3::text[]) AS role
    ON CONFLICT (platform_id, person_id, role) DO UPDATE SET permissions = excluded.permissions,
      permission_grants = (SELECT coalesce(jsonb_strip_nulls(jsonb_object_agg(one,
          CASE WHEN one = ANY (g.permissions) THEN g.permission_grants->one ELSE excluded.permission_grants->one END)), '{}')
        FROM unnest(excluded.permissions) AS one)`,
  values: [platformId, personId, roles, permissions, by],
});

/** Selects the masters and administrators who are told of changes of access. */
export const selectOverseers = (
  platformId: string,
  exceptId: string,
): Statement<Pick<PersonState, 'name' | 'email' | 'locale'>> => ({
  text: `SELECT p.name, p.email, p.locale FROM person p
    WHERE p.platform_id = $1 AND p.id <> $2 AND p.status = 'ACTIVE'
      AND EXISTS (SELECT FROM role_grant g WHERE g.platform_id = p.platform_id AND g.person_id = p.id AND g.role IN ('admin', 'master'))`,
  values: [platformId, exceptId],
});

export const revokeRoles = (platformId: string, personId: string, roles: readonly Role[]): Statement => ({
  text: 'DELETE FROM role_grant WHERE platform_id = $1 AND person_id = $2 AND role = ANY($3)',
  values: [platformId, personId, roles],
});
