/**
 * Kills the server while buyers subscribe and cycles of their subscriptions fall due, with a bank that loses answers and repeats events, and
 * compares the bank's charges with the cycles. TEST_SEED repeats one case.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_DUNNING } from '@feira/schemas/subscription';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TEST_KEY } from '../../core/test/build.ts';
import { checkWorld } from '../../core/test/check-world.ts';
import { openDraw, rounds, SEED } from '../../core/test/draw.ts';
import { waitFor } from '../../core/test/wait-for.ts';
import { CPF } from '../../core/test/world.ts';
import { type BankCharge, CARD_PREFIX } from './bank.ts';
import {
  callUntilAnswered,
  DEADLINE_MS,
  DUE_PAYMENTS,
  hurry,
  killAt,
  openStage,
  PAUSES,
  type Stage,
  WAITING_EVENTS,
} from './stage.ts';

const BUYERS = rounds({ short: 20, long: 250 });
/** The number of charges that each of them agrees to, the first included. */
const PROMISED = rounds({ short: 3, long: 4 });
const CYCLES = BUYERS * PROMISED;
const KILLS = rounds({ short: 1, long: 4 });
const AT_ONCE = rounds({ short: 5, long: 20 });
const DAYS = 7;
const FIRST_PRICE = 1_000;
const PRICE = 2_990;
const BANK_KEY = 'bank_key_canary_0123456789';
const BANK_WEBHOOK_SECRET = 'bank_secret_canary_0123456789';
const CARD_TOKEN = 'card_token_canary_0123456789';
/** A bank refuses one card of seven; a buyer who is refused again and again does not subscribe. */
const MOST_TRIES = 5;
/** Buyers who repeat without a pause would overload a small machine. */
const RETRY_MS = 400;

let bank: ChildProcess;
let bankUrl: string;
let stage: Stage;

