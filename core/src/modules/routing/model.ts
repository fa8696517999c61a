/** Reads and writes the rows that routing decisions need: routes, connections and open circuits of a platform. */
import type { Currency, PaymentMethod } from '@feira/schemas/common';
import type { Input } from '@feira/schemas/procedure';
import type { RouteConditions, setRoutes } from '@feira/schemas/procedures/routing';
import type { Statement } from '../../plugins/database.ts';
import type { FeeRules } from '../fees/model.ts';
import { RENEWED } from '../payments/model.ts';

/** In cents. An absent field means no limit. */
export interface Limits {
  minAmount?: number;
  maxAmount?: number;
  /** The limit for one day in São Paulo. */
  dailyAmount?: number;
}

export type NewRoute = Input<typeof setRoutes>['routes'][number];

export interface RouteRow {
  id: string;
  method: PaymentMethod;
  connectionId: string;
  priority: number;
  weight: number;
  conditions: RouteConditions;
  isEnabled: boolean;
  /** Counts where all routes of the number say so. */
  isCheapestFirst: boolean;
}

export interface ConnectionFacts {
  id: string;
  name: string;
  provider: string;
  environment: 'production' | 'sandbox' | 'simulator';
  status: 'ENABLED' | 'DISABLED';
  methods: PaymentMethod[];
  limits: Limits;
  isManaged: boolean;
  costs: FeeRules;
  /** The currency of the fixed amounts in `costs`. */
  costCurrency: Currency;
}

export interface CircuitRow {
  connectionId: string;
  openedAt: Date;
  openUntil: Date;
  reason: string;
}

export const selectRoutes = (platformId: string): Statement<RouteRow> => ({
  text: `SELECT id, method, connection_id, priority, weight, conditions, is_enabled, is_cheapest_first
    FROM payment_route WHERE platform_id = $1 ORDER BY method, priority, id`,
  values: [platformId],
});

export const selectConnectionFacts = (platformId: string): Statement<ConnectionFacts> => ({
  text: `SELECT c.id, c.name, c.provider, c.environment, c.status, c.methods, c.limits, c.managed_name IS NOT NULL AS is_managed,
      c.costs, coalesce(p.settings->>'currency', 'BRL') AS cost_currency
    FROM provider_connection c JOIN platform p ON p.platform_id = c.platform_id
    WHERE c.platform_id = $1 ORDER BY c.name, c.id`,
  values: [platformId],
});

export const selectCircuits = (platformId: string): Statement<CircuitRow> => ({
  text: `SELECT connection_id, opened_at, open_until, reason
    FROM connection_circuit WHERE platform_id = $1`,
  values: [platformId],
});

/** Sums today's payments that were charged or may still be, in cents by connection. */
export const lockUsedToday = (connectionId: string): Statement => ({
  text: `SELECT pg_advisory_xact_lock(hashtextextended('used today ' || $1::text, 0))`,
  values: [connectionId],
});

export const selectUsedToday = (
  platformId: string,
  connectionIds: string[],
  dayStart: Date,
): Statement<{ connectionId: string; amount: number }> => ({
  name: 'routing-used-today',
  text: `SELECT a.connection_id, sum(coalesce(a.amount, p.amount))::bigint AS amount
    FROM payment_attempt a JOIN payment p ON p.platform_id = a.platform_id AND p.id = a.payment_id
    WHERE a.platform_id = $1 AND a.connection_id = ANY($2) AND a.created_at >= $3
      AND a.state NOT IN ('NOT_SENT', 'REFUSED') AND a.reason IS DISTINCT FROM '${RENEWED}'
      AND p.status NOT IN ('REJECTED', 'CANCELED')
    GROUP BY a.connection_id`,
  values: [platformId, connectionIds, dayStart],
});

/**
 * Returns a row when this call opened the circuit, none when another node did so first. The row says whom to notify, once for each opening.
 */
export const openCircuit = (
  platformId: string,
  circuit: { connectionId: string; reason: string; now: Date; openUntil: Date },
): Statement => ({
  text: `INSERT INTO connection_circuit (platform_id, connection_id, opened_at, open_until, reason)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING connection_id`,
  values: [platformId, circuit.connectionId, circuit.now, circuit.openUntil, circuit.reason],
});

const MOST_PROBES = 16;

/**
 * Returns a row to a caller that may probe the connection: to one, and to twice as many at a time with each that passed. Those whose
 * call must have ended by `until` no longer count then.
 */
