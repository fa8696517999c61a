/** Counts what happened on a day and deserves a look, by what it is. */
import type { AuditEventType } from '@feira/schemas/procedures/audit';
import type { Statement } from '../../plugins/database.ts';

export const REVIEWED = [
  'refused',
  'access',
  'factors',
  'impersonations',
  'exports',
  'documents',
  'rules',
  'connections',
] as const;
export type Reviewed = (typeof REVIEWED)[number];

/** The events of each kind, and the number from which on they deserve a look: wrong passwords alone are usual. */
const KINDS: Record<Reviewed, { types: readonly AuditEventType[]; atLeast: number }> = {
  refused: { types: ['session.refused'], atLeast: 10 },
  access: { types: ['people.permissionsChanged', 'people.rolesChanged'], atLeast: 1 },
  factors: { types: ['account.secondFactorOff'], atLeast: 1 },
  impersonations: { types: ['session.impersonationStarted'], atLeast: 1 },
  exports: { types: ['people.exported', 'ledger.exported'], atLeast: 1 },
  documents: { types: ['people.documentRead'], atLeast: 1 },
  rules: { types: ['platform.rulesChanged', 'risk.rulesChanged'], atLeast: 1 },
  connections: { types: ['connection.enabledUntested', 'package.installed', 'package.trustChanged'], atLeast: 1 },
};

/** Selects the platforms that may be reviewed. */
export const selectPlatforms = (): Statement<{ id: string }> => ({
  text: `SELECT platform_id AS id FROM platform WHERE status = 'ACTIVE'`,
  values: [],
});

/** `day`: in São Paulo. */
export const countEvents = (platformId: string, day: string): Statement<{ type: AuditEventType; count: number }> => ({
  text: `SELECT e.type, count(*)::int AS count FROM audit_event e
    WHERE e.platform_id = $1 AND e.type = ANY ($3::text[]) AND e.created_at > '-infinity'
      AND e.created_at >= $2::date::timestamp AT TIME ZONE 'America/Sao_Paulo'
      AND e.created_at < ($2::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo'
    GROUP BY e.type`,
  values: [platformId, day, Object.values(KINDS).flatMap(({ types }) => types)],
});

/** Returns how many events of each kind there were, without the kinds that deserve no look. */
export function sumUp(counted: readonly { type: AuditEventType; count: number }[]): Partial<Record<Reviewed, number>> {
  const sums = REVIEWED.map((kind) => {
    const { types, atLeast } = KINDS[kind];
    const count = counted.reduce((sum, one) => sum + (types.includes(one.type) ? one.count : 0), 0);
    return [kind, count >= atLeast ? count : 0] as const;
  });
  return Object.fromEntries(sums.filter(([, count]) => count > 0));
}
