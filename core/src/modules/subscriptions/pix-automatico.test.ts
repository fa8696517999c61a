/** Subscriptions that the buyer's bank pays: one debit a cycle, codes where there is no agreement, and no agreement without a subscription. */
import { type Simulator, toSaoPauloDate } from '@feira/plugin-kit';
import { dueDateAfter } from '@feira/schemas/rules/mandate';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { payAtProvider, pollPayment } from '../../../test/at-provider.ts';
import { checkWorld } from '../../../test/check-world.ts';
import { readMails } from '../../../test/mails.ts';
import { type Bought, findBought, type Market, openMarket } from '../../../test/market.ts';
import { buy, pixPurchase } from '../../../test/world.ts';
import { advanceMandate, findMandateOfPayment } from '../mandates/service.ts';
import { advanceSubscription } from './engine.ts';
import { reportMandate } from './mandate.ts';
import { reportPayment } from './reports.ts';
import { tokenOf } from './service.ts';

const PRICE = 2_990;
const DAY_MS = 86_400_000;

let shared: Market;
let market: Market;
beforeAll(async () => {
  shared = await openMarket({ isListening: false });
});
afterAll(async () => {
  if (shared) await checkWorld(shared.node.databaseUrl);
  await shared?.close();
});
beforeEach(async () => {
  market = await shared.replace();
  await market.inspector.rows(
    `UPDATE offer SET type = 'SUBSCRIPTION', price = 1000, recurrence_price = $2, frequency_in_days = 30, billet_enabled = false
     WHERE id = $1`,
    [market.world.offerId, PRICE],
  );
  market.node.app.cache.forgetAll();
});

const app = () => market.node.app;
const platformId = () => market.world.platformId;
const mandates = async () => (await market.host()).simulator.mandates as NonNullable<Simulator['mandates']>;

interface Row {
  id: string;
  public_id: string;
  method: string;
  status: string;
  cycle: number;
  next_charge_at: Date;
  anchor_at: Date;
}
const readOne = async () =>
  (await market.inspector.rows<Row>('SELECT * FROM subscription WHERE platform_id = $1', [platformId()]))[0] as Row;
const readPayments = () =>
  market.inspector.rows<{
    id: string;
    public_id: string;
    status: string;
    pix_code: string | null;
    mandate_id: string | null;
  }>(
    `SELECT p.id, p.public_id, p.status, p.pix_code, a.mandate_id FROM payment p JOIN payment_attempt a ON a.payment_id = p.id
     WHERE p.platform_id = $1 ORDER BY p.created_at, p.id`,
    [platformId()],
  );
async function report(): Promise<void> {
  for (const { id } of await readPayments()) await reportPayment(app(), platformId(), id);
}
const advance = async () => advanceSubscription(app(), platformId(), (await readOne()).id);
async function forward(ms: number): Promise<void> {
  market.clock.forward(ms);
  for (let time = 0; time < 3; time++) await advance();
}
const untilDue = async () => (await readOne()).next_charge_at.getTime() - market.clock.now().getTime();
async function lookAtMandate({ paymentId }: Bought): Promise<void> {
  const mandate = await findMandateOfPayment(app(), platformId(), paymentId);
  await advanceMandate(app(), platformId(), mandate?.id ?? '');
}

/** Buys the first cycle, pays it and agrees by its code. */
async function subscribe(): Promise<Bought> {
  const answer = await buy(app(), pixPurchase(market.world));
  expect(answer.statusCode, answer.body).toBe(200);
  const bought = await findBought(market.inspector, answer.json().paymentId);
  await payAtProvider(market, bought, 1_000);
  await pollPayment(market, bought);
  await lookAtMandate(bought);
  await report();
  return bought;
}

it('charges each cycle once by the buyer’s bank, on the same day of each month', async () => {
  await subscribe();
  const begun = await readOne();
  expect(begun).toMatchObject({ method: 'PIX_AUTOMATICO', status: 'ACTIVE', cycle: 1 });

  await forward((await untilDue()) - 4 * DAY_MS);
  const charges = await (await mandates()).listCharges();
  expect(charges).toMatchObject([{ amount: PRICE, dueDate: toSaoPauloDate(begun.next_charge_at), status: 'PENDING' }]);
  expect(await readPayments()).toHaveLength(2);
  await forward(4 * DAY_MS + 60_000);
  expect(await readPayments()).toHaveLength(2);
  await (await mandates()).payCharge(charges[0]?.mandateChargeId as string);
  await pollPayment(market, { paymentId: (await readPayments())[1]?.id as string });
  await report();

  const renewed = await readOne();
  expect(renewed).toMatchObject({ method: 'PIX_AUTOMATICO', status: 'ACTIVE', cycle: 2 });
  const dueDates = [begun, renewed].map(({ next_charge_at: at }) => toSaoPauloDate(at));
  const anchor = toSaoPauloDate(begun.anchor_at);
  expect(dueDates).toEqual([1, 2].map((months) => dueDateAfter(anchor, 30, months)));
});

