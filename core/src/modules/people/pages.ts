/** Pages of people, newest first. What they are found by stands in an index alone; what is shown is read for the few of a page. */
import type { AdminPermission } from '@feira/schemas/options';
import { comesAfter, cursorOf, type List, newestFirst, orderBy, type WriteText } from '../../shared/list.ts';
import { allOf, type Bind, contains, ofWholePlatform } from '../../shared/statement.ts';
import {
  HAS_SECOND_FACTOR,
  METHOD_COLUMNS,
  PERSON_COLUMNS,
  type PersonRow,
  type PersonStatus,
  type SecondFactor,
  STAFF_ONLY,
  type UserRole,
} from './model.ts';

interface PeopleFilter {
  search?: string | undefined;
  status?: PersonStatus | undefined;
}

export interface UserFilter extends PeopleFilter {
  role?: UserRole | undefined;
  managerId?: string | undefined;
}

export interface ExportRow extends PersonRow {
  pixEnabled: boolean;
  creditCardEnabled: boolean;
  billetEnabled: boolean;
  document: string | null;
  managerName: string | null;
}

const ORDER = newestFirst('p');

/** Whom a list shows: those who hold a role, those whom a manager looks after, or all users. */
interface Group extends PeopleFilter {
  role?: string | undefined;
  managerId?: string | undefined;
}

const writePage =
  (columns: string, groupOf: (filter: UserFilter) => Group): WriteText<UserFilter> =>
  (filter, bind, page) =>
    `
    WITH ${findPage(groupOf(filter), bind, page)}
    SELECT ${PERSON_COLUMNS}${columns}, ${cursorOf(ORDER)}
    FROM page JOIN person p ON p.platform_id = $1 AND p.id = page.id
    ORDER BY ${orderBy(ORDER)}`;

export const USERS: List<PersonRow, UserFilter> = { isFresh: true, sql: { text: writePage('', (filter) => filter) } };

export const EXPORTED_USERS: List<ExportRow, UserFilter> = {
  sql: {
    text: writePage(
      `, ${METHOD_COLUMNS}, p.document, (SELECT m.name FROM person m WHERE m.platform_id = p.platform_id
        AND m.id = p.manager_id) AS "managerName"`,
      (filter) => filter,
    ),
  },
};

export const MANAGERS: List<PersonRow & { userCount: number }, PeopleFilter> = {
  isFresh: true,
  sql: {
    text: writePage(
      `, (SELECT count(*) FROM person u WHERE u.platform_id = p.platform_id AND u.manager_id = p.id) AS "userCount"`,
      ({ search, status }) => ({ search, status, role: 'manager' }),
    ),
  },
};

export const FUNCTIONARIES: List<PersonRow & SecondFactor & { permissions: AdminPermission[] }, PeopleFilter> = {
  isFresh: true,
  sql: {
    text: writePage(
      `, ${HAS_SECOND_FACTOR}, (SELECT r.permissions FROM role_grant r WHERE r.platform_id = p.platform_id
        AND r.person_id = p.id AND r.role = 'admin') AS permissions`,
      ({ search, status }) => ({ search, status, role: 'admin' }),
    ),
  },
};

/** A group of no more than this is sorted as a whole; of a larger one a page is found soon by going through everybody. */
const MOST_SORTED = 2_000;

/**
 * The planner guesses badly here: row security hides from it how often a text occurs, and that those who have a role may all be
 * old. So people are followed in the order of their index, unless the group is small, which is counted first; its members are
 * then looked up one by one. OFFSET 0 keeps the planner from choosing other ways. The part that does not apply is not run.
 */
function findPage(group: Group, bind: Bind, { after, limit }: Parameters<WriteText<Group>>[2]): string {
  const isLater = allOf([comesAfter({ by: 'created_at', id: 'id' }, after, bind)]);
  const everybody = `(SELECT platform_id, created_at, id, search_text, status, manager_id FROM person
    WHERE platform_id = $1 AND ${ofWholePlatform('created_at')} AND ${isLater} ORDER BY created_at DESC, id DESC OFFSET 0) p`;
  const narrowed = narrow(group, bind);
  const end = `ORDER BY ${orderBy(ORDER)} LIMIT ${limit}`;
  const members = findMembers(group, bind);
  if (!members) return `page AS (SELECT p.id FROM ${everybody} WHERE ${narrowed} ${end})`;
  const size = '(SELECT count(*) FROM member)';
  return `
    member AS MATERIALIZED (${members.select} LIMIT ${MOST_SORTED + 1}),
    page AS (
      (SELECT p.id FROM member CROSS JOIN LATERAL (SELECT * FROM person WHERE platform_id = $1 AND id = member.id AND ${isLater} OFFSET 0) p
        WHERE ${size} <= ${MOST_SORTED} AND ${narrowed} ${end})
      UNION ALL
      (SELECT p.id FROM ${everybody} WHERE ${size} > ${MOST_SORTED} AND ${members.isMember} AND ${narrowed} ${end})
    )`;
}

/** Where a list is not of nearly everybody: how its members are found, and how one is recognised. */
function findMembers({ role, managerId }: Group, bind: Bind): { select: string; isMember: string } | null {
  if (role) return havingRole(bind(role));
  if (!managerId) return null;
  const manager = bind(managerId);
  return {
    select: `SELECT id FROM person WHERE platform_id = $1 AND manager_id = ${manager}`,
    isMember: `p.manager_id = ${manager}`,
  };
}

const havingRole = (role: string) => ({
  select: `SELECT person_id AS id FROM role_grant WHERE platform_id = $1 AND role = ${role}`,
  isMember: `EXISTS (SELECT FROM role_grant r WHERE r.platform_id = p.platform_id AND r.person_id = p.id AND r.role = ${role})`,
});

const narrow = ({ role, status, search }: Group, bind: Bind): string =>
  allOf([
    !role && `p.id NOT IN (${STAFF_ONLY})`,
    status && `p.status = ${bind(status)}`,
    contains('p.search_text', search, bind),
  ]);