beforeAll(async () => {
  bank = spawn(process.execPath, [resolve(import.meta.dirname, 'bank.ts')], {
    // The engine must not make another charge while nobody tells what became of one.
    env: { PATH: process.env.PATH, TEST_SEED: String(SEED), BANK_KEY, BANK_WEBHOOK_SECRET, BANK_IS_SILENT: 'on' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = (await once(createInterface({ input: bank.stdout as NodeJS.ReadableStream }), 'line')) as [string];
  bankUrl = `http://127.0.0.1:${port}`;
  // All of dunning is due at once, so that a refused card is charged again without waiting for days.
  const steps = Array.from({ length: 4 }, () => ({ day: 0, action: 'RETRY_CARD' as const }));
  stage = await openStage({
    provider: 'crash-bank',
    bankUrl,
    secrets: { secretKey: BANK_KEY, webhookSecret: BANK_WEBHOOK_SECRET },
    env: { PURCHASE_RATE_LIMIT: '1000000', LIMIT_FACTOR: '1000' },
    prepare: async (_, { inspector, world }) => {
      await inspector.rows(
        `UPDATE offer SET type = 'SUBSCRIPTION', price = $2, recurrence_price = $3, frequency_in_days = $4, recurrence_cycles = $5, dunning = $6
         WHERE id = $1`,
        [world.offerId, FIRST_PRICE, PRICE, DAYS, PROMISED, JSON.stringify({ ...DEFAULT_DUNNING, steps, endDay: 1 })],
      );
    },
  });
});

afterAll(async () => {
  await stage?.close();
  bank?.kill();
});

const emailOf = (index: number) => `subscriber-${index}@example.com`;

/** Stores a card and pays the first charge with it, repeating each request with the same key until there is a response. */
async function subscribe(index: number): Promise<void> {
  const email = emailOf(index);
  const buyer = { name: 'João Comprador', email, cpf: CPF };
  const visitor = { headers: {} };
  const card = await waitFor(`the card of ${email} is stored`, async () => {
    const input = { checkoutId: stage.world.offerId, token: CARD_TOKEN, ...buyer };
    const { body } = await callUntilAnswered(stage, visitor, 'checkout.tokenCreditCard', input, `card-${index}`);
    return body.creditCardId;
  });
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const input = {
      ...buyer,
      phone: '11987654321',
      offerId: stage.world.offerId,
      paymentMethod: 'CREDIT_CARD',
      creditCard: { creditCardId: card },
    };
    const key = `first-${SEED}-${index}-${tries}`;
    const { status, body } = await waitFor(`${email} has an answer`, async () => {
      const answer = await callUntilAnswered(stage, visitor, 'checkout.purchase', input, key);
      if (answer.status !== 409) return answer;
      return pause(RETRY_MS, null);
    });
    // A buyer who was told to wait does not pay again.
    if (status === 200) return;
    if (status !== 402) throw new Error(`Unexpected ${status}: ${JSON.stringify(body)}`);
    if ((body.payment as { mayBeCharged?: boolean } | undefined)?.mayBeCharged) return;
  }
}

const readBank = async () =>
  (await (await fetch(`${bankUrl}/log`)).json()) as {
    charges: BankCharge[];
    underWay: number;
    delivered: number;
    givenUp: number;
  };

const HURRIED = [
  DUE_PAYMENTS,
  WAITING_EVENTS,
  PAUSES,
  // A charge that its bank did not know has waited for days: it appears no more.
  `UPDATE payment_attempt SET created_at = created_at - interval '3 days' WHERE id IN (
     SELECT a.id FROM payment_attempt a JOIN payment p ON p.platform_id = a.platform_id AND p.id = a.payment_id
     WHERE p.status = 'REJECTED' AND NOT p.is_provisional AND a.created_at > now() - interval '1 day'
       AND a.created_at < now() - interval '5 seconds' FOR UPDATE OF a SKIP LOCKED)`,
  // The rest of a paid period passes but for a second: the next cycle falls due whether the server lives or not. Where dunning
  // has nothing to do but to end, its day passes.
  `WITH waiting AS (
     SELECT id, CASE WHEN past_due_since IS NULL THEN period_end - now() - interval '1 second' ELSE interval '1 day' END AS gone
     FROM subscription WHERE ended_at IS NULL
       AND CASE WHEN past_due_since IS NULL THEN period_end > now() + interval '2 hours' ELSE check_at > now() + interval '2 hours' END
     FOR UPDATE SKIP LOCKED
   ), event AS (
     UPDATE subscription_event e SET at = at - gone FROM waiting w WHERE e.subscription_id = w.id
   ), cycle AS (
     UPDATE subscription_cycle c SET period_start = period_start - gone, period_end = period_end - gone, due_at = due_at - gone
     FROM waiting w WHERE c.subscription_id = w.id
   )
   UPDATE subscription s SET anchor_at = anchor_at - gone, period_start = period_start - gone, period_end = period_end - gone,
     next_charge_at = next_charge_at - gone, past_due_since = past_due_since - gone, check_at = now(), version = version + 1
   FROM waiting w WHERE s.id = w.id`,
  // The hour passes after which it is looked again whether a charge has appeared.
  `UPDATE subscription SET check_at = now() WHERE id IN (
     SELECT id FROM subscription WHERE ended_at IS NULL AND check_at BETWEEN now() + interval '10 seconds' AND now() + interval '2 hours'
     FOR UPDATE SKIP LOCKED)`,
];

/** Nothing is under way, and every subscription that was paid for once has ended. */
const isSettled = async () => {
  if ((await readBank()).underWay > 0) return false;
  const [open] = await stage.inspector.rows<{ count: number }>(`
    SELECT (SELECT count(*) FROM webhook WHERE state = 'RECEIVED')::int + (SELECT count(*) FROM outbox WHERE published_at IS NULL)::int
      + (SELECT count(*) FROM payment p WHERE p.status = 'PENDING' OR p.is_provisional)::int
      + (SELECT count(*) FROM subscription WHERE ended_at IS NULL)::int
      + (SELECT count(*) FROM subscription_sale l JOIN payment p ON p.id = l.payment_id AND p.status = 'APPROVED'
         WHERE NOT EXISTS (SELECT FROM subscription s WHERE s.id = l.subscription_id))::int AS count`);
  return open?.count === 0;
};

interface Told {
  email: string;
  reason: string;
  cycles: { number: number; state: string; amount: number; payment: string | null }[];
}

it(`${CYCLES} cycles and ${KILLS} deaths of the server (seed ${SEED})`, async () => {
  const { below } = openDraw();
  // Some of the first charges are refused, and so are some of the others.
  const deaths = Array.from({ length: KILLS }, () => below(CYCLES * 0.8));
  let charged = 0;
  let next = 0;
  let isOver = false;
  const subscriber = async () => {
    while (next < BUYERS) await subscribe(next++);
  };
  const counting = waitFor(
    'the work is over',
    async () => {
      charged = (await readBank()).charges.length;
      return isOver;
    },
    DEADLINE_MS,
  );

  await hurry(stage, HURRIED, async () => {
    await Promise.all([killAt(stage, deaths, () => charged), ...Array.from({ length: AT_ONCE }, subscriber)]);
    await waitFor('every subscription has ended', isSettled, DEADLINE_MS);
  });
  isOver = true;
  await counting;

  const { charges, givenUp } = await readBank();
  const told = await stage.inspector.rows<Told>(
    `SELECT s.buyer_email AS email, s.end_reason AS reason, jsonb_agg(jsonb_build_object('number', c.number, 'state', c.state,
       'amount', c.amount, 'payment', p.id) ORDER BY c.number) AS cycles
     FROM subscription s JOIN subscription_cycle c ON c.subscription_id = s.id LEFT JOIN payment p ON p.sale_id = c.sale_id
     GROUP BY s.id, 1, 2`,
  );
  const tries = await stage.inspector.rows<{ reference: string; cycle: string }>(
    `SELECT a.id AS reference, l.subscription_id || ' ' || l.cycle AS cycle FROM subscription_sale l
     JOIN payment_attempt a ON a.payment_id = l.payment_id`,
  );
  const cycleOf = new Map(tries.map(({ reference, cycle }) => [reference, cycle]));
  const paid = charges.filter(({ status }) => status === 'paid');

  expect(givenUp).toBe(0);
  // Every charge is one of a cycle, and of no cycle there are two.
  expect(paid.filter(({ reference }) => !cycleOf.has(reference))).toEqual([]);
  const paidCycles = paid.map(({ reference }) => cycleOf.get(reference));
  expect(paidCycles.length).toBe(new Set(paidCycles).size);
  // One buyer, one subscription, however often they asked.
  expect(new Set(told.map(({ email }) => email)).size).toBe(told.length);
  expect(told.length).toBeGreaterThan(BUYERS / 2);
  for (const { email, reason, cycles } of told) {
    const own = paid.filter(({ payer }) => payer === email).map(({ amount }) => amount);
    const renewed = reason === 'COMPLETED' ? PROMISED - 1 : cycles.length - 2;
    expect(own, email).toEqual([FIRST_PRICE, ...Array(renewed).fill(PRICE)]);
    expect(
      cycles.map(({ state }) => state),
      email,
    ).toEqual([...Array(renewed + 1).fill('PAID'), ...(reason === 'COMPLETED' ? [] : ['UNPAID'])]);
    expect(['COMPLETED', 'UNPAID']).toContain(reason);
  }
  // Each of four tries is refused once in seven.
  expect(told.filter(({ reason }) => reason === 'COMPLETED').length).toBeGreaterThan(told.length * 0.9);
  expect(paid.length).toBeGreaterThan(CYCLES / 2);
  await checkWorld(stage.databaseUrl, {
    charges: charges.map(({ reference, status }) => ({ reference, isPaid: status === 'paid' })),
    holdings: charges.map(({ reference, paid: received }) => ({ reference, received, returned: 0 })),
    log: stage.server.log(),
    canaries: [BANK_KEY, BANK_WEBHOOK_SECRET, CARD_TOKEN, CARD_PREFIX, CPF, emailOf(7), '11987654321', TEST_KEY],
  });
  // Cards were refused, and answers were lost.
  expect(charges.some(({ status }) => status === 'refused')).toBe(true);
  const [{ unknown } = { unknown: 0 }] = await stage.inspector.rows<{ unknown: number }>(
    `SELECT count(*)::int AS unknown FROM provider_exchange WHERE outcome = 'UNKNOWN'`,
  );
  expect(unknown).toBeGreaterThan(0);
});
