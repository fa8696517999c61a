/**
 * Charges whose answer was lost, at a provider that cannot be asked by our reference: a person finds out, and the provider has the last
 * word.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkWorld } from '../../../test/check-world.ts';
import { type Market, openTestMarket } from '../../../test/market.ts';
import { writeVariants } from '../../../test/provider-variants.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { buy, pixPurchase } from '../../../test/world.ts';

const DAY_MS = 86_400_000;

let variants: Awaited<ReturnType<typeof writeVariants>>;
beforeAll(async () => {
  variants = await writeVariants({
    blind: (manifest) => {
      manifest.lookup.byReference = false;
    },
  });
});
afterAll(() => variants.remove());

interface Parked {
  market: Market;
  staff: Staff;
  id: string;
  publicId: string;
  /** The provider's id of the charge that it made. */
  transactionId: string;
  send(name: string, input?: object): Promise<{ status: number; body: Record<string, unknown> }>;
  list(): Promise<{ calls?: object[] }[]>;
}

/** Buys, loses the answer, and waits until the charge's time is over. */
async function park(): Promise<Parked> {
  const market = await openTestMarket({ provider: 'blind', providerDirectory: variants.directory });
  const { app } = market.node;
  const staff = await openStaff(app, market.world.platformId, { roles: ['admin'], permissions: ['isSalesAvailable'] });
  const host = await market.host();
  host.addFault({ kind: 'lose-answer', times: 1, match: 'POST /charges' });
  const bought = (await buy(app, pixPurchase(market.world))).json();
  const publicId = bought.payment?.paymentId ?? bought.paymentId;
  const [{ id } = { id: '' }] = await market.inspector.rows<{ id: string }>(
    'SELECT id FROM payment WHERE public_id = $1',
    [publicId],
  );
  market.clock.forward(2 * DAY_MS);
  await market.makeDue();
  await waitFor('the payment is parked', async () => (await market.readPayment(id)).state === 'PARKED');
  const [charge] = await host.simulator.listCharges(1);
  return {
    market,
    staff,
    id,
    publicId,
    transactionId: charge?.transactionId as string,
    async send(name, input = {}) {
      const answer = await app.inject({
        method: 'POST',
        url: `/api/payments.${name}`,
        headers: staff.headers,
        payload: { paymentId: publicId, ...input },
      });
      return { status: answer.statusCode, body: answer.json() };
    },
    list: async () => (await app.inject({ url: '/api/payments.listParked', headers: staff.headers })).json().items,
  };
}

const auditOf = (market: Market) =>
  market.inspector.rows<{ type: string; details: object }>(
    `SELECT type, details FROM audit_event WHERE type LIKE 'payment.%' ORDER BY id`,
  );

describe('a parked payment', () => {
  it('is listed with what was tried, and those who look after sales are notified', async () => {
    const { market, staff, publicId, list } = await park();

    // The log of requests is written a moment later.
    await waitFor('the request is logged', async () => (await list())[0]?.calls?.length === 1);
    expect(await list()).toMatchObject([
      {
        paymentId: publicId,
        method: 'PIX',
        provider: 'blind',
        isAskable: true,
        calls: [{ operation: 'createTransaction', status: null }],
      },
    ]);
    await waitFor('staff is notified', async () => {
      const told = await market.inspector.rows(
        `SELECT 1 FROM notification WHERE type = 'payment.parked' AND person_id = $1`,
        [staff.id],
      );
      return told.length === 1;
    });
    const others = await openStaff(market.node.app, market.world.platformId, { roles: ['admin'], permissions: [] });
    const refused = await market.node.app.inject({ url: '/api/payments.listParked', headers: others.headers });
    expect(refused.json().code).toBe('ACCESS_DENIED');
  });

  it('is paid by what the provider answers about the id that a person found', async () => {
    const { market, id, transactionId, send, list } = await park();
    await (await market.host()).simulator.pay(transactionId);

    expect(await send('lookUpParked')).toMatchObject({ status: 200, body: { result: 'UNASKABLE', status: 'PENDING' } });
    expect(await send('lookUpParked', { transactionId: 'ch_nobody' })).toMatchObject({
      body: { result: 'NOT_FOUND', status: 'PENDING' },
    });
    expect(await market.readPayment(id)).toMatchObject({ state: 'PARKED', paid_amount: 0 });
    expect(await send('lookUpParked', { transactionId: ` ${transactionId} ` })).toMatchObject({
      body: { result: 'FOUND', status: 'APPROVED' },
    });

    expect(await market.readPayment(id)).toMatchObject({
      status: 'APPROVED',
      state: 'ANSWERED',
      transaction_id: transactionId,
    });
    expect(await list()).toEqual([]);
    expect((await send('lookUpParked', { transactionId })).body.code).toBe('PAYMENT_NOT_PARKED');
    expect((await auditOf(market)).map(({ type, details }) => [type, details])).toMatchObject([
      ['payment.lookedUp', { result: 'UNASKABLE' }],
      ['payment.lookedUp', { result: 'NOT_FOUND', transactionId: 'ch_nobody' }],
      ['payment.lookedUp', { result: 'FOUND', transactionId, status: 'APPROVED' }],
    ]);
    await checkWorld(market.node.databaseUrl, { now: market.clock.now() });
  });

  it('is never paid by the charge of another payment', async () => {
    const { market, id, send } = await park();
    const host = await market.host();
    const other = await market.buyPix();
    await host.simulator.pay(other.transactionId as string);

    expect(await send('lookUpParked', { transactionId: other.transactionId })).toMatchObject({
      body: { result: 'FOREIGN', status: 'PENDING' },
    });

    expect(await market.readPayment(id)).toMatchObject({
      status: 'PENDING',
      state: 'PARKED',
      paid_amount: 0,
      transaction_id: null,
    });
  });

  it('waits on where the provider does not answer', async () => {
    const { market, id, transactionId, send } = await park();
    (await market.host()).addFault({ kind: 'error-500', times: 5, match: 'GET /charges' });

    expect(await send('lookUpParked', { transactionId })).toMatchObject({
      status: 200,
      body: { result: 'UNREACHED', status: 'PENDING' },
    });

    expect(await market.readPayment(id)).toMatchObject({ state: 'PARKED' });
  });

  it('ends as not charged with a mail to its buyer, once, and money that comes all the same counts', async () => {
    const { market, id, transactionId, send, list } = await park();
    expect((await send('endParked', { note: '  ' })).body.code).toBe('VALIDATION_FAILED');

    const answers = await Promise.all([1, 2].map(() => send('endParked', { note: ' Nada no painel. ' })));

    expect(answers.map(({ body }) => body.code).sort()).toEqual(['PAYMENT_NOT_PARKED', undefined]);
    expect(await market.readPayment(id)).toMatchObject({ status: 'REJECTED', state: 'NOT_SENT', paid_amount: 0 });
    expect(await list()).toEqual([]);
    expect(
      await market.inspector.rows(`SELECT template FROM mail WHERE template = 'payment-not-charged'`),
    ).toHaveLength(1);
    expect(await auditOf(market)).toMatchObject([{ type: 'payment.ended', details: { note: 'Nada no painel.' } }]);
    await checkWorld(market.node.databaseUrl, { now: market.clock.now() });

    const host = await market.host();
    await host.simulator.pay(transactionId);
    await market.deliver(market.letters.at(-1) as Market['letters'][number]);
    await waitFor('the money is seen', async () => (await market.readPayment(id)).paid_amount > 0);
    expect(await market.readPayment(id)).toMatchObject({ transaction_id: transactionId });
    await checkWorld(market.node.databaseUrl, { now: market.clock.now() });
  });
});
