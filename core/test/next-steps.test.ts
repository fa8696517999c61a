/** Cards whose bank asks the owner first: the buyer confirms on the bank's page, refuses there, or never answers. */
import type { PaymentView } from '@feira/schemas/checkout';
import { describe, expect, it } from 'vitest';
import { checkPayment } from '../src/modules/payments/service.ts';
import { checkWorld } from './check-world.ts';
import { findBought, type Market, openTestMarket } from './market.ts';
import { waitFor } from './wait-for.ts';
import { buy, pixPurchase } from './world.ts';

const CHALLENGED = '4000000000000085';
const APPROVED = '4111111111111111';
const MINUTE_MS = 60_000;

async function buyByCard(market: Market, number: string, key: string) {
  const { node, world, connectionId } = market;
  const { app } = node;
  await market.host();
  const card = { number, holder_name: 'JOAO COMPRADOR', exp_month: 12, exp_year: 2034, cvv: '123' };
  const token = await app.inject({
    method: 'POST',
    url: `/simulators/${connectionId}/tokens`,
    headers: { authorization: 'Bearer pk_test_0123456789' },
    payload: { card },
  });
  expect(token.statusCode, token.body).toBe(201);
  const creditCard = { token: token.json().id, installments: 1 };
  const answer = await buy(app, pixPurchase(world, { paymentMethod: 'CREDIT_CARD', creditCard }), key);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

async function buyChallenged(market: Market) {
  const answer = await buyByCard(market, CHALLENGED, 'challenged');
  const bought = await findBought(market.inspector, answer.paymentId);
  const { app } = market.node;
  const readView = async () =>
    (await app.inject({ url: `/api/checkout.getPaymentQuick?paymentId=${answer.paymentId}` })).json() as PaymentView;
  const readPage = async () => (await app.inject({ url: `/checkout/payment/${answer.paymentId}` })).body;
  const look = () => checkPayment(app, market.world.platformId, bought.paymentId, { isJanitor: true });
  return { answer, ...bought, transactionId: bought.transactionId as string, readView, readPage, look };
}

/** The path of an address, for requests within this process. */
const pathOf = (address: string) => {
  const { pathname, search } = new URL(address);
  return pathname + search;
};

describe('a card whose bank asks its owner', () => {
  it('waits, shows the way to the bank, and is approved once its owner confirmed there and came back', async () => {
    const market = await openTestMarket({ isListening: false });
    const { app } = market.node;
    const { answer, paymentId, readView, readPage, look } = await buyChallenged(market);
    const url = answer.payment.nextStep.url as string;
    expect(answer).toMatchObject({
      status: 'PENDING',
      payment: { isConfirming: false, nextStep: { kind: 'REDIRECT' } },
    });
    expect(await readPage()).toContain(`href="${url}"`);

    const asked = await app.inject({ url: pathOf(url) });
    await look();
    expect((await readView()).nextStep?.url).toBe(url);
    const confirmed = await app.inject({
      method: 'POST',
      url: pathOf(url),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'answer=confirm',
    });
    const [before] = await market.inspector.rows<{ at: Date }>('SELECT next_check_at AS at FROM payment');
    const back = await app.inject({ url: pathOf(confirmed.headers.location as string) });
    const [due] = await market.inspector.rows<{ at: Date; now: Date }>(
      'SELECT next_check_at AS at, now() FROM payment',
    );
    await look();

    expect(asked.body).toContain('<form method="post">');
    expect(before!.at.getTime()).toBeGreaterThan(due!.now.getTime());
    expect(due!.at.getTime()).toBeLessThanOrEqual(due!.now.getTime());
    expect(back.statusCode).toBe(303);
    expect(back.headers.location).toBe(`/checkout/payment/${answer.paymentId}`);
    expect(await readView()).toMatchObject({ status: 'APPROVED', nextStep: null });
    expect(await readPage()).not.toContain(url);
    expect(await market.readPayment(paymentId)).toMatchObject({ status: 'APPROVED', paid_amount: 9990 });
    await checkWorld(market.node.databaseUrl);
  });

  it('may be sent there by a form, which the page then may send to this bank alone', async () => {
    const market = await openTestMarket({ isListening: false });
    const { app } = market.node;
    const { answer, paymentId, readPage } = await buyChallenged(market);
    const policyOf = async () =>
      (await app.inject({ url: `/checkout/payment/${answer.paymentId}` })).headers['content-security-policy'];
    expect(await policyOf()).toContain("form-action 'self';");

    const nextStep = { kind: 'REDIRECT', url: 'https://acs.bank.example/challenge?v=2', form: { creq: 'eyJhIjoxfQ' } };
    await market.inspector.rows('UPDATE payment SET next_step = $1 WHERE id = $2', [nextStep, paymentId]);

    expect(await policyOf()).toContain("form-action 'self' https://acs.bank.example;");
    expect(await readPage()).toMatch(/<input type="hidden" name="creq" value="eyJhIjoxfQ"/);
  });

  it('is refused by what the bank says, and its buyer may pay with another card', async () => {
    const market = await openTestMarket({ isListening: false });
    const { transactionId, readView, readPage, look, answer } = await buyChallenged(market);

    await (await market.host()).simulator.decline?.(transactionId);
    await look();
    const again = await buyByCard(market, APPROVED, 'again');

    expect(await readView()).toMatchObject({ status: 'REJECTED', nextStep: null, mayBeCharged: false });
    expect(await readPage()).not.toContain(answer.payment.nextStep.url);
    expect(again).toMatchObject({ status: 'APPROVED' });
  });

  it('is looked for when the bank takes no answer any more, and is over then', async () => {
    const market = await openTestMarket({ isListening: false });
    const { answer, readView, look } = await buyChallenged(market);
    const endsAt = Date.parse(answer.payment.nextStep.expiresAt);
    const nextLook = async () =>
      (await market.inspector.rows<{ at: Date }>('SELECT next_check_at AS at FROM payment'))[0]?.at.getTime() ?? 0;
    // The looks of a card in review, the next of which would come long after the end.
    for (const ms of [10_000, 30_000, MINUTE_MS, 5 * MINUTE_MS]) {
      market.clock.forward(ms);
      await look();
    }
    expect(await readView()).toMatchObject({ status: 'PENDING', nextStep: { kind: 'REDIRECT' } });
    expect(await nextLook()).toBe(endsAt + 2 * MINUTE_MS);

    market.clock.forward(6 * MINUTE_MS);
    await look();

    expect(await readView()).toMatchObject({ status: 'REJECTED', nextStep: null, mayBeCharged: false });
  });

  it.each([
    ['an event', true],
    ['the look of a day later', false],
  ])(
    'is over when its step ended while the provider waits, and %s tells of money that came after it',
    async (_, isTold) => {
      const market = await openTestMarket({ isListening: false });
      const { simulator } = await market.host();
      const { handle } = simulator;
      // The bank's page ends before the charge does, so the provider goes on waiting.
      const stepEndsAt = new Date(market.clock.now().getTime() + MINUTE_MS).toISOString();
      simulator.handle = async (request) => {
        const response = await handle.call(simulator, request);
        const charge = response.body as { next_step?: { expires_at: string } | null } | undefined;
        if (charge?.next_step) charge.next_step.expires_at = stepEndsAt;
        return response;
      };
      const { answer, paymentId, readView, look } = await buyChallenged(market);
      market.clock.forward(4 * MINUTE_MS);
      await look();

      expect(await market.readPayment(paymentId)).toMatchObject({ status: 'CANCELED', paid_amount: 0 });
      expect(await readView()).toMatchObject({ nextStep: null, mayBeCharged: false });
      expect(market.letters).toEqual([]);
      const [later] = await market.inspector.rows<{ at: Date | null }>('SELECT next_check_at AS at FROM payment');
      expect(later?.at).not.toBeNull();

      const confirmed = await market.node.app.inject({
        method: 'POST',
        url: pathOf(answer.payment.nextStep.url),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'answer=confirm',
      });
      expect(confirmed.statusCode).toBe(303);
      await waitFor('the provider sends its event', async () => market.letters.length > 0);
      if (isTold) {
        for (const letter of market.letters) await market.deliver(letter);
        await market.node.app.webhooks.run();
      } else await look();

      expect(await market.readPayment(paymentId)).toMatchObject({
        status: 'APPROVED',
        settlement: 'LATE',
        paid_amount: 9990,
        refunded_amount: 0,
      });
      await checkWorld(market.node.databaseUrl);
    },
  );

  it('takes no word of the page that leads back: a claim in its address or form changes nothing', async () => {
    const market = await openTestMarket({ isListening: false });
    const { app } = market.node;
    const { publicId, readView } = await buyChallenged(market);
    const url = `/checkout/payment/${publicId}/return/en?status=approved&next=https://evil.example`;

    const posted = await app.inject({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://bank.example',
        'sec-fetch-site': 'cross-site',
      },
      payload: 'PaRes=approved&next=https://evil.example',
    });
    const unknown = await app.inject({ url: '/checkout/payment/evil.example/return/en' });

    expect(posted.statusCode).toBe(303);
    expect(posted.headers.location).toBe(`/checkout/payment/${publicId}?lang=en`);
    expect(unknown.statusCode).toBe(404);
    expect((await readView()).status).toBe('PENDING');
  });
});
