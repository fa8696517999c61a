/** PIX Automático on the sandbox: one code pays and agrees, cycles are charged by the buyer's bank, and nothing is asked for twice. */

import type { Simulator } from '@feira/plugin-kit';
import { addDays, toSaoPauloDate } from '@feira/plugin-kit';
import { parseBrCode } from '@feira/schemas/rules/br-code';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payAtProvider, pollPayment } from '../../../test/at-provider.ts';
import { checkWorld } from '../../../test/check-world.ts';
import { readMails } from '../../../test/mails.ts';
import { chargeUnderMandate } from '../../../test/mandate-cycles.ts';
import { type Bought, findBought, type Letter, type Market, openMarket } from '../../../test/market.ts';
import { buy, pixPurchase } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { findConnection } from '../connections/service.ts';
import { authoriseRefund, findPayment } from '../payments/service.ts';
import { sendRefund } from '../refunds/provider-calls.ts';
import { advanceCharge } from './charges.ts';
import {
  advanceMandate,
  cancelMandate,
  cancelMandateCharge,
  endUnpaid,
  findChargeable,
  findMandateOfPayment,
} from './service.ts';

const PRICE = 4_990;
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
  await sellSubscription(30);
});

/** The offer of the market becomes a subscription whose first charge costs what each later one does. */
async function sellSubscription(days: number): Promise<void> {
  await market.inspector.rows(
    `UPDATE offer SET type = 'SUBSCRIPTION', billet_enabled = false, price = $2, recurrence_price = $2, frequency_in_days = $3 WHERE id = $1`,
    [market.world.offerId, PRICE, days],
  );
  market.node.app.cache.forgetAll();
}

const platformId = () => market.world.platformId;
const app = () => market.node.app;
const mandates = async () => (await market.host()).simulator.mandates as NonNullable<Simulator['mandates']>;
const fault = async (
  kind: 'lose-answer' | 'error-500' | 'refuse' | 'false-refusal' | 'unknown-status',
  match: string,
  times = 1,
) => (await market.host()).addFault({ kind, times, match } as never);
const listAtProvider = async () => (await mandates()).list();
const chargesAtProvider = async () => (await mandates()).listCharges();

async function subscribe(): Promise<Bought> {
  const answer = await buy(app(), pixPurchase(market.world));
  expect(answer.statusCode, answer.body).toBe(200);
  return findBought(market.inspector, answer.json().paymentId);
}
const mandateOf = async ({ paymentId }: Pick<Bought, 'paymentId'>) => {
  const mandate = await findMandateOfPayment(app(), platformId(), paymentId);
  if (!mandate) throw new Error('There is no mandate.');
  return mandate;
};
const readPayment = async ({ paymentId }: Pick<Bought, 'paymentId'>) => {
  const payment = await findPayment(app(), platformId(), paymentId);
  if (!payment) throw new Error('There is no payment.');
  return payment;
};
const look = async (bought: Pick<Bought, 'paymentId'>) => {
  await advanceMandate(app(), platformId(), (await mandateOf(bought)).id);
  return mandateOf(bought);
};

const viewOf = async ({ publicId }: Bought) => {
  const answer = await app().inject({ url: `/api/checkout.getPaymentQuick?paymentId=${publicId}` });
  return answer.json().mandate;
};

/** Pays the first charge, by which the buyer agrees, and hears of both. */
async function agree(bought: Bought) {
  await payAtProvider(market, bought, PRICE);
  await pollPayment(market, bought);
  const mandate = await look(bought);
  expect(mandate.status).toBe('ACTIVE');
  return mandate;
}
const dueDateOf = async (bought: Bought) => (await mandateOf(bought)).firstChargeDate;

const chargeCycle = async (bought: Bought, { key }: { key?: string } = {}): Promise<Bought> => {
  const { id, firstChargeDate: dueDate } = await mandateOf(bought);
  return chargeUnderMandate(market, { mandateId: id, amount: PRICE, dueDate, ...(key && { key }) });
};
const step = ({ attemptId }: Bought) => advanceCharge(app(), platformId(), attemptId);
const toMidnight = (day: string) => new Date(`${day}T15:00:00Z`).getTime() - market.clock.now().getTime();
const deliver = async (letters: readonly Letter[]) => {
  for (const letter of letters) expect(await market.deliver(letter)).toBe(200);
  await app().webhooks.run();
};
const letters = async () => {
  await (await market.host()).settle();
  return market.letters.filter(({ url }) => url === market.webhookPath);
};

