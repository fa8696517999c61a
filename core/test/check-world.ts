/** Checks the invariants of the whole database that hold after any test. */
import { fromRow, type PaymentRow, SELECT_PAYMENTS } from '../src/modules/payments/model.ts';
import { targetOf } from '../src/modules/payments/postings.ts';
import { heldIn, keptOf, reducePayment } from '../src/modules/payments/status.ts';
import type { Statement } from '../src/shared/statement.ts';
import { type Inspector, openInspector } from './inspect.ts';

export interface ProviderCharge {
  /** Our attempt's id. */
  reference: string;
  isPaid: boolean;
}

export interface ProviderPayout {
  /** Our withdrawal's id. */
  reference: string;
  isPaid: boolean;
}

export interface ProviderReturn {
  /** Our refund's id. */
  reference: string;
  /** Cents. */
  amount: number;
  isDone: boolean;
}

export interface ProviderHolding {
  /** Our attempt's id. */
  reference: string;
  received: number;
  /** By refund or chargeback. */
  returned: number;
}

export interface CheckOptions {
  /** The superuser of the server, where it is not that of the tests. */
  adminUrl?: string;
  /** The charges as the provider knows them; absent when the scenario does not know them. */
  charges?: ProviderCharge[];
  /** Every withdrawal that the provider was asked to send, and whether it was sent. */
  payouts?: ProviderPayout[];
  /** Every refund that the provider was asked for, and whether it was made. */
  returns?: ProviderReturn[];
  /** The amounts of each charge in the provider's own books, in cents. */
  holdings?: ProviderHolding[];
  /** Everything the nodes logged. */
  log?: string;
  /** Words that must stand nowhere in the log: cards, documents, secrets. */
  canaries?: string[];
  /** True if events may wait for a later attempt in this scenario. */
  mayWait?: boolean;
  now?: Date;
}

type Check = (inspector: Inspector, options: CheckOptions) => Promise<string[]>;

/** Throws with every violated invariant by its number. */
export async function checkWorld(databaseUrl: string, options: CheckOptions = {}): Promise<void> {
  const inspector = await openInspector(databaseUrl, options.adminUrl);
  try {
    const found: string[] = [];
    for (const check of CHECKS) found.push(...(await check(inspector, options)));
    if (found.length > 0) throw new Error(`The world is inconsistent:\n${found.join('\n')}`);
  } finally {
    await inspector.close();
  }
}

const list = (rows: Record<string, unknown>[]) => JSON.stringify(rows.slice(0, 5));
const none = (number: string, what: string, rows: Record<string, unknown>[]): string[] =>
  rows.length === 0 ? [] : [`${number}: ${rows.length} × ${what}, such as ${list(rows)}`];
const select =
  (number: string, what: string, sql: string): Check =>
  async (inspector) =>
    none(number, what, await inspector.rows(sql));

/** C4: the charges that the provider was paid are the approved payments. */
const agreesWithProvider: Check = async (inspector, { charges }) => {
  if (!charges) return [];
  const approved = await inspector.rows<{ reference: string }>(
    `SELECT a.id AS reference FROM payment p JOIN payment_attempt a ON a.platform_id = p.platform_id AND a.payment_id = p.id
     WHERE p.status = 'APPROVED' AND a.state NOT IN ('NOT_SENT', 'REFUSED')`,
  );
  const ours = new Set(approved.map(({ reference }) => reference));
  const theirs = new Set(charges.filter(({ isPaid }) => isPaid).map(({ reference }) => reference));
  const counts = Map.groupBy(charges, ({ reference }) => reference);
  const rows = (references: Iterable<string>) => [...references].map((reference) => ({ reference }));
  return [
    ...none(
      'C4',
      'paid at the provider, not approved here',
      rows([...theirs].filter((reference) => !ours.has(reference))),
    ),
    ...none(
      'C4',
      'approved here, not paid at the provider',
      rows([...ours].filter((reference) => !theirs.has(reference))),
    ),
    ...none(
      'C5',
      'charged more than once',
      rows([...counts].filter(([, same]) => same.length > 1).map(([key]) => key)),
    ),
  ];
};

const ALL_PAYMENTS: Statement<PaymentRow> = { text: SELECT_PAYMENTS, values: [] };
const readPayments = async (inspector: Inspector) => (await inspector.list(ALL_PAYMENTS)).map(fromRow);

/**
 * Each but the last of the calls that may have charged and whose code was not replaced was paid in part, and the next asks for less than
 * the price.
 */