it('falls due on the last day of each month for who subscribed before midnight of the 31st in São Paulo', async () => {
  const year = market.clock.now().getUTCFullYear() + 1;
  market.clock.forward(Date.parse(`${year}-01-31T23:57:00-03:00`) - market.clock.now().getTime());
  await subscribe();
  const due = async () => toSaoPauloDate((await readOne()).next_charge_at);
  const dueDates = [await due()];
  for (let cycle = 2; cycle <= 4; cycle++) {
    await forward((await untilDue()) - 4 * DAY_MS);
    const charges = await (await mandates()).listCharges();
    const charge = charges.find(({ dueDate }) => dueDate === dueDates.at(-1));
    await forward(4 * DAY_MS + 10_000);
    await (await mandates()).payCharge(charge?.mandateChargeId as string);
    // The node hears of it on the next day.
    await forward(300_000);
    await pollPayment(market, { paymentId: (await readPayments()).at(-1)?.id as string });
    await report();
    dueDates.push(await due());
  }

  const february = new Date(Date.UTC(year, 2, 0)).getUTCDate();
  expect(dueDates).toEqual([`${year}-02-${february}`, `${year}-03-31`, `${year}-04-30`, `${year}-05-31`]);
  expect(await readPayments()).toHaveLength(4);
});

it('goes on by codes once the buyer has ended the agreement', async () => {
  const bought = await subscribe();
  const mandate = await findMandateOfPayment(app(), platformId(), bought.paymentId);
  await (await mandates()).cancel(mandate?.mandateId as string, 'BUYER');
  await lookAtMandate(bought);

  for (let time = 0; time < 2; time++) await reportMandate(app(), platformId(), bought.paymentId);
  expect(await readOne()).toMatchObject({ method: 'PIX', status: 'ACTIVE' });
  const mails = await readMails(app(), market.inspector, platformId(), pixPurchase(market.world).email);
  expect(
    mails.filter(({ template }) => template === 'subscription-news').map(({ parameters }) => parameters.step),
  ).toEqual(['BEGUN', 'AGREEMENT_ENDED']);
  await forward((await untilDue()) - DAY_MS);

  expect(await (await mandates()).listCharges()).toEqual([]);
  expect((await readPayments())[1]).toMatchObject({
    status: 'PENDING',
    pix_code: expect.any(String),
    mandate_id: null,
  });
});

it('asks for a code where the bank has refused the debit for good, and is paid once', async () => {
  await subscribe();
  await forward((await untilDue()) - 4 * DAY_MS);
  const [charge] = await (await mandates()).listCharges();
  await (await mandates()).refuseCharge(charge?.mandateChargeId as string, { isFinal: true });
  const [, debit] = await readPayments();
  await pollPayment(market, { paymentId: debit?.id as string });
  await report();

  await forward(4 * DAY_MS + 60_000);
  const [, , code] = await readPayments();
  expect(code).toMatchObject({ status: 'PENDING', pix_code: expect.any(String), mandate_id: null });
  const { transactionId } = await findBought(market.inspector, code?.public_id as string);
  await payAtProvider(market, { transactionId }, PRICE);
  await pollPayment(market, { paymentId: code?.id as string });
  await report();

  expect(await readOne()).toMatchObject({ status: 'ACTIVE', cycle: 2 });
  expect(await (await mandates()).listCharges()).toHaveLength(1);
});

it('ends the agreement and the debit on its way with the subscription', async () => {
  const bought = await subscribe();
  await forward((await untilDue()) - 4 * DAY_MS);
  const token = tokenOf(app(), (await readOne()).public_id);
  const payload = { token, isAtOnce: true, reason: null };
  const answer = await app().inject({ method: 'POST', url: '/api/subscriptions.cancelOwn', payload });
  expect(answer.statusCode, answer.body).toBe(200);

  await forward(60_000);
  await lookAtMandate(bought);

  expect(await (await mandates()).list()).toMatchObject([{ status: 'CANCELED' }]);
  expect(await (await mandates()).listCharges()).toMatchObject([{ status: 'CANCELED' }]);
});

it('is paid by a person at the page where the sandbox plays the bank, once', async () => {
  await subscribe();
  await forward((await untilDue()) - 4 * DAY_MS);
  const [, debit] = await readPayments();
  const shown = await app().inject(`/api/checkout.getPaymentQuick?paymentId=${debit?.public_id}`);
  const { simulatorUrl: url } = shown.json();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const act = async (action: string) =>
    (await app().inject({ method: 'POST', url, headers, payload: `action=${action}` })).statusCode;
  const read = async () => (await app().inject({ url, headers: { 'accept-language': 'pt-BR' } })).body;

  const before = await read();
  const answers = [await act('refuse'), await act('pay')];
  const [charge] = await (await mandates()).listCharges();
  // The bank tries again on the day after.
  await forward(5 * DAY_MS);
  await market.inspector.rows('UPDATE mandate_charge SET next_check_at = now() WHERE platform_id = $1', [platformId()]);
  await app().mandateCharges.run();
  answers.push(await act('pay'), await act('pay'));
  await pollPayment(market, { paymentId: debit?.id as string });
  await report();

  expect(before).toMatch(/Simular débito do Pix Automático.*R\$\s29,90.*Agendado/s);
  expect(charge).toMatchObject({ status: 'PENDING', paidAmount: 0 });
  // No attempt waited, and the debit was paid.
  expect(answers).toEqual([303, 409, 303, 409]);
  expect(await read()).toMatch(/Pago/);
  expect(await readOne()).toMatchObject({ status: 'ACTIVE', cycle: 2 });
});