describe('a purchase of a subscription by PIX', () => {
  it('gets one code that pays and agrees, and the buyer who pays it has agreed', async () => {
    const bought = await subscribe();

    const [made, ...rest] = await listAtProvider();
    expect(rest).toEqual([]);
    const mandate = await mandateOf(bought);
    expect(made).toMatchObject({
      reference: mandate.id,
      status: 'PENDING',
      journey: 3,
      amount: PRICE,
      retries: '3R_7D',
    });
    const { pixCode } = await readPayment(bought);
    expect(pixCode).toBe(mandate.pixCode);
    expect(parseBrCode(pixCode as string)).toMatchObject({
      ok: true,
      recurrenceUrl: expect.any(String),
      amount: PRICE,
    });
    const terms = { amount: PRICE, isFixed: true, recurrenceDays: 30, date: mandate.firstChargeDate };
    expect(await viewOf(bought)).toEqual({ face: 'ASKED', ...terms });
    const checkout = await app().inject({ url: `/api/checkout.getCheckout?checkoutId=${market.world.offerId}` });
    expect(checkout.json()).toMatchObject({ hasMandate: true, requiredBuyerFields: { PIX: ['document'] } });
    // The janitor is shown the charge's own code, which agrees to nothing.
    await pollPayment(market, bought);
    expect((await readPayment(bought)).pixCode).toBe(mandate.pixCode);

    await payAtProvider(market, bought, PRICE);
    await deliver(await letters());

    expect((await readPayment(bought)).status).toBe('APPROVED');
    expect(await mandateOf(bought)).toMatchObject({ status: 'ACTIVE', state: 'ANSWERED' });
    expect(await viewOf(bought)).toEqual({ face: 'ACTIVE', ...terms });
    const events = await market.inspector.rows(
      `SELECT type FROM outbox WHERE payment_id = $1 AND type LIKE 'mandate.%'`,
      [bought.paymentId],
    );
    expect(events).toEqual([{ type: 'mandate.active' }]);
  });

  it.each([15, 60])('every %i days is an ordinary PIX, because no mandate has that period', async (days) => {
    await sellSubscription(days);

    const bought = await subscribe();

    expect(await listAtProvider()).toEqual([]);
    expect(await findMandateOfPayment(app(), platformId(), bought.paymentId)).toBeUndefined();
    expect((await readPayment(bought)).pixCode).not.toBeNull();
  });

  it('asks for the document that an agreement names, and for nothing more of a single sale', async () => {
    const { cpf: _, ...anonymous } = pixPurchase(market.world);

    expect((await buy(app(), anonymous)).json()).toMatchObject({ code: 'DOCUMENT_MISSING' });

    await market.inspector.rows(`UPDATE offer SET type = 'ONE_TIME' WHERE id = $1`, [market.world.offerId]);
    app().cache.forgetAll();
    expect((await buy(app(), anonymous)).statusCode).toBe(200);
    expect(await listAtProvider()).toEqual([]);
  });

  it('goes on by its own code where no agreement was made, and is paid without one', async () => {
    await fault('false-refusal', 'POST /mandates');

    const bought = await subscribe();

    expect(await mandateOf(bought)).toMatchObject({ state: 'REFUSED', status: 'PENDING' });
    expect(parseBrCode((await readPayment(bought)).pixCode as string)).not.toHaveProperty('recurrenceUrl');
    await payAtProvider(market, bought, PRICE);
    await pollPayment(market, bought);
    expect((await readPayment(bought)).status).toBe('APPROVED');
    const { id } = await mandateOf(bought);
    const dueDate = await dueDateOf(bought);
    expect(await findChargeable(app(), platformId(), id, { amount: PRICE, dueDate })).toEqual({
      refusal: 'NOT_ACTIVE',
    });

    // The provider refused the call and made it all the same: its event says so.
    await deliver(await letters());
    expect(await mandateOf(bought)).toMatchObject({ state: 'ANSWERED', status: 'ACTIVE' });
  });

  it('looks a lost agreement up, never asks for a second, and shows its code while nobody has paid', async () => {
    await fault('lose-answer', 'POST /mandates');

    const bought = await subscribe();

    const lost = await mandateOf(bought);
    expect(lost).toMatchObject({ state: 'UNKNOWN', mandateId: null, pixCode: null });
    expect(parseBrCode((await readPayment(bought)).pixCode as string)).not.toHaveProperty('recurrenceUrl');
    const found = await look(bought);
    expect(found).toMatchObject({ state: 'ANSWERED', status: 'PENDING', mandateId: expect.any(String) });
    expect((await readPayment(bought)).pixCode).toBe(found.pixCode);
    expect(await listAtProvider()).toHaveLength(1);
  });

  it('believes that an agreement never arrived only after two lookups that should have shown it', async () => {
    await fault('error-500', 'POST /mandates');
    const bought = await subscribe();
    const { id, state } = await mandateOf(bought);
    expect(state).toBe('UNKNOWN');

    expect(await look(bought)).toMatchObject({ state: 'UNKNOWN', misses: 0 });
    market.clock.forward(120_000);
    expect(await look(bought)).toMatchObject({ state: 'UNKNOWN', misses: 1 });
    expect(await look(bought)).toMatchObject({ state: 'REFUSED', reason: 'NOT_FOUND' });
    expect(await cancelMandate(app(), platformId(), id)).toBe(false);
  });

  it('is ended with the agreement where nobody paid it', async () => {
    const bought = await subscribe();
    await (await market.host()).simulator.expire(bought.transactionId as string);
    await pollPayment(market, bought);
    expect((await readPayment(bought)).status).toBe('CANCELED');

    expect(await endUnpaid(app(), platformId(), bought.paymentId)).toBe(true);
    await fault('lose-answer', `POST /mandates/${(await mandateOf(bought)).mandateId}/cancel`);
    await look(bought);
    await look(bought);

    expect(await listAtProvider()).toMatchObject([{ status: 'CANCELED' }]);
    expect(await mandateOf(bought)).toMatchObject({ status: 'CANCELED', endedBy: 'PLATFORM' });
    expect(await endUnpaid(app(), platformId(), bought.paymentId)).toBe(false);
  });

  it.each(['reject', 'expire'] as const)('that was not agreed to (%s) is a sale without an agreement', async (how) => {
    const bought = await subscribe();
    const { mandateId } = await mandateOf(bought);
    await (await mandates())[how](mandateId as string);
    await deliver(await letters());

    expect((await mandateOf(bought)).status).toBe(how === 'reject' ? 'REJECTED' : 'EXPIRED');
    await payAtProvider(market, bought, PRICE);
    await pollPayment(market, bought);
    expect((await readPayment(bought)).status).toBe('APPROVED');
  });
});