const chargesOnce: Check = async (inspector) => {
  const wrong = (await readPayments(inspector)).filter(({ amount: price, attempts, charges }) => {
    // Two cards share the price, once.
    if (attempts.some(({ isHold }) => isHold === true))
      return attempts.length > 2 || attempts.reduce((sum, { amount }) => sum + Number(amount), 0) > price;
    const live = attempts.filter(({ state, reason }) => !isFailed(state) && reason !== 'RENEWED');
    return live.some(({ id }, index) => {
      const next = live[index + 1];
      const isPaid = charges.some(({ attemptId, captured }) => attemptId === id && captured > 0);
      return next !== undefined && !(isPaid && next.amount < price);
    });
  });
  return none(
    'C5',
    'payments that may have been charged twice',
    wrong.map(({ id }) => ({ payment_id: id })),
  );
};
const isFailed = (state: string) => state === 'NOT_SENT' || state === 'REFUSED';

/** The columns of a payment follow from its evidence. */
const followsFromEvidence: Check = async (inspector) => {
  const wrong = (await readPayments(inspector))
    .map((payment) => ({ payment, state: reducePayment(payment, payment.evidence) }))
    .filter(
      ({ payment, state }) =>
        payment.status !== state.status ||
        payment.settlement !== state.settlement ||
        Number(payment.paidAmount) !== state.paidAmount ||
        Number(payment.refundedAmount) !== state.refundedAmount,
    );
  return none(
    'C6',
    'payments whose columns do not follow from their evidence',
    wrong.map(({ payment, state }) => ({ id: payment.id, has: payment.status, follows: state.status })),
  );
};

const PEOPLE = ['PENDING', 'AVAILABLE', 'RESERVED', 'OWED'];

/** The ledger's entries of a payment sum up to what its state requires, in whatever account the shares are. */
const ledgerFollows: Check = async (inspector) => {
  const rows = await inspector.rows<{ payment: string; kind: string; owner: string | null; amount: number }>(
    `SELECT t.payment_id AS payment, a.kind, a.owner_id AS owner, sum(e.amount)::float8 AS amount
     FROM ledger_transaction t
     JOIN ledger_entry e ON e.platform_id = t.platform_id AND e.transaction_id = t.id
     JOIN ledger_account a ON a.platform_id = e.platform_id AND a.id = e.account_id
     WHERE t.payment_id IS NOT NULL GROUP BY 1, 2, 3`,
  );
  const found = new Map<string, Map<string, number>>();
  for (const { payment, kind, owner, amount } of rows) {
    const accounts = found.get(payment) ?? new Map<string, number>();
    const account = PEOPLE.includes(kind) ? `SHARE|${owner}` : owner ? `${kind}|${owner}` : kind;
    found.set(payment, accounts.set(account, (accounts.get(account) ?? 0) + amount));
  }
  const wrong = (await readPayments(inspector)).flatMap((payment) => {
    const is = found.get(payment.id) ?? new Map<string, number>();
    const wanted = payment.terms ? targetOf(payment.terms, payment) : new Map<string, number>();
    return [...new Set([...is.keys(), ...wanted.keys()])]
      .filter((account) => (is.get(account) ?? 0) !== (wanted.get(account) ?? 0))
      .map((account) => ({ payment: payment.id, account, has: is.get(account), follows: wanted.get(account) }));
  });
  return none('C2', 'accounts that do not follow from their payment', wrong);
};

/** Every cent that is held is the price's, on its way back, waits for the rest of the price, or was refused: then a person orders it. */
const nothingIsNobodys: Check = async (inspector) => {
  const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + Number(amount), 0);
  const wrong = (await readPayments(inspector)).flatMap((payment) => {
    const held = sumOf(payment.charges.map(heldIn));
    const mayBeCompleted = payment.status === 'PENDING' && payment.paidAmount < payment.amount;
    const onItsWay = payment.refunds.filter(({ state }) => !['DONE', 'REFUSED'].includes(state));
    const isForAPerson = payment.refunds.some(({ state, cause }) => state === 'REFUSED' && cause !== 'WANTED');
    const left = held - keptOf(payment) - sumOf(onItsWay.map(({ amount }) => amount));
    return left > 0 && !mayBeCompleted && !isForAPerson ? [{ id: payment.id, status: payment.status, held, left }] : [];
  });
  return none('C13', 'cents at a provider that are neither kept nor on their way back', wrong);
};

