/** Offers in another currency are sold only by who declares it, and never as the same number of centavos. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMail } from '../src/modules/mail/service.ts';
import { buildNode, type TestNode } from './build.ts';
import { findBought, openTestMarket } from './market.ts';
import { writeVariants } from './provider-variants.ts';
import { readBalances } from './read-ledger.ts';
import { readPdf } from './read-pdf.ts';
import { waitFor } from './wait-for.ts';
import { buy, connect, createWorld, pixPurchase, type World } from './world.ts';

let node: TestNode;
let variants: Awaited<ReturnType<typeof writeVariants>>;
const world = {} as Record<'reais' | 'dollars', World>;
const hosts = { reais: 'reais.example.com', dollars: 'dollars.example.com' };

beforeAll(async () => {
  variants = await writeVariants({
    domestic: ({ capabilities }) => delete capabilities.methods?.CREDIT_CARD?.currencies,
    abroad: () => {},
  });
  node = await buildNode({ env: { PROVIDER_DIRECTORIES: variants.directory } });
  for (const [name, provider] of [
    ['reais', 'domestic'],
    ['dollars', 'abroad'],
  ] as const) {
    world[name] = await createWorld(node.app, { host: hosts[name], offer: { coin: 'USD' } });
    await connect(node.app, world[name], { provider });
  }
});
afterAll(async () => {
  await node?.close();
  await variants?.remove();
});

const read = async (name: keyof typeof world, call: string) => {
  const url = `/api/checkout.${call}?checkoutId=${world[name].offerId}`;
  return (await node.app.inject({ url, headers: { host: hosts[name] } })).json();
};

describe('an offer in dollars', () => {
  it('has no method where no connection declares dollars', async () => {
    const checkout = await read('reais', 'getCheckout');

    expect(checkout).toMatchObject({ coin: 'USD', pixEnabled: false, creditCardEnabled: false, billetEnabled: false });
    for (const paymentMethod of ['PIX', 'BILLET', 'CREDIT_CARD']) {
      const answer = await buy(
        node.app,
        pixPurchase(world.reais, {
          paymentMethod,
          ...(paymentMethod === 'CREDIT_CARD' && { creditCard: { token: 'tok' } }),
        }),
        undefined,
        { host: hosts.reais },
      );
      expect(answer.json().code).toBe('METHOD_NOT_ENABLED');
    }
  });

  it('takes cards alone where one does, at once and not in installments', async () => {
    expect(await read('dollars', 'getCheckout')).toMatchObject({
      pixEnabled: false,
      creditCardEnabled: true,
      billetEnabled: false,
    });
    const { options } = await read('dollars', 'getInstallments');
    expect(options).toMatchObject([{ installmentNumber: 1, total: 9_990 }]);
  });

  it('is charged, booked, shown and written of in dollars', async () => {
    const market = await openTestMarket();
    const { node, world, inspector, connectionId } = market;
    const { app } = node;
    await inspector.rows(`UPDATE offer SET coin = 'USD' WHERE id = $1`, [world.offerId]);
    app.cache.forgetAll();
    const { simulator } = await market.host();
    const token = await app.inject({
      method: 'POST',
      url: `/simulators/${connectionId}/tokens`,
      headers: { authorization: 'Bearer pk_test_0123456789' },
      payload: {
        card: { number: '4111111111111111', holder_name: 'JOAO PAZ', exp_month: 12, exp_year: 2034, cvv: '123' },
      },
    });

    const answer = await buy(
      app,
      pixPurchase(world, { paymentMethod: 'CREDIT_CARD', creditCard: { token: token.json().id, installments: 1 } }),
    );

    expect([answer.statusCode, answer.json().code]).toEqual([200, undefined]);
    const { publicId, paymentId, transactionId } = await findBought(inspector, answer.json().paymentId);
    const charge = await simulator.getCharge(transactionId as string);
    expect(charge).toMatchObject({ amount: 9_990, currency: 'USD', status: 'paid' });
    await waitFor('the payment is approved', async () => (await market.readPayment(paymentId)).status === 'APPROVED');
    const booked = await inspector.rows(
      `SELECT t.currency, sum(e.amount) FILTER (WHERE e.amount > 0)::int AS amount FROM ledger_transaction t
       JOIN ledger_entry e ON e.platform_id = t.platform_id AND e.transaction_id = t.id WHERE t.payment_id = $1 GROUP BY 1`,
      [paymentId],
    );
    expect(booked).toEqual([{ currency: 'USD', amount: 9_990 }]);
    expect(await readBalances(market, world.sellerId, 'BRL')).toEqual({});
    expect(await readBalances(market, world.sellerId, 'USD')).toEqual({ PENDING: expect.any(Number) });

    const get = (url: string) => app.inject({ url, headers: { 'accept-language': 'pt-BR' } });
    const shown = (await get(`/api/checkout.getPaymentQuick?paymentId=${publicId}`)).json();
    expect(shown).toMatchObject({ amount: 9_990, currency: 'USD' });
    const address = `/checkout/payment/${publicId}/receipt`;
    const { verifyUrl } = (await get(`${address}.json`)).json();
    await waitFor('the mail about the approval is written', async () => (await listMails()).length > 0);
    const texts = [
      readPdf((await get(`${address}.pdf`)).rawPayload).join(' '),
      (await get(new URL(verifyUrl).pathname)).body,
      (await get(`/simulators/${connectionId}/charges/${transactionId}`)).body,
      ...(await listMails()),
    ];
    for (const text of texts) {
      expect(text).toContain('$99,90');
      expect(text).not.toContain('R$');
    }

    async function listMails(): Promise<string[]> {
      const rows = await inspector.rows<Parameters<typeof openMail>[1]>(
        `SELECT platform_id AS "platformId", id, template, locale, key_version AS "keyVersion", sealed_parameters AS "sealedParameters"
         FROM mail WHERE platform_id = $1 AND template = 'payment-approved'`,
        [world.platformId],
      );
      return Promise.all(rows.map(async (row) => (await openMail(app, row))?.text ?? ''));
    }
  });
});