describe('a charge under a mandate', () => {
  it('is a sale of its own, told of before, paid by the bank once, and refunded as any other', async () => {
    const bought = await subscribe();
    await agree(bought);
    const dueDate = await dueDateOf(bought);

    const cycle = await chargeCycle(bought);

    expect(await chargesAtProvider()).toMatchObject([
      { reference: cycle.attemptId, amount: PRICE, dueDate, status: 'PENDING' },
    ]);
    expect((await readPayment(cycle)).status).toBe('PENDING');
    expect(await viewOf(cycle)).toMatchObject({ face: 'DEBIT', amount: PRICE, date: dueDate });
    await step(cycle);
    await step(cycle);
    const mails = (await readMails(app(), market.inspector, platformId(), 'joao@example.com')).filter(
      ({ template }) => template === 'mandate-notice',
    );
    expect(mails).toHaveLength(1);

    await (await mandates()).payCharge(cycle.transactionId as string, { times: 3 });
    const all = await letters();
    await deliver([...all, ...all.toReversed()]);

    const paid = await readPayment(cycle);
    expect(paid).toMatchObject({ status: 'APPROVED', settlement: 'EXACT', paidAmount: PRICE });
    await pollPayment(market, cycle);
    expect(await readPayment(cycle)).toMatchObject({ status: 'APPROVED', paidAmount: PRICE });

    const order = { id: newId(), amount: 990, authorisedAs: 'admin', authorisedBy: null, note: null } as const;
    const { refusal } = await app().database.transaction(platformId(), (transaction) =>
      authoriseRefund(app(), transaction, paid, order),
    );
    expect(refusal).toBeNull();
    await sendRefund(app(), platformId(), order.id);
    await pollPayment(market, cycle);
    expect(await readPayment(cycle)).toMatchObject({ status: 'APPROVED', refundedAmount: 990 });
    expect(await chargesAtProvider()).toMatchObject([{ refundedAmount: 990 }]);
  });

  it('whose answer was lost is looked up and never doubled', async () => {
    const bought = await subscribe();
    const { mandateId } = await agree(bought);
    await fault('lose-answer', `POST /mandates/${mandateId}/charges`);
    const key = newId();

    const cycle = await chargeCycle(bought, { key });
    expect((await readPayment(cycle)).attempts).toMatchObject([{ state: 'UNKNOWN', transactionId: null }]);
    const again = await chargeCycle(bought, { key });
    expect(again.paymentId).toBe(cycle.paymentId);
    await pollPayment(market, cycle);

    expect((await readPayment(cycle)).attempts).toMatchObject([
      { state: 'ANSWERED', transactionId: expect.any(String) },
    ]);
    expect(await chargesAtProvider()).toHaveLength(1);
    const { transactionId } = await findBought(market.inspector, cycle.publicId);
    await (await mandates()).payCharge(transactionId as string);
    await pollPayment(market, cycle);
    expect(await readPayment(cycle)).toMatchObject({ status: 'APPROVED', paidAmount: PRICE });
  });

  it('that never arrived has surely charged nothing', async () => {
    const bought = await subscribe();
    const { mandateId } = await agree(bought);
    await fault('error-500', `POST /mandates/${mandateId}/charges`);

    const cycle = await chargeCycle(bought);
    market.clock.forward(120_000);
    await pollPayment(market, cycle);
    await pollPayment(market, cycle);

    expect(await readPayment(cycle)).toMatchObject({ status: 'REJECTED', attempts: [{ state: 'NOT_SENT' }] });
    expect(await chargesAtProvider()).toEqual([]);
  });

  it('is tried again on three days of the seven, and paid by the last', async () => {
    const bought = await subscribe();
    await agree(bought);
    const cycle = await chargeCycle(bought);
    const dueDate = await dueDateOf(bought);
    const id = cycle.transactionId as string;
    const attempts = async () => {
      const connection = await findConnection(app(), platformId(), market.connectionId);
      const { mandateId } = await mandateOf(bought);
      const lookup = { mandateChargeId: id, mandateId: mandateId as string, reference: cycle.attemptId };
      return (await connection?.provider.getMandateCharge?.(lookup))?.attempts?.map(({ date }) => date);
    };

    for (const days of [0, 1, 3]) {
      market.clock.forward(toMidnight(addDays(dueDate, days)));
      await (await mandates()).refuseCharge(id, { reason: 'AM04' });
      await fault('lose-answer', `POST /mandate-charges/${id}/retries`);
      await step(cycle);
      await step(cycle);
      expect((await readPayment(cycle)).status).toBe('PENDING');
    }
    expect(await attempts()).toEqual([0, 1, 3, 6].map((days) => addDays(dueDate, days)));
    market.clock.forward(toMidnight(addDays(dueDate, 6)));
    await (await mandates()).payCharge(id);
    await step(cycle);

    expect(await readPayment(cycle)).toMatchObject({ status: 'APPROVED', settlement: 'EXACT', paidAmount: PRICE });
  });

  it('that the bank refuses for good is unpaid, and no code is offered for it', async () => {
    const bought = await subscribe();
    await agree(bought);
    const cycle = await chargeCycle(bought);
    await (await mandates()).refuseCharge(cycle.transactionId as string, { isFinal: true });

    await deliver(await letters());

    const payment = await readPayment(cycle);
    expect(payment).toMatchObject({ status: 'CANCELED', paidAmount: 0, priceKeptUntil: null });
    await step(cycle);
    const rows = await market.inspector.rows('SELECT next_check_at FROM mandate_charge WHERE id = $1', [
      cycle.attemptId,
    ]);
    expect(rows).toEqual([{ next_check_at: null }]);
  });

  it('ends unpaid a day after the last day on which its bank may pay', async () => {
    const bought = await subscribe();
    await agree(bought);
    const cycle = await chargeCycle(bought);
    const dueDate = await dueDateOf(bought);

    market.clock.forward(toMidnight(addDays(dueDate, 7)));
    await pollPayment(market, cycle);
    expect((await readPayment(cycle)).status).toBe('PENDING');
    market.clock.forward(2 * DAY_MS);
    await pollPayment(market, cycle);

    expect((await readPayment(cycle)).status).toBe('CANCELED');
  });

  it('is taken back once nobody wants it any more, though the first answer was lost', async () => {
    const bought = await subscribe();
    await agree(bought);
    const cycle = await chargeCycle(bought);
    await fault('error-500', `POST /mandate-charges/${cycle.transactionId}/cancel`);

    expect(await cancelMandateCharge(app(), platformId(), cycle.paymentId)).toBe(true);
    await step(cycle);
    expect((await readPayment(cycle)).status).toBe('PENDING');
    await step(cycle);

    expect(await chargesAtProvider()).toMatchObject([{ status: 'CANCELED' }]);
    expect((await readPayment(cycle)).status).toBe('CANCELED');
  });

  it('is made only for what the buyer agreed to, in time, and once the agreement begins', async () => {
    const bought = await subscribe();
    const { id } = await agree(bought);
    const dueDate = await dueDateOf(bought);
    const ask = (amount: number, day = dueDate) => findChargeable(app(), platformId(), id, { amount, dueDate: day });

    expect(await ask(PRICE + 1)).toEqual({ refusal: 'OTHER_AMOUNT' });
    expect(await ask(PRICE, addDays(dueDate, -1))).toEqual({ refusal: 'BEFORE_FIRST' });
    market.clock.forward(toMidnight(addDays(dueDate, -1)));
    expect(await ask(PRICE)).toEqual({ refusal: 'TOO_SOON' });
    expect(await ask(PRICE, addDays(toSaoPauloDate(market.clock.now()), 2))).toMatchObject({ mandate: { id } });
  });
});

