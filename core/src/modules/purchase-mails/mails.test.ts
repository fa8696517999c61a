/** Buyers get each mail about a purchase once, whatever is reported how often, in whatever order and to whichever node. */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buildNode } from '../../../test/build.ts';
import { openDraw, SEED } from '../../../test/draw.ts';
import { readMails } from '../../../test/mails.ts';
import { type Bought, findBought, type Market, openTestMarket } from '../../../test/market.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { buy, pixPurchase, SANDBOX_SECRETS } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { findAccessUrl } from '../deliverables/service.ts';
import type { Payment } from '../payments/model.ts';
import { findPayment } from '../payments/service.ts';
import { remindAt } from './due.ts';
import { writeDueMails, writeReminder } from './service.ts';

const PRICE = 9_990;
const BUYER = 'joao@example.com';

let count = 0;
function eventOf({ attemptId, transactionId }: Bought, status: string, paid: number) {
  const body = JSON.stringify({
    id: `evt_${count++}`,
    type: `charge.${status}`,
    data: {
      id: transactionId,
      reference: attemptId,
      method: 'pix',
      status,
      amount: PRICE,
      paid_amount: paid,
      refunded_amount: 0,
      payments: paid > 0 ? [{ id: `E-${transactionId}`, amount: paid }] : [],
      reason: null,
    },
  });
  const signature = createHmac('sha256', SANDBOX_SECRETS.webhookSecret).update(body).digest('hex');
  return { headers: { 'content-type': 'application/json', 'x-sandbox-signature': `sha256=${signature}` }, body };
}

const mailsOf = ({ node, inspector, world }: Market, email = BUYER) =>
  readMails(node.app, inspector, world.platformId, email);
const templatesOf = async (market: Market, email?: string) =>
  (await mailsOf(market, email)).map(({ template }) => template).sort();

/** Waits until every event was taken and every job about mails has ended, apart from reminders of later. */
const settle = ({ inspector }: Market) =>
  waitFor('no event and no job is left', async () => {
    const [open] = await inspector.rows<{ events: number; jobs: number }>(
      `SELECT (SELECT count(*)::int FROM outbox WHERE published_at IS NULL) AS events,
        (SELECT count(*)::int FROM webhook WHERE state = 'RECEIVED')
        + (SELECT count(*)::int FROM pgboss.job WHERE name LIKE 'purchase-mails.%' AND start_after <= now()
          AND state NOT IN ('completed', 'failed')) AS jobs`,
    );
    return open?.events === 0 && open.jobs === 0;
  });

