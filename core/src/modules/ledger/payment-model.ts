/** Explains where the money of one sale went, from its postings and holds. */
import type { HOLD_REASONS, POSTING_KINDS } from '@feira/schemas/procedures/balances';
import type { Statement } from '../../plugins/database.ts';

/** The effect of one posting on one account of the platform, or on all accounts of one person. */
export interface Flow {
  transactionId: string;
  at: Date;
  kind: (typeof POSTING_KINDS)[number];
  account: string;
  ownerId: string | null;
  amount: number;
}

/** Selects every entry of every payment of the sale, the oldest first. */
export const selectFlows = (platformId: string, saleId: string): Statement<Flow> => ({
  text: `SELECT t.id AS transaction_id, t.occurred_at AS at, t.kind, a.kind AS account, a.owner_id, e.amount
    FROM payment p
    JOIN ledger_transaction t ON t.platform_id = p.platform_id AND t.payment_id = p.id
    JOIN ledger_entry e ON e.platform_id = t.platform_id AND e.transaction_id = t.id
    JOIN ledger_account a ON a.platform_id = e.platform_id AND a.id = e.account_id
    WHERE p.platform_id = $1 AND p.sale_id = $2 ORDER BY t.occurred_at, t.id, a.kind`,
  values: [platformId, saleId],
});

/** The sum of every entry that one account got from all payments of one sale. */
export type SaleSum = Pick<Flow, 'account' | 'ownerId' | 'amount'> & { saleId: string };

/** Sums the entries of many sales, sale by sale. */
export const selectSaleSums = (platformId: string, saleIds: readonly string[]): Statement<SaleSum> => ({
  text: `SELECT p.sale_id, a.kind AS account, a.owner_id, sum(e.amount)::bigint AS amount
    FROM payment p
    JOIN ledger_transaction t ON t.platform_id = p.platform_id AND t.payment_id = p.id
    JOIN ledger_entry e ON e.platform_id = t.platform_id AND e.transaction_id = t.id
    JOIN ledger_account a ON a.platform_id = e.platform_id AND a.id = e.account_id
    WHERE p.platform_id = $1 AND p.sale_id = ANY ($2::uuid[]) GROUP BY p.sale_id, a.kind, a.owner_id`,
  values: [platformId, saleIds],
});

/** Money of one person that a sale's payment holds, or that an anticipation paid out before its time. */
export interface SaleHold {
  personId: string;
  reason: (typeof HOLD_REASONS)[number];
  amount: number;
  releaseAt: Date | null;
  rule: { days?: number; guaranteeDays?: number; reserveBasisPoints?: number };
  isAnticipated: boolean;
  isAnticipating: boolean;
  isDisputed: boolean;
}

export const selectSaleHolds = (platformId: string, saleId: string): Statement<SaleHold> => ({
  text: `SELECT h.person_id, h.reason, h.amount, h.release_at, h.rule,
      h.state <> 'OPEN' AS is_anticipated, h.anticipation_id IS NOT NULL AS is_anticipating, h.dispute_id IS NOT NULL AS is_disputed
    FROM payment p JOIN ledger_hold h ON h.platform_id = p.platform_id AND h.payment_id = p.id
    WHERE p.platform_id = $1 AND p.sale_id = $2 AND h.state IN ('OPEN', 'ANTICIPATED', 'SETTLED') AND h.amount > 0
    ORDER BY h.release_at NULLS LAST, h.id`,
  values: [platformId, saleId],
});

const OF_PEOPLE = new Set(['PENDING', 'AVAILABLE', 'RESERVED', 'OWED', 'RECEIVER']);
const sum = (flows: readonly Pick<Flow, 'amount'>[]) => flows.reduce((total, { amount }) => total + amount, 0);

export interface SaleMoney {
  /** Cents that are with the provider or with people, and those that the provider kept for its service. */
  left: number;
  providerCost: number;
  interest: number;
  platformFee: number;
  /** Cents authorised to go back to the buyer that have not gone yet. */
  returning: number;
  people: Map<string, number>;
}

/** Adds up all postings of a sale. `interest`, `platformFee`, `returning` and the parts of people sum to `left`. */
export function sumFlows(flows: readonly Pick<Flow, 'account' | 'ownerId' | 'amount'>[]): SaleMoney {
  const of = (account: string) => sum(flows.filter((flow) => flow.account === account));
  const people = new Map<string, number>();
  for (const { account, ownerId, amount } of flows)
    if (ownerId && OF_PEOPLE.has(account)) people.set(ownerId, (people.get(ownerId) ?? 0) + amount);
  const providerCost = -of('PROVIDER_FEES');
  return {
    left: providerCost - of('PROVIDER'),
    providerCost,
    interest: of('INTEREST'),
    platformFee: of('PLATFORM_FEES'),
    returning: of('REFUNDS'),
    people,
  };
}

/** The places of one person's part. Money that is neither held, nor paid early, nor at the provider was released. */
export function placeOf(personId: string, flows: readonly Flow[], holds: readonly SaleHold[]) {
  const mine = flows.filter(({ account, ownerId }) => ownerId === personId && OF_PEOPLE.has(account));
  const amount = sum(mine);
  const atReceiver = sum(mine.filter(({ account }) => account === 'RECEIVER'));
  const own = holds.filter((hold) => hold.personId === personId);
  const amountOf = (list: readonly SaleHold[]) => list.reduce((total, hold) => total + hold.amount, 0);
  const open = own.filter(({ isAnticipated }) => !isAnticipated);
  const anticipated = amountOf(own) - amountOf(open);
  const byPosting = Map.groupBy(mine, ({ transactionId }) => transactionId);
  return {
    own: {
      amount,
      anticipated,
      atReceiver,
      released: Math.max(0, amount - atReceiver - amountOf(own)),
      holds: open,
    },
    movements: [...byPosting.values()]
      .map((posting) => ({ at: posting[0]!.at, kind: posting[0]!.kind, amount: sum(posting) }))
      .filter((movement) => movement.amount !== 0),
  };
}