export const claimProbe = (platformId: string, connectionId: string, now: Date, until: Date): Statement => ({
  text: `UPDATE connection_circuit SET probe_until = $4, probes = CASE WHEN probe_until <= $3 THEN 1 ELSE probes + 1 END
    WHERE platform_id = $1 AND connection_id = $2 AND open_until <= $3
      AND (probe_until <= $3 OR probes < least(2 ^ least(passed, 10), ${MOST_PROBES})) RETURNING connection_id`,
  values: [platformId, connectionId, now, until],
});

export const deleteCircuit = (platformId: string, connectionId: string): Statement => ({
  text: 'DELETE FROM connection_circuit WHERE platform_id = $1 AND connection_id = $2 RETURNING connection_id',
  values: [platformId, connectionId],
});

const PROBES_TO_CLOSE = 5;

/** Deletes the circuit with the last probe that it needed to pass; otherwise `countPassed` counts the probe. */
export const closeCircuit = (platformId: string, connectionId: string): Statement => ({
  text: `DELETE FROM connection_circuit WHERE platform_id = $1 AND connection_id = $2 AND passed + 1 >= ${PROBES_TO_CLOSE}
    RETURNING connection_id`,
  values: [platformId, connectionId],
});

export const countPassed = (platformId: string, connectionId: string): Statement => ({
  text: `UPDATE connection_circuit SET passed = passed + 1, probes = greatest(probes - 1, 0)
    WHERE platform_id = $1 AND connection_id = $2`,
  values: [platformId, connectionId],
});

/**
 * Counts a probe that failed. Once more failed than passed, the connection rests again, twice as long up to the longest rest. `rests`
 * lists the rest in ms after 1, 2, … openings.
 */
export const countFailed = (
  platformId: string,
  connectionId: string,
  now: Date,
  reason: string,
  rests: number[],
): Statement => ({
  text: `UPDATE connection_circuit c SET reason = $4, times = c.times + CASE WHEN rests THEN 1 ELSE 0 END,
      open_until = CASE WHEN rests
        THEN $3::timestamptz + make_interval(secs => ($5::integer[])[least(c.times + 1, cardinality($5))] / 1000.0) ELSE c.open_until END,
      passed = CASE WHEN rests THEN 0 ELSE c.passed END, failed = CASE WHEN rests THEN 0 ELSE c.failed + 1 END,
      probes = CASE WHEN rests THEN 0 ELSE greatest(c.probes - 1, 0) END
    FROM (SELECT failed + 1 > passed AS rests FROM connection_circuit WHERE platform_id = $1 AND connection_id = $2 FOR UPDATE) judged
    WHERE c.platform_id = $1 AND c.connection_id = $2`,
  values: [platformId, connectionId, now, reason, rests],
});

/** Selects the masters and the administrators of settings, because they can change a connection. */
export const selectConnectionStaff = (
  platformId: string,
  isMastersAlone: boolean,
): Statement<{ id: string; isMaster: boolean }> => ({
  text: `SELECT g.person_id AS id, bool_or(g.role = 'master') AS is_master FROM role_grant g
    JOIN person p ON p.platform_id = g.platform_id AND p.id = g.person_id
    WHERE g.platform_id = $1 AND p.status = 'ACTIVE'
      AND (g.role = 'master' OR NOT $2 AND g.role = 'admin' AND 'isConfigAvailable' = ANY(g.permissions))
    GROUP BY g.person_id`,
  values: [platformId, isMastersAlone],
});

export const deleteRoutes = (platformId: string, method: PaymentMethod): Statement => ({
  text: 'DELETE FROM payment_route WHERE platform_id = $1 AND method = $2',
  values: [platformId, method],
});

export const insertRoutes = (
  platformId: string,
  method: PaymentMethod,
  routes: readonly (NewRoute & { id: string })[],
): Statement => ({
  text: `INSERT INTO payment_route (platform_id, method, id, connection_id, priority, weight, conditions, is_enabled,
      is_cheapest_first)
    SELECT $1, $2, r.id, r."connectionId", r.priority, r.weight, r.conditions, r."isEnabled", coalesce(r."isCheapestFirst", false)
    FROM jsonb_to_recordset($3::jsonb) AS r(id uuid, "connectionId" uuid, priority integer, weight integer, conditions jsonb,
      "isEnabled" boolean, "isCheapestFirst" boolean)`,
  values: [platformId, method, JSON.stringify(routes)],
});

export const selectKnownOffers = (platformId: string, ids: string[]): Statement<{ id: string }> => ({
  text: 'SELECT id FROM offer WHERE platform_id = $1 AND id = ANY($2)',
  values: [platformId, ids],
});

export const selectConnectionName = (platformId: string, id: string): Statement<{ name: string }> => ({
  text: 'SELECT name FROM provider_connection WHERE platform_id = $1 AND id = $2',
  values: [platformId, id],
});