const buyWith = async (market: Market, body: Record<string, unknown>, language = 'pt-BR') => {
  const answer = await buy(market.node.app, pixPurchase(market.world, body), undefined, {
    'accept-language': language,
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return findBought(market.inspector, answer.json().paymentId);
};

describe(`mails about a purchase (seed ${SEED})`, () => {
  it('are written once for each step while two nodes hear of everything many times', async () => {
    const market = await openTestMarket();
    const second = await buildNode({
      databaseUrl: market.node.databaseUrl,
      isListening: true,
      clock: market.clock,
      env: { SWEEP_INTERVAL_MS: '50' },
    });
    try {
      const { shuffle } = openDraw();
      const buyers = await Promise.all(
        [1, 2, 3, 4].map(async (number) => {
          const email = `buyer${number}@example.com`;
          return { email, bought: await buyWith(market, { email }, number % 2 ? 'en' : 'pt-BR') };
        }),
      );
      await settle(market);
      const letters = shuffle(
        buyers.flatMap(({ bought }) =>
          ['waiting', 'paid', 'paid'].flatMap((status) => {
            const event = eventOf(bought, status, status === 'paid' ? PRICE : 0);
            return [event, event, event];
          }),
        ),
      );
      await Promise.all(
        letters.map(({ headers, body }, index) =>
          (index % 2 ? market.node : second).app.inject({
            method: 'POST',
            url: market.webhookPath,
            headers,
            payload: body,
          }),
        ),
      );
      await settle(market);
      // Every event is delivered twice more, to whichever node takes it.
      for (let round = 0; round < 2; round++) {
        await market.inspector.rows('UPDATE outbox SET published_at = NULL');
        await settle(market);
      }

      for (const [index, { email }] of buyers.entries()) {
        const mails = await mailsOf(market, email);
        expect(mails.map(({ template }) => template).sort()).toEqual(['payment-approved', 'pix-created']);
        expect(new Set(mails.map(({ locale }) => locale))).toEqual(new Set([index % 2 ? 'pt-BR' : 'en']));
      }
    } finally {
      await second.close();
    }
  });

  it('about codes that nobody paid come to an address three times an hour at most, whoever makes 50 of them', async () => {
    const market = await openTestMarket();
    const buyers = Array.from({ length: 50 }, (_, index) => ({
      email: index % 2 ? BUYER : `Joao+${index}@example.com`,
      name: `Pessoa Inventada ${String.fromCharCode(65 + (index % 26))}`,
    }));
    const codes = [];
    for (const buyer of buyers) codes.push(await buyWith(market, buyer));
    await settle(market);
    const sent = () =>
      market.inspector.rows<{ template: string; recipient: string }>('SELECT template, recipient FROM mail');

    expect((await sent()).map(({ template }) => template)).toEqual(['pix-created', 'pix-created', 'pix-created']);
    expect(new Set(codes.map(({ paymentId }) => paymentId)).size).toBe(50);

    // A paid order is still told of, and another address gets its codes.
    const host = await market.host();
    await host.simulator.pay(codes.at(-2)?.transactionId as string);
    for (const letter of market.letters) await market.deliver(letter);
    await buyWith(market, { email: 'other@example.com' });
    await settle(market);
    expect((await sent()).map(({ template }) => template).sort()).toEqual([
      'payment-approved',
      ...Array(4).fill('pix-created'),
    ]);

    for (const { paymentId } of codes) await writeReminder(market.node.app, market.world.platformId, paymentId);
    expect((await sent()).filter(({ template }) => template === 'payment-expiring')).toHaveLength(3);
  });

  it('carry the code, the deadline and the way to the purchase', async () => {
    const market = await openTestMarket();
    await market.inspector.rows(`UPDATE product SET support_email = 'padaria@example.com' WHERE id = $1`, [
      market.world.productId,
    ]);
    const { publicId, paymentId } = await buyWith(market, { orderBumpsIds: [market.world.bumpId] });
    await settle(market);
    const payment = await findPayment(market.node.app, market.world.platformId, paymentId);

    const [created] = await mailsOf(market);
    expect(created).toMatchObject({
      template: 'pix-created',
      parameters: {
        name: 'João Comprador',
        code: payment?.pixCode,
        expiresAt: payment?.expiresAt.toISOString(),
        amount: 11_980,
        supportEmail: 'padaria@example.com',
        link: expect.stringMatching(new RegExp(`/checkout/payment/${publicId}$`)),
      },
    });
    // Neither the document nor the phone is anybody's to read in a mailbox.
    expect(JSON.stringify(created)).not.toMatch(/52998224725|987654321/);

    await market.inspector.rows(
      `INSERT INTO deliverable (platform_id, id, product_id, position, kind, title, text)
       VALUES ($1, $2, $3, 0, 'TEXT', 'Boas-vindas', 'Comece aqui')`,
      [market.world.platformId, newId(), market.world.productId],
    );
    const host = await market.host();
    await host.simulator.pay(payment?.attempts[0]?.transactionId as string);
    for (const letter of market.letters) await market.deliver(letter);
    await settle(market);
    expect((await mailsOf(market)).at(-1)).toMatchObject({
      template: 'payment-approved',
      parameters: {
        items: ['Curso de Pão', 'E-book'],
        isLate: false,
        method: 'PIX',
        accessLink: await findAccessUrl(market.node.app, market.world.platformId, payment?.saleId as string),
      },
    });
  });

  it('say that the seller delivers where there is nothing to open here, and so does the page of the purchase', async () => {
    const market = await openTestMarket();
    const { inspector, world } = market;
    await inspector.rows(`UPDATE product SET support_email = 'padaria@example.com' WHERE id = $1`, [world.productId]);
    const readView = async ({ publicId }: Bought) => {
      const url = `/api/checkout.getPaymentQuick?paymentId=${publicId}`;
      return (await market.node.app.inject({ url })).json();
    };
    const pay = async ({ transactionId }: Bought) => {
      await (await market.host()).simulator.pay(transactionId as string);
      for (const letter of market.letters) await market.deliver(letter);
      await settle(market);
    };
    const bare = await buyWith(market, {});
    const unpaid = await readView(bare);
    await pay(bare);
    await inspector.rows(
      `INSERT INTO deliverable (platform_id, id, product_id, position, kind, title, text)
       VALUES ($1, $2, $3, 0, 'TEXT', 'Boas-vindas', 'Comece aqui')`,
      [world.platformId, newId(), world.productId],
    );
    const filled = await buyWith(market, { email: 'outra@example.com' });
    await pay(filled);

    const approved = async (email?: string) =>
      (await mailsOf(market, email)).find(({ template }) => template === 'payment-approved')?.parameters;
    expect(unpaid).toMatchObject({ isDeliveredBySeller: false });
    expect(await approved()).toMatchObject({ isDeliveredBySeller: true, accessLink: '' });
    expect(await approved('outra@example.com')).toMatchObject({ isDeliveredBySeller: false });
    expect(await readView(filled)).toMatchObject({ isDeliveredBySeller: false, supportEmail: 'padaria@example.com' });
    // It was there and gone again before the first buyer came.
    await inspector.rows(
      `UPDATE deliverable SET created_at = created_at - interval '2 days', removed_at = created_at - interval '1 day'`,
    );
    expect(await readView(bare)).toMatchObject({ isDeliveredBySeller: true, accessUrl: null });
  });

  it('bring the boleto, and one reminder on its last day, unless it was paid', async () => {
    const market = await openTestMarket();
    const { paymentId } = await buyWith(market, { paymentMethod: 'BILLET' });
    const paid = await buyWith(market, { paymentMethod: 'BILLET', email: 'paid@example.com' });
    await settle(market);
    expect(await templatesOf(market)).toEqual(['billet-created']);

    const payment = await findPayment(market.node.app, market.world.platformId, paymentId);
    const reminders = await market.inspector.rows<{ at: Date }>(
      `SELECT start_after AS at FROM pgboss.job WHERE name = 'purchase-mails.remind'`,
    );
    expect(reminders).toHaveLength(2);
    expect(reminders.map(({ at }) => at.getTime())).toContain(payment && remindAt(payment)?.getTime());

    const host = await market.host();
    await host.simulator.pay(paid.transactionId as string);
    for (const letter of market.letters) await market.deliver(letter);
    await settle(market);
    await market.inspector.rows(`UPDATE pgboss.job SET start_after = now() WHERE name = 'purchase-mails.remind'`);
    await settle(market);
    await writeReminder(market.node.app, market.world.platformId, paymentId);

    expect(await templatesOf(market)).toEqual(['billet-created', 'payment-expiring']);
    expect(await templatesOf(market, 'paid@example.com')).toEqual(['billet-created', 'payment-approved']);
  });

  it.each([
    ['an expired code', 'payment-expired'],
    ['a refusal', 'payment-refused'],
  ])('tell of %s only the buyer who has not tried again', async (_, template) => {
    const market = await openTestMarket();
    const given = await buyWith(market, { email: 'given-up@example.com' });
    const tried = await buyWith(market, { email: 'tried-again@example.com' });
    await buyWith(market, { email: 'Tried-Again@example.com' });
    await settle(market);
    // Without a word that it waits, the end of a charge is a refusal.
    if (template === 'payment-refused') await market.inspector.rows('DELETE FROM payment_evidence');
    for (const bought of [given, tried]) await market.deliver(eventOf(bought, 'refused', 0));
    await settle(market);

    expect(await templatesOf(market, 'given-up@example.com')).toEqual([template, 'pix-created']);
    const templates = (await mailsOf(market, 'tried-again@example.com')).map((mail) => mail.template);
    expect(templates).not.toContain(template);
  });

  it('are not sent where the seller wants none, apart from what becomes of money that does not match', async () => {
    const market = await openTestMarket();
    await market.inspector.rows(`UPDATE product SET notification_mode = 'NONE'`);
    const bought = await buyWith(market, {});
    await settle(market);
    await writeReminder(market.node.app, market.world.platformId, bought.paymentId);
    expect(await templatesOf(market)).toEqual([]);

    await market.deliver(eventOf(bought, 'waiting', 5_000));
    await settle(market);

    expect(await mailsOf(market)).toMatchObject([
      { template: 'payment-mismatch', parameters: { paidAmount: 5_000, settlement: 'UNDERPAID', isOver: false } },
    ]);
  });

  it('go to no address that cannot be anybody’s, where mails leave the machine', async () => {
    const market = await openTestMarket({ isListening: false });
    const { app } = market.node;
    const { paymentId } = await buyWith(market, { email: 'comprador@loja.invalid' });
    const sending = Object.create(app, { config: { value: { ...app.config, smtpUrl: 'smtp://mail.example.com' } } });

    const payment = (await findPayment(app, market.world.platformId, paymentId)) as Payment;
    await writeDueMails(sending, payment);
    expect(await templatesOf(market, 'comprador@loja.invalid')).toEqual([]);

    await writeDueMails(app, payment);
    expect(await templatesOf(market, 'comprador@loja.invalid')).toEqual(['pix-created']);
  });
});
