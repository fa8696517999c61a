/** Reads and writes the rows of anticipations, and the holds that they anticipate. */
import type { Currency } from '@feira/schemas/common';
import type { ANTICIPATION_STATES } from '@feira/schemas/procedures/anticipations';
import type { Statement } from '../../plugins/database.ts';
import type { Identity } from '../../plugins/sessions.ts';

export type AnticipationState = (typeof ANTICIPATION_STATES)[number];

/** With more holds, the owner's accounts would stay locked for too long. */
const MAX_HOLDS = 200;

export interface AnticipatedPart {
  holdId: string;
  amount: number;
  days: number;
  fee: number;
}

export interface AnticipationRow {
  id: string;
  personId: string;
  amount: number;
  fee: number;
  currency: Currency;
  feeBasisPointsPerDay: number;
  parts: AnticipatedPart[];
  state: AnticipationState;
  reason: string | null;
  createdAt: Date;
  closedAt: Date | null;
}

export const COLUMNS = `x.id, x.person_id, x.amount, x.fee, x.currency, x.fee_basis_points_per_day, x.holds AS parts, x.state,
  x.reason, x.created_at, x.closed_at`;

interface Owner {
  personId: string;
  currency: Currency;
}

/** A hold that no dispute and no other anticipation has. */
export interface OpenHold {
  id: string;
  amount: number;
  releaseAt: Date;
}

/** Selects the holds that can be anticipated, the soonest first. Reserves are not among them. */
export const selectOpenHolds = (platformId: string, { personId, currency }: Owner, now: Date): Statement<OpenHold> => ({
  text: `SELECT id, amount, release_at FROM ledger_hold
    WHERE platform_id = $1 AND person_id = $2 AND currency = $3 AND state = 'OPEN' AND account = 'PENDING' AND reason = 'RELEASE'
      AND dispute_id IS NULL AND amount > 0 AND release_at > $4
    ORDER BY release_at, id LIMIT ${MAX_HOLDS}`,
  values: [platformId, personId, currency, now],
});

/** Selects the same holds and locks them. The caller has locked the accounts. */
export function lockOpenHolds(platformId: string, owner: Owner, now: Date): Statement<OpenHold> {
  const { text, values } = selectOpenHolds(platformId, owner, now);
  return { text: `${text} FOR UPDATE`, values };
}

/** Splits a hold of which only a part is anticipated: the rest becomes a hold with the same terms. */
export const splitHold = (platformId: string, holdId: string, rest: number): Statement => ({
  text: `
    WITH kept AS (
      UPDATE ledger_hold SET amount = amount - $3, initial_amount = initial_amount - $3
      WHERE platform_id = $1 AND id = $2 AND state = 'OPEN' AND amount > $3 RETURNING *
    )
    INSERT INTO ledger_hold (platform_id, person_id, payment_id, currency, reason, account, initial_amount, amount, release_at, rule, created_at)
    SELECT platform_id, person_id, payment_id, currency, reason, account, $3, $3, release_at, rule, created_at FROM kept`,
  values: [platformId, holdId, rest],
});

export interface NewAnticipation extends Owner {
  id: string;
  amount: number;
  fee: number;
  feeBasisPointsPerDay: number;
  parts: AnticipatedPart[];
}

export const insertAnticipation = (platformId: string, row: NewAnticipation): Statement<AnticipationRow> => ({
  text: `INSERT INTO anticipation AS x (platform_id, id, person_id, currency, amount, fee, fee_basis_points_per_day, holds)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${COLUMNS}`,
  values: [
    platformId,
    row.id,
    row.personId,
    row.currency,
    row.amount,
    row.fee,
    row.feeBasisPointsPerDay,
    JSON.stringify(row.parts),
  ],
});

/** Finds an anticipation of any person where `personId` is null. */
export const selectAnticipation = (
  platformId: string,
  id: string,
  personId: string | null,
): Statement<AnticipationRow> => ({
  text: `SELECT ${COLUMNS} FROM anticipation x WHERE x.platform_id = $1 AND x.id = $2 AND ($3::uuid IS NULL OR x.person_id = $3)`,
  values: [platformId, id, personId],
});

/** Locks the anticipation: of two simultaneous decisions, the second finds it decided. */
export const lockAnticipation = (platformId: string, id: string): Statement<AnticipationRow> => ({
  text: `SELECT ${COLUMNS} FROM anticipation x WHERE x.platform_id = $1 AND x.id = $2 FOR UPDATE`,
  values: [platformId, id],
});

export interface ReservedHold {
  id: string;
  amount: number;
  releaseAt: Date;
  isDisputed: boolean;
}

/** Selects and locks the anticipation's holds. Holds that refunds have taken are not among them. */
export const lockReservedHolds = (platformId: string, { id, personId }: AnticipationRow): Statement<ReservedHold> => ({
  text: `SELECT id, amount, release_at, dispute_id IS NOT NULL AS is_disputed FROM ledger_hold
    WHERE platform_id = $1 AND anticipation_id = $2 AND person_id = $3 AND state = 'OPEN' AND account = 'RESERVED'
    ORDER BY id FOR UPDATE`,
  values: [platformId, id, personId],
});

/** Detaches the holds from the anticipation, so that a refunded hold can be reopened when its refund fails. */
export const detachHolds = (platformId: string, id: string): Statement => ({
  text: 'UPDATE ledger_hold SET anticipation_id = NULL WHERE platform_id = $1 AND anticipation_id = $2',
  values: [platformId, id],
});

export interface Closing {
  id: string;
  state: Exclude<AnticipationState, 'WAITING'>;
  fee: number;
  /** Null where the platform's rule or the clock decided. */
  decidedBy: string | null;
  reason: string | null;
}

export const closeAnticipation = (platformId: string, { id, state, fee, decidedBy, reason }: Closing): Statement => ({
  text: `UPDATE anticipation SET state = $3, fee = $4, decided_by = $5, reason = $6, closed_at = now()
    WHERE platform_id = $1 AND id = $2 AND state = 'WAITING'`,
  values: [platformId, id, state, fee, decidedBy, reason],
});

export const selectPerson = (platformId: string, id: string): Statement<Identity> => ({
  text: 'SELECT id, name, email FROM person WHERE platform_id = $1 AND id = $2',
  values: [platformId, id],
});