/** Checks that providers hold the sums that the ledger says they hold: charge by charge, and for each payment. */
const holdingsAgree: Check = async (inspector, { holdings }) => {
  if (!holdings) return [];
  const rows = await inspector.rows<{ id: string; held: number }>(
    `SELECT t.payment_id AS id, -sum(e.amount)::float8 AS held FROM ledger_transaction t
     JOIN ledger_entry e ON e.platform_id = t.platform_id AND e.transaction_id = t.id
     JOIN ledger_account a ON a.platform_id = e.platform_id AND a.id = e.account_id AND a.kind IN ('PROVIDER', 'PROVIDER_FEES')
     WHERE t.payment_id IS NOT NULL GROUP BY 1`,
  );
  const posted = new Map(rows.map(({ id, held }) => [id, held]));
  const theirs = new Map(holdings.map(({ reference, received, returned }) => [reference, received - returned]));
  const wrong = (await readPayments(inspector)).flatMap(({ id, attempts, charges, terms }) => {
    const byAttempt = attempts.map((attempt) => {
      const own = charges.filter(({ attemptId }) => attemptId === attempt.id);
      const ours = own.reduce((sum, charge) => sum + heldIn(charge), 0);
      return { id, attempt: attempt.id, provider: theirs.get(attempt.id) ?? 0, ours };
    });
    const provider = byAttempt.reduce((sum, item) => sum + item.provider, 0);
    const ledger = terms ? (posted.get(id) ?? 0) : provider;
    return [
      ...byAttempt.filter((item) => item.provider !== item.ours),
      ...(provider === ledger ? [] : [{ id, attempt: 'all', provider, ours: ledger }]),
    ];
  });
  return none('C13', 'charges of which the provider holds another sum than the ledger says', wrong);
};

/** C7: no webhook stays unprocessed. */
const webhooksAreDone: Check = async (inspector, { mayWait = false }) =>
  none(
    'C7',
    'events without an end',
    await inspector.rows(
      `SELECT id, state, reason, attempts FROM webhook
       WHERE (state = 'RECEIVED' AND NOT ($1 AND reason IS NOT NULL AND next_attempt_at IS NOT NULL)) OR (state IN ('PARKED', 'IGNORED') AND reason IS NULL)`,
      [mayWait],
    ),
  );

/** The targets of columns without a foreign key. */
const TARGETS: Record<string, string> = {
  payment_id: 'payment',
  attempt_id: 'payment_attempt',
  connection_id: 'provider_connection',
  webhook_id: 'webhook',
  sale_id: 'sale',
  recovered_by: 'sale',
  offer_id: 'offer',
  product_id: 'product',
  order_bump_id: 'order_bump',
  delivery_option_id: 'delivery_option',
  seller_id: 'person',
  person_id: 'person',
  manager_id: 'person',
  impersonator_session_id: 'session',
};
/** The columns whose name stands for something else elsewhere. */
const OTHER_TARGETS: Record<string, string> = {
  'integration_delivery.connection_id': 'integration_connection',
  'fiscal_invoice.connection_id': 'integration_connection',
};

/** C8: no row refers to a row of another platform or to a missing row. */
const tenantsAgree: Check = async (inspector) => {
  // The views of information_schema take longer than the check itself, and so does looking through every empty table.
  const columns = await inspector.rows<{ source: string; name: string }>(
    `SELECT c.relname AS source, a.attname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition AND NOT a.attisdropped AND a.attname = ANY($1)
       AND (c.relkind = 'p' OR (c.relkind = 'r' AND pg_relation_size(c.oid) > 0))
       AND EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = c.oid AND o.attname = 'platform_id')`,
    [Object.keys(TARGETS)],
  );
  if (columns.length === 0) return [];
  const strays = columns.map(
    ({ source, name }) =>
      `SELECT '${source}.${name}' AS place, s.platform_id, s.${name} AS id FROM ${source} s WHERE s.${name} IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM ${OTHER_TARGETS[`${source}.${name}`] ?? TARGETS[name]} t WHERE t.platform_id = s.platform_id AND t.id = s.${name})`,
  );
  return none('C8', 'references to another platform or to nobody', await inspector.rows(strays.join(' UNION ALL ')));
};

/** C9: logs hold neither personal data nor secrets. */
const logIsClean: Check = async (_inspector, { log = '', canaries = [] }) =>
  none(
    'C9',
    'secrets in the log',
    canaries.filter((word) => log.includes(word)).map((canary) => ({ canary })),
  );

