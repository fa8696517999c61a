/** Pages of people, newest first. What they are found by stands in an index alone; what is shown is read for the few of a page. */
import type { Statement } from '../../plugins/database.ts';
import { microsecondsOf, type PageCursor, timeOfCursor } from '../../shared/page-cursor.ts';
import {
  HAS_SECOND_FACTOR,
  METHOD_COLUMNS,
  PERSON_COLUMNS,
  type PersonRow,
  type PersonStatus,
  STAFF_ONLY,
  type UserRole,
} from './model.ts';

/** Whom a list is of. */
export type Group =
  | { kind: 'users'; role?: UserRole | undefined; managerId?: string }
  | { kind: 'managers' }
  | { kind: 'functionaries' };

export interface PeopleFilter {
  search?: string | undefined;
  status?: PersonStatus | undefined;
  after?: PageCursor | undefined;
}

export interface ExportRow extends PersonRow {
  pixEnabled: boolean;
  creditCardEnabled: boolean;
  billetEnabled: boolean;
  document: string | null;
  managerName: string | null;
}

const GROUP_COLUMNS: Record<Group['kind'] | 'export', string> = {
  users: '',
  managers: `, (SELECT count(*) FROM person u WHERE u.platform_id = p.platform_id AND u.manager_id = p.id) AS "userCount"`,
  functionaries: `, ${HAS_SECOND_FACTOR}, (SELECT r.permissions FROM role_grant r WHERE r.platform_id = p.platform_id
    AND r.person_id = p.id AND r.role = 'admin') AS permissions`,
  export: `, ${METHOD_COLUMNS}, p.document, (SELECT m.name FROM person m WHERE m.platform_id = p.platform_id
    AND m.id = p.manager_id) AS "managerName"`,
};

export const selectPeople = (platformId: string, group: Group, filter: PeopleFilter, limit: number): Statement =>
  selectPage(platformId, group, filter, { limit, columns: GROUP_COLUMNS[group.kind] });

export const selectExport = (platformId: string, group: Group, filter: PeopleFilter, limit: number): Statement =>
  selectPage(platformId, group, filter, { limit, columns: GROUP_COLUMNS.export });

type Bind = (item: unknown) => string;

function selectPage(
  platformId: string,
  group: Group,
  filter: PeopleFilter,
  { limit, columns }: { limit: number; columns: string },
): Statement {
  const values: unknown[] = [platformId];
  const bind = (item: unknown) => `$${values.push(item)}`;
  return {
    text: `
      WITH ${findPage(group, filter, bind, bind(limit))}
      SELECT ${PERSON_COLUMNS}, ${microsecondsOf('p.created_at')} AS microseconds${columns}
      FROM page JOIN person p ON p.platform_id = $1 AND p.id = page.id
      ORDER BY p.created_at DESC, p.id DESC`,
    values,
  };
}

/** A group of no more than this is sorted as a whole; of a larger one a page is found soon by going through everybody. */
const MOST_SORTED = 2_000;

/**
 * The planner guesses badly here: row security hides from it how often a text occurs, and that those who have a role may all be
 * old. So people are followed in the order of their index, unless the group is small, which is counted first; its members are
 * then looked up one by one. OFFSET 0 keeps the planner from choosing other ways. The part that does not apply is not run.
 */
function findPage(group: Group, filter: PeopleFilter, bind: Bind, limit: string): string {
  const after = filter.after
    ? `AND (created_at, id) < (${timeOfCursor(bind(filter.after.microseconds))}, ${bind(filter.after.id)}::uuid)`
    : '';
  const everybody = `(SELECT platform_id, created_at, id, search_text, status, manager_id FROM person
    WHERE platform_id = $1 ${after} ORDER BY created_at DESC, id DESC OFFSET 0) p`;
  const narrowed = narrow(group, filter, bind);
  const end = `ORDER BY p.created_at DESC, p.id DESC LIMIT ${limit}`;
  const members = findMembers(group, bind);
  if (!members) return `page AS (SELECT p.id FROM ${everybody} WHERE ${narrowed} ${end})`;
  const size = '(SELECT count(*) FROM member)';
  return `
    member AS MATERIALIZED (${members.select} LIMIT ${MOST_SORTED + 1}),
    page AS (
      (SELECT p.id FROM member CROSS JOIN LATERAL (SELECT * FROM person WHERE platform_id = $1 AND id = member.id ${after} OFFSET 0) p
        WHERE ${size} <= ${MOST_SORTED} AND ${narrowed} ${end})
      UNION ALL
      (SELECT p.id FROM ${everybody} WHERE ${size} > ${MOST_SORTED} AND ${members.isMember} AND ${narrowed} ${end})
    )`;
}

/** Where a list is not of nearly everybody: how its members are found, and how one is recognised. */
function findMembers(group: Group, bind: Bind): { select: string; isMember: string } | null {
  if (group.kind === 'managers') return havingRole(bind('manager'));
  if (group.kind === 'functionaries') return havingRole(bind('admin'));
  if (group.role) return havingRole(bind(group.role));
  if (!group.managerId) return null;
  const manager = bind(group.managerId);
  return {
    select: `SELECT id FROM person WHERE platform_id = $1 AND manager_id = ${manager}`,
    isMember: `p.manager_id = ${manager}`,
  };
}

const havingRole = (role: string) => ({
  select: `SELECT person_id AS id FROM role_grant WHERE platform_id = $1 AND role = ${role}`,
  isMember: `EXISTS (SELECT FROM role_grant r WHERE r.platform_id = p.platform_id AND r.person_id = p.id AND r.role = ${role})`,
});

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

function narrow(group: Group, { search, status }: PeopleFilter, bind: Bind): string {
  const conditions = [group.kind === 'users' && !group.role ? `p.id NOT IN (${STAFF_ONLY})` : 'true'];
  if (status) conditions.push(`p.status = ${bind(status)}`);
  if (search?.trim()) conditions.push(`p.search_text LIKE fold_text(${bind(`%${escapeLike(search.trim())}%`)})`);
  return conditions.join(' AND ');
}
