/**
 * Decides whether two people are two for a rule that needs two: neither has just been let in, and the second was not let in by the first.
 * Otherwise one person would invite the other account.
 */
import type { AdminPermission } from '@feira/schemas/options';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';

/** Within this time everybody who is told by mail of a new administrator can object. The database's clock counts it. */
const SETTLED = `interval '7 days'`;

interface GrantRow {
  personId: string;
  isMaster: boolean;
  grantedBy: string | null;
  /** Null where nobody noted it. */
  permittedBy: string | null;
  isNew: boolean;
}

const selectGrants = (
  platformId: string,
  personIds: readonly string[],
  permission: AdminPermission,
): Statement<GrantRow> => ({
  text: `SELECT person_id, role = 'master' AS is_master, granted_by,
      permission_grants->$3::text->>'by' AS permitted_by,
      (granted_by IS NOT NULL AND created_at > now() - ${SETTLED})
        OR coalesce((permission_grants->$3::text->>'at')::timestamptz > now() - ${SETTLED}, false) AS is_new
    FROM role_grant WHERE platform_id = $1 AND person_id = ANY($2::uuid[]) AND role IN ('admin', 'master')`,
  values: [platformId, personIds, permission],
});

/** Selects a row where somebody else could decide whom `firstId` has not let in. */
const selectIndependent = (
  platformId: string,
  permission: AdminPermission,
  { firstId, concernedIds }: { firstId: string; concernedIds: readonly string[] },
): Statement<object> => ({
  text: `SELECT 1 FROM role_grant g JOIN person p ON p.platform_id = g.platform_id AND p.id = g.person_id AND p.status = 'ACTIVE'
      AND p.password_hash IS NOT NULL
    WHERE g.platform_id = $1 AND g.person_id <> ALL($3::uuid[])
      AND (g.role = 'master' OR (g.role = 'admin' AND $2::text = ANY(g.permissions) AND g.granted_by IS DISTINCT FROM $4::uuid
        AND g.permission_grants->$2::text->>'by' IS DISTINCT FROM $4::text))
    LIMIT 1`,
  values: [platformId, permission, [firstId, ...concernedIds], firstId],
});

interface Pair {
  permission: AdminPermission;
  /** The person who proposed, or approved first; null where the second is the first to approve. */
  firstId: string | null;
  secondId: string;
  /** People whom it is about, who decide nothing. */
  concernedIds?: readonly string[];
  /** The input that errors name. */
  field: string;
}

/**
 * Throws APPROVER_NEW where the second person may decide for less than seven days, and APPROVER_INVITED where one of the two has let the
 * other in: the first the second at any time, as long as somebody else could decide, and an administrator the first within seven days.
 * Masters, whom nobody invites on a page, depend on nobody: they approve what an administrator proposes whom they have just invited.
 */
export async function checkSecondPerson(
  transaction: Transaction,
  platformId: string,
  { permission, firstId, secondId, concernedIds = [], field }: Pair,
): Promise<void> {
  const ids = [secondId, ...(firstId ? [firstId] : [])];
  const rows = await transaction.list(selectGrants(platformId, ids, permission));
  const grantsOf = (id: string) => {
    const own = rows.filter(({ personId }) => personId === id);
    return own.some(({ isMaster }) => isMaster) ? [] : own;
  };
  const isNew = (id: string) => grantsOf(id).some((grant) => grant.isNew);
  const isLetIn = (id: string, by: string) =>
    grantsOf(id).some(({ grantedBy, permittedBy }) => grantedBy === by || permittedBy === by);
  if (isNew(secondId)) throw new AppError('APPROVER_NEW', { fields: [field] });
  if (!firstId) return;
  const isInvited =
    isLetIn(secondId, firstId) &&
    (await transaction.find(selectIndependent(platformId, permission, { firstId, concernedIds }))) !== undefined;
  const isMaster = grantsOf(secondId).length === 0;
  if (isInvited || (!isMaster && isLetIn(firstId, secondId) && isNew(firstId)))
    throw new AppError('APPROVER_INVITED', { fields: [field] });
}