/** C10: nothing waits for ever. */
const nothingIsStuck: Check = async (inspector, { now = new Date() }) => [
  ...none(
    'C10',
    'payments undecided past their time',
    await inspector.rows(`SELECT id, status, expires_at FROM payment WHERE status = 'PENDING' AND expires_at < $1`, [
      now,
    ]),
  ),
  ...none(
    'C10',
    'open payments nobody will look at again',
    await inspector.rows(
      `SELECT p.id, p.status, a.state FROM payment p JOIN payment_attempt a ON a.platform_id = p.platform_id AND a.payment_id = p.id
       WHERE p.next_check_at IS NULL AND a.state <> 'PARKED' AND (p.status = 'PENDING' OR p.is_provisional OR a.state IN ('CREATED', 'UNKNOWN'))`,
    ),
  ),
];

/** Every withdrawal that was sent counts as paid, once; none that was returned to its owner was sent. */
const payoutsAgree: Check = async (inspector, { payouts }) => {
  if (!payouts) return [];
  const rows = await inspector.rows<{ id: string; state: string }>('SELECT id, state FROM withdrawal');
  const sent = Map.groupBy(payouts, ({ reference }) => reference);
  const paid = (id: string) => (sent.get(id) ?? []).filter(({ isPaid }) => isPaid).length;
  const isBack = (state: string) => ['FAILED', 'REJECTED', 'CANCELED', 'WAITING'].includes(state);
  return [
    ...none(
      'C12',
      'withdrawals sent more than once',
      [...sent].filter(([, same]) => same.length > 1).map(([reference]) => ({ reference })),
    ),
    ...none(
      'C12',
      'withdrawals that count as paid without one payout',
      rows.filter(({ id, state }) => state === 'PAID' && paid(id) !== 1),
    ),
    ...none(
      'C12',
      'withdrawals whose money is with their owner and went out as well',
      rows.filter(({ id, state }) => isBack(state) && paid(id) > 0),
    ),
  ];
};

/**
 * Every refund that the provider made counts as refunded, once; only one that was refused is asked for again. `returns` are in the order
 * of asking.
 */
const returnsAgree: Check = async (inspector, { returns }) => {
  if (!returns) return [];
  const rows = await inspector.rows<{ id: string; state: string; amount: number }>(
    'SELECT id, state, amount::int AS amount FROM refund',
  );
  const asked = Map.groupBy(returns, ({ reference }) => reference);
  const done = (id: string) => (asked.get(id) ?? []).filter(({ isDone }) => isDone);
  const ids = new Set(rows.map(({ id }) => id));
  return [
    ...none(
      'C6',
      'refunds asked for again after they were done, or by nobody',
      [...asked]
        .filter(([id, same]) => same.slice(0, -1).some(({ isDone }) => isDone) || !ids.has(id))
        .map(([reference]) => ({ reference })),
    ),
    ...none(
      'C6',
      'refunds that count as done and were not, in this amount',
      rows.filter(({ id, state, amount }) => state === 'DONE' && done(id)[0]?.amount !== amount),
    ),
    ...none(
      'C6',
      'refunds whose money went back and is with its owners as well',
      rows.filter(({ id, state }) => state === 'REFUSED' && done(id).length > 0),
    ),
  ];
};

