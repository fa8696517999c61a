/** Kills the server during purchases, and compares the bank's charges with the payments. TEST_SEED repeats one case. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TEST_KEY } from '../../core/test/build.ts';
import { checkWorld } from '../../core/test/check-world.ts';
import { openDraw, rounds, SEED } from '../../core/test/draw.ts';
import { waitFor } from '../../core/test/wait-for.ts';
import { CPF } from '../../core/test/world.ts';
import type { BankCharge } from './bank.ts';
import { DEADLINE_MS, DUE_PAYMENTS, hurry, killAt, openStage, PAUSES, type Stage, WAITING_EVENTS } from './stage.ts';

/** Three times as many as the bank has fates. */
const PURCHASES = rounds({ short: 60, long: 500 });
const AT_ONCE = rounds({ short: 20, long: 50 });
const KILLS = rounds({ short: 1, long: 4 });
const BANK_KEY = 'bank_key_canary_0123456789';
const BANK_WEBHOOK_SECRET = 'bank_secret_canary_0123456789';
const CARD_TOKEN = 'card_token_canary_0123456789';
/** A buyer repeats the request far longer than any repair takes here. */
const CLIENT_TRIES = 1_000;
/** Fifty buyers who repeat without a pause would overload a small machine. */
const RETRY_MS = 400;

let bank: ChildProcess;
let bankUrl: string;
let stage: Stage;

beforeAll(async () => {
  bank = spawn(process.execPath, [resolve(import.meta.dirname, 'bank.ts')], {
    env: { PATH: process.env.PATH, TEST_SEED: String(SEED), BANK_KEY, BANK_WEBHOOK_SECRET },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = (await once(createInterface({ input: bank.stdout as NodeJS.ReadableStream }), 'line')) as [string];
  bankUrl = `http://127.0.0.1:${port}`;
  const secrets = { secretKey: BANK_KEY, webhookSecret: BANK_WEBHOOK_SECRET };
  stage = await openStage({
    provider: 'crash-bank',
    bankUrl,
    secrets,
    env: { PURCHASE_RATE_LIMIT: '1000000', LIMIT_FACTOR: '1000' },
  });
});

afterAll(async () => {
  await stage?.close();
  bank?.kill();
});

const emailOf = (index: number) => `buyer-${index}@example.com`;

interface Bought {
  email: string;
  httpStatus: number;
  status: string | null;
  isConfirming: boolean;
}

/** Repeats the request with the same key until there is a response, as the checkout does. */
async function buyUntilAnswered(index: number, isCard: boolean): Promise<Bought> {
  const email = emailOf(index);
  const body = JSON.stringify({
    offerId: stage.world.offerId,
    name: 'João Comprador',
    email,
    cpf: CPF,
    phone: '11987654321',
    ...(isCard ? { paymentMethod: 'CREDIT_CARD', creditCard: { token: CARD_TOKEN } } : { paymentMethod: 'PIX' }),
  });
  const headers = { 'content-type': 'application/json', 'idempotency-key': `purchase-${SEED}-${index}` };
  let last = 'nobody answered';
  for (let tries = 0; tries < CLIENT_TRIES; tries++) {
    try {
      const answer = await fetch(`${stage.server.url}/api/checkout.purchase`, { method: 'POST', headers, body });
      const said = (await answer.json()) as { status?: string; payment?: { isConfirming: boolean } };
      if (answer.status === 200 || answer.status === 402) {
        return {
          email,
          httpStatus: answer.status,
          status: said.status ?? null,
          isConfirming: said.payment?.isConfirming ?? false,
        };
      }
      last = `${answer.status} ${JSON.stringify(said)}`;
      if (answer.status !== 409 && answer.status < 500) throw new Error(`Unexpected ${last}`);
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('Unexpected')) throw error;
    }
    await pause(RETRY_MS);
  }
  throw new Error(`Purchase ${index} was never answered; last: ${last}`);
}

const readBank = async () =>
  (await (await fetch(`${bankUrl}/log`)).json()) as {
    charges: BankCharge[];
    underWay: number;
    delivered: number;
    givenUp: number;
  };

/** Returns true if nothing is under way: at the bank, in the inbox, in the outbox, at the janitor. */
const isSettled = async () => {
  if ((await readBank()).underWay > 0) return false;
  const [open] = await stage.inspector.rows<{ count: number }>(`
    SELECT (SELECT count(*) FROM webhook WHERE state = 'RECEIVED')::int + (SELECT count(*) FROM outbox WHERE published_at IS NULL)::int
      + (SELECT count(*) FROM payment p JOIN payment_attempt a ON a.platform_id = p.platform_id AND a.payment_id = p.id
         WHERE p.status = 'PENDING' OR p.is_provisional OR a.state IN ('CREATED', 'UNKNOWN'))::int AS count`);
  return open?.count === 0;
};

it(`${PURCHASES} purchases and ${KILLS} deaths of the server (seed ${SEED})`, async () => {
  const { below, deck } = openDraw();
  const drawCard = deck([true, false]);
  const isCard = Array.from({ length: PURCHASES }, drawCard);
  const deaths = Array.from({ length: KILLS }, () => below(PURCHASES * 0.85));
  const bought: Bought[] = [];
  let next = 0;

  const buyer = async () => {
    while (next < PURCHASES) {
      const index = next++;
      bought.push(await buyUntilAnswered(index, isCard[index] as boolean));
    }
  };
  await hurry(stage, [DUE_PAYMENTS, WAITING_EVENTS, PAUSES], async () => {
    await Promise.all([killAt(stage, deaths, () => bought.length), ...Array.from({ length: AT_ONCE }, buyer)]);
    await waitFor('everything is settled', isSettled, DEADLINE_MS);
  });
  const { charges, givenUp } = await readBank();
  const payments = await stage.inspector.rows<{ email: string; status: string; reference: string }>(
    `SELECT s.buyer_email AS email, p.status, a.id AS reference FROM payment p
     JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id
     JOIN payment_attempt a ON a.platform_id = p.platform_id AND a.payment_id = p.id`,
  );

  expect(givenUp).toBe(0);
  expect(bought).toHaveLength(PURCHASES);
  expect(payments).toHaveLength(PURCHASES);
  // One charge for each buyer, whatever happened to the responses.
  expect(new Set(charges.map(({ payer }) => payer)).size).toBe(charges.length);
  await checkWorld(stage.databaseUrl, {
    charges: charges.map(({ reference, status }) => ({ reference, isPaid: status === 'paid' })),
    holdings: charges.map(({ reference, paid }) => ({ reference, received: paid, returned: 0 })),
    log: stage.server.log(),
    canaries: [BANK_KEY, BANK_WEBHOOK_SECRET, CARD_TOKEN, CPF, emailOf(7), '11987654321', TEST_KEY],
  });
  // The status that a buyer was shown stays true.
  const statusOf = new Map(payments.map(({ email, status }) => [email, status]));
  const betrayed = bought.filter(({ email, httpStatus, status, isConfirming }) => {
    const final = statusOf.get(email);
    if (httpStatus === 402 || status === 'REJECTED') return final !== 'REJECTED';
    return status === 'APPROVED' && !isConfirming && final !== 'APPROVED';
  });
  expect(betrayed).toEqual([]);
  // Every fate was drawn at least once.
  expect(charges.length).toBeLessThan(PURCHASES);
  const [{ unknown } = { unknown: 0 }] = await stage.inspector.rows<{ unknown: number }>(
    `SELECT count(*)::int AS unknown FROM provider_exchange WHERE outcome = 'UNKNOWN'`,
  );
  expect(unknown).toBeGreaterThan(0);
});