describe('an agreement', () => {
  it('that its buyer ends is not charged any more, and tells so once', async () => {
    const bought = await subscribe();
    const { mandateId, id } = await agree(bought);
    const cycle = await chargeCycle(bought);
    await (await mandates()).cancel(mandateId as string, 'BUYER');

    const all = await letters();
    await deliver([...all.toReversed(), ...all]);

    expect(await mandateOf(bought)).toMatchObject({ status: 'CANCELED', endedBy: 'BUYER' });
    expect((await readPayment(cycle)).status).toBe('CANCELED');
    const dueDate = await dueDateOf(bought);
    expect(await findChargeable(app(), platformId(), id, { amount: PRICE, dueDate })).toEqual({
      refusal: 'NOT_ACTIVE',
    });
    const ends = await market.inspector.rows(
      `SELECT payload->>'endedBy' AS by FROM outbox WHERE type = 'mandate.ended' AND payment_id = $1`,
      [bought.paymentId],
    );
    expect(ends).toEqual([{ by: 'BUYER' }]);
  });

  it('is cancelled at the provider although the call fails at first', async () => {
    const bought = await subscribe();
    const { id, mandateId } = await agree(bought);
    await fault('error-500', `POST /mandates/${mandateId}/cancel`, 2);

    expect(await cancelMandate(app(), platformId(), id)).toBe(true);
    expect(await cancelMandate(app(), platformId(), id)).toBe(false);
    await look(bought);
    await look(bought);
    expect((await mandateOf(bought)).status).toBe('ACTIVE');
    await look(bought);

    expect(await listAtProvider()).toMatchObject([{ status: 'CANCELED' }]);
    expect(await mandateOf(bought)).toMatchObject({ status: 'CANCELED', endedBy: 'PLATFORM' });
  });

  it('is not believed of a word that the manifest does not know', async () => {
    const bought = await subscribe();
    await payAtProvider(market, bought, PRICE);
    await fault('unknown-status', 'GET /mandates');

    expect(await look(bought)).toMatchObject({ status: 'PENDING' });
    expect(await look(bought)).toMatchObject({ status: 'ACTIVE' });
  });
});