const CHECKS: Check[] = [
  agreesWithProvider,
  select(
    'C5',
    'keys of one payment',
    'SELECT payment_id FROM idempotency_key WHERE payment_id IS NOT NULL GROUP BY platform_id, payment_id HAVING count(*) > 1',
  ),
  chargesOnce,
  select(
    'C6',
    'payments approved without exactly one announcement, won cases aside',
    `SELECT p.id, p.status, count(o.id)::int AS announced FROM payment p
     LEFT JOIN outbox o ON o.platform_id = p.platform_id AND o.payment_id = p.id AND o.type = 'payment.approved'
       AND o.payload->>'from' IS DISTINCT FROM 'CHARGEBACK'
       -- Approved, given back whole in the provider's panel and paid once more: nobody here took the whole sale back.
       AND NOT (o.payload->>'from' IS NOT DISTINCT FROM 'REFUNDED'
         AND EXISTS (SELECT 1 FROM outbox e WHERE e.platform_id = p.platform_id AND e.payment_id = p.id AND e.type = 'payment.approved' AND e.id < o.id)
         AND p.amount > (SELECT coalesce(sum(w.amount), 0) FROM refund w
           WHERE w.platform_id = p.platform_id AND w.payment_id = p.id AND w.cause = 'WANTED' AND w.state <> 'REFUSED'))
     GROUP BY p.platform_id, p.id HAVING count(o.id) <> 1 AND p.status = 'APPROVED' OR count(o.id) > 1`,
  ),
  select(
    'C6',
    'payments with money and without evidence',
    'SELECT p.id FROM payment p WHERE p.paid_amount > 0 AND NOT EXISTS (SELECT 1 FROM payment_evidence e WHERE e.platform_id = p.platform_id AND e.payment_id = p.id)',
  ),
  select(
    'C6',
    'payments that give back more than they may',
    `SELECT p.id, p.paid_amount, sum(r.amount)::int AS back FROM payment p JOIN refund r ON r.platform_id = p.platform_id AND r.payment_id = p.id
     -- One that may not be sent is SENDING with this reason until it is refused: nothing of it leaves.
     WHERE r.state IN ('SENDING', 'PENDING', 'DONE', 'UNKNOWN') AND (r.state <> 'SENDING' OR r.reason IS DISTINCT FROM 'NOT_CONFIRMED')
     GROUP BY p.platform_id, p.id
     HAVING sum(r.amount) > p.paid_amount
       -- Nobody but a person gives back the price of what was sold. What leaves as too little makes no sale together with what comes
       -- later, so all of that may go back by itself, as long as nothing was sold by it: an approved payment keeps its price aside always.
       -- A refund whose answer was lost may count as the one of the same amount in the panel: what it owed then leaves by itself, and all
       -- together is what persons decided.
       OR (coalesce(sum(r.amount) FILTER (WHERE r.cause <> 'WANTED'), 0) > p.paid_amount - CASE
         WHEN p.status = 'APPROVED' OR (p.status <> 'CHARGEBACK'
           AND p.paid_amount - coalesce(sum(r.amount) FILTER (WHERE r.cause = 'UNDERPAID'), 0) >= p.amount)
         THEN p.amount ELSE 0 END
         AND sum(r.amount) > p.paid_amount - p.amount + p.returning_amount)
       OR coalesce(sum(r.amount) FILTER (WHERE r.cause = 'WANTED'), 0) > p.amount`,
  ),
  select(
    'C6',
    'payments that do not keep aside what was authorised to go back',
    `SELECT p.id, p.returning_amount, sum(r.amount)::int AS authorised FROM payment p JOIN refund r ON r.platform_id = p.platform_id AND r.payment_id = p.id
     WHERE r.cause = 'WANTED' AND r.state <> 'REFUSED' GROUP BY p.platform_id, p.id HAVING sum(r.amount) > p.returning_amount`,
  ),
  followsFromEvidence,
  ledgerFollows,
  select(
    'C2',
    'balances that are not the sum of their entries',
    `SELECT a.id, a.kind, a.balance FROM ledger_account a WHERE a.balance IS NOT NULL AND a.balance <>
     (SELECT coalesce(sum(e.amount), 0) FROM ledger_entry e WHERE e.platform_id = a.platform_id AND e.account_id = a.id)`,
  ),
  select(
    'C3',
    'pending balances that are not what is held',
    `SELECT a.owner_id, a.balance FROM ledger_account a WHERE a.kind = 'PENDING' AND a.balance <>
     (SELECT coalesce(sum(h.amount), 0) FROM ledger_hold h WHERE h.platform_id = a.platform_id AND h.person_id = a.owner_id
      AND h.currency = a.currency AND h.state = 'OPEN' AND h.account = 'PENDING')`,
  ),
  select(
    'C3',
    'reserved balances that are not what is promised',
    `SELECT a.owner_id, a.balance FROM ledger_account a WHERE a.kind = 'RESERVED' AND a.balance <>
     (SELECT coalesce(sum(h.amount), 0) FROM ledger_hold h WHERE h.platform_id = a.platform_id AND h.person_id = a.owner_id
      AND h.currency = a.currency AND h.state = 'OPEN' AND h.account = 'RESERVED')
     + (SELECT coalesce(sum(w.amount), 0) FROM withdrawal w WHERE w.platform_id = a.platform_id AND w.person_id = a.owner_id
      AND w.currency = a.currency AND w.state NOT IN ('PAID', 'REJECTED', 'FAILED', 'CANCELED'))`,
  ),
  select(
    'C3',
    'holds promised to an anticipation that nobody decides about any more',
    `SELECT h.id, x.state FROM ledger_hold h JOIN anticipation x ON x.platform_id = h.platform_id AND x.id = h.anticipation_id
     WHERE h.state = 'OPEN' AND h.account = 'RESERVED' AND x.state <> 'WAITING'`,
  ),
  select(
    'C11',
    'open disputes whose money was released',
    `SELECT d.id, h.id AS hold FROM dispute d JOIN ledger_hold h ON h.platform_id = d.platform_id AND h.dispute_id = d.id
     WHERE d.state IN ('OPEN', 'ANSWERED') AND h.state IN ('RELEASED', 'ANTICIPATED')`,
  ),
  select(
    'C11',
    'disputes that do not keep what they say, though nothing moved since',
    `SELECT d.id, d.held_amount, coalesce(sum(h.amount), 0)::bigint AS kept FROM dispute d
     LEFT JOIN ledger_hold h ON h.platform_id = d.platform_id AND h.dispute_id = d.id AND h.state = 'OPEN'
     WHERE d.state IN ('OPEN', 'ANSWERED') AND NOT EXISTS (SELECT 1 FROM ledger_transaction t WHERE t.platform_id = d.platform_id
       AND t.payment_id = d.payment_id AND t.kind NOT IN ('SALE', 'DISPUTE_HELD') AND t.created_at >= d.opened_at - interval '1 second')
     GROUP BY d.platform_id, d.id, d.held_amount HAVING d.held_amount <> coalesce(sum(h.amount), 0)`,
  ),
  select(
    'C11',
    'open cases of which more was authorised to go back than is left',
    `SELECT d.id, d.amount, sum(r.amount)::bigint AS authorised FROM dispute d
     JOIN payment p ON p.platform_id = d.platform_id AND p.id = d.payment_id AND p.status = 'APPROVED'
     JOIN refund r ON r.platform_id = p.platform_id AND r.payment_id = p.id AND r.cause = 'WANTED' AND r.state <> 'REFUSED'
     WHERE d.state IN ('OPEN', 'ANSWERED') AND d.opening_event IS NULL GROUP BY d.platform_id, d.id, d.amount, p.amount
     HAVING d.amount + sum(r.amount) > p.amount`,
  ),
  select(
    'C11',
    'disputes that were settled and still keep money',
    `SELECT d.id, h.id AS hold FROM dispute d JOIN ledger_hold h ON h.platform_id = d.platform_id AND h.dispute_id = d.id
     WHERE d.settled_at IS NOT NULL AND h.state = 'OPEN'`,
  ),
  select(
    'C11',
    'payments whose money came back without their dispute having been won, or stayed though it was lost',
    `SELECT d.id, d.state, p.status FROM dispute d JOIN payment p ON p.platform_id = d.platform_id AND p.id = d.payment_id
     WHERE d.settled_at IS NOT NULL AND d.state IN ('LOST', 'ACCEPTED') AND d.kind = 'CHARGEBACK' AND d.amount >= p.amount
       AND p.status NOT IN ('CHARGEBACK', 'REFUNDED') AND p.terms IS NOT NULL`,
  ),
  select(
    'C12',
    'withdrawals whose postings are not those of their state',
    `SELECT w.id, w.state, r.id IS NOT NULL AS reserved, c.kind AS closed FROM withdrawal w
     LEFT JOIN ledger_transaction r ON r.platform_id = w.platform_id AND r.source = 'withdrawal:' || w.id || ':requested'
     LEFT JOIN ledger_transaction c ON c.platform_id = w.platform_id AND c.source = 'withdrawal:' || w.id || CASE w.corrections WHEN 0 THEN ':closed' ELSE ':corrected:' || w.corrections END
     WHERE r.id IS NULL OR (w.closed_at IS NULL) <> (c.id IS NULL)
       OR c.kind <> CASE w.state WHEN 'PAID' THEN 'WITHDRAWAL_PAID' ELSE 'WITHDRAWAL_FAILED' END OR (w.closed_at IS NULL) <> (w.state NOT IN ('PAID', 'REJECTED', 'FAILED', 'CANCELED'))`,
  ),
  select(
    'C12',
    'withdrawals on their way that nobody looks at',
    `SELECT id, state FROM withdrawal WHERE state IN ('APPROVED', 'SENDING') AND next_check_at IS NULL`,
  ),
  payoutsAgree,
  returnsAgree,
  holdingsAgree,
  nothingIsNobodys,
  webhooksAreDone,
  tenantsAgree,
  logIsClean,
  nothingIsStuck,
];
