/** Lists of people, newest first. Pages are found in an index alone; other columns are read only for the rows of a page. */
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
  /** The ids of all people who have the searched text, where they are few; see search.ts. */
  found?: readonly string[] | undefined;
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

/** The people in a list: those with a role, the users of a manager, or all users. */
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

export const USERS: List<PersonRow, UserFilter> = {
  sorts: { name: 'fold_text(name)', createdAt: 'created_at', lastSeenAt: 'last_seen_at' },
  isCounted: true,
  isFresh: true,
  sql: { text: writePage('', (filter) => filter) },
};

export const EXPORTED_USERS: List<ExportRow, UserFilter> = {
  sql: {
    text: writePage(
      `, ${METHOD_COLUMNS}, p.document, (SELECT m.name FROM person m WHERE m.platform_id = p.platform_id
        AND m.id = p.manager_id) AS manager_name`,
      (filter) => filter,
    ),
  },
};

export const MANAGERS: List<PersonRow & { userCount: number }, PeopleFilter> = {
  sorts: { name: 'fold_text(name)', createdAt: 'created_at', lastSeenAt: 'last_seen_at', userCount: 'user_count' },
  isCounted: true,
  isFresh: true,
  sql: {
    text: writePage(
      ', (SELECT count(*) FROM person u WHERE u.platform_id = p.platform_id AND u.manager_id = p.id) AS user_count',
      ({ search, status }) => ({ search, status, role: 'manager' }),
    ),
  },
};

export const FUNCTIONARIES: List<
  PersonRow & SecondFactor & { permissions: AdminPermission[]; version: number },
  PeopleFilter
> = {
  sorts: { name: 'fold_text(name)', createdAt: 'created_at', lastSeenAt: 'last_seen_at' },
  isCounted: true,
  isFresh: true,
  sql: {
    text: writePage(
      `, ${HAS_SECOND_FACTOR}, (SELECT r.permissions FROM role_grant r WHERE r.platform_id = p.platform_id
        AND r.person_id = p.id AND r.role = 'admin') AS permissions,
        coalesce((SELECT g.version FROM group_version g WHERE g.platform_id = p.platform_id AND g.subject = p.id::text
          AND g.name = 'PERMISSIONS'), 0) AS version`,
      ({ search, status }) => ({ search, status, role: 'admin' }),
    ),
  },
};

/** Groups up to this size are sorted as a whole. A page of a larger group is found quickly by reading all people in order. */
const MOST_SORTED = 2_000;

/**
 * The planner estimates badly here: row security hides from it how often a text occurs, and all members of a role may be old. So people are
 * read in the order of their index, unless the group is small, which is counted first; its members are then looked up one by one. OFFSET 0
 * keeps the planner from rearranging this. The part that does not apply is not run.
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

/** Returns how the members of a group are selected and recognised, when the list does not show nearly all people. */
function findMembers({ role, managerId, found }: Group, bind: Bind): { select: string; isMember: string } | null {
  if (found) {
    const ids = `${bind(found)}::uuid[]`;
    return { select: `SELECT unnest(${ids}) AS id`, isMember: `p.id = ANY (${ids})` };
  }
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

const narrow = ({ role, managerId, found, status, search }: Group, bind: Bind): string =>
  allOf([
    // Without a search these choose the members themselves.
    found && role && havingRole(bind(role)).isMember,
    found && managerId && `p.manager_id = ${bind(managerId)}`,
    !role && `p.id NOT IN (${STAFF_ONLY})`,
    status && `p.status = ${bind(status)}`,
    contains('p.search_text', search, bind),
  ]);
