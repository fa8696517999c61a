/** A rule that wants 3-D Secure: the bank asks the card's owner before anything is charged, and who bears fraud afterwards is told. */
import { createHash } from 'node:crypto';
import { hasZeroBits } from '@feira/schemas/rules/challenge';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { findConnection } from '../src/modules/connections/service.ts';
import { checkPayment } from '../src/modules/payments/service.ts';
import { newId } from '../src/shared/ids.ts';
import { findBought, type Market, openMarket } from './market.ts';
import { openStaff, type Staff } from './staff.ts';
import { BUYER_ADDRESS, buy, pixPurchase } from './world.ts';

const GOOD = '4111111111111111';
const POOR = '4000000000000010';

let base: Market;
let market: Market;
let admin: Staff;
beforeEach(async () => {
  base ??= await openMarket({ isListening: false });
  market = await base.replace();
  await market.host();
  admin = await openStaff(market.node.app, market.world.platformId, {
    roles: ['admin'],
    permissions: ['isConfigAvailable', 'isSalesAvailable', 'isChargesAvailable'],
  });
  await call('risk.saveRules', { version: 0, rules: [RULE] });
});
afterAll(() => base?.close());

const RULE = {
  id: newId(),
  name: 'Valor alto',
  isEnabled: true,
  methods: ['PIX', 'CREDIT_CARD', 'BILLET'],
  conditions: [{ signal: 'AMOUNT', operator: 'AT_LEAST', value: 9_000 }],
  action: 'AUTHENTICATE',
};

async function call(name: string, payload?: object) {
  const answer = await market.node.app.inject({
    method: payload ? 'POST' : 'GET',
    url: `/api/${name}`,
    headers: admin.headers,
    ...(payload && { payload }),
  });
  market.node.app.cache.forgetAll();
  return answer.json();
}

async function pay(number = GOOD, headers: Record<string, string> = {}) {
  const card = { number, holder_name: 'JOAO COMPRADOR', exp_month: 12, exp_year: 2034, cvv: '123' };
  const token = await market.node.app.inject({
    method: 'POST',
    url: `/simulators/${market.connectionId}/tokens`,
    headers: { authorization: 'Bearer pk_test_0123456789' },
    payload: { card },
  });
  const creditCard = { token: token.json().id, installments: 1 };
  const order = { paymentMethod: 'CREDIT_CARD', creditCard, ...BUYER_ADDRESS, isRepeat: true };
  return (await buy(market.node.app, pixPurchase(market.world, order), undefined, headers)).json();
}
const look = async (publicId: string) => {
  const { paymentId } = await findBought(market.inspector, publicId);
  return checkPayment(market.node.app, market.world.platformId, paymentId, { isJanitor: true });
};
const saleOf = async (publicId: string) => {
  const [row] = await market.inspector.rows<{ id: string }>('SELECT sale_id AS id FROM payment WHERE public_id = $1', [
    publicId,
  ]);
  return call(`sales.getSale?saleId=${row?.id}`);
};

describe('a rule that wants 3-D Secure', () => {
  it('has the owner of a good card confirm first, and keeps that the bank bears fraud with the sale and its dispute', async () => {
    const answer = await pay();

    expect(answer).toMatchObject({ status: 'PENDING', payment: { paidAmount: 0, nextStep: { kind: 'REDIRECT' } } });
    await look(answer.paymentId);
    expect((await saleOf(answer.paymentId)).order).toMatchObject({
      isLiabilityShifted: false,
      risk: { action: 'AUTHENTICATE', causes: [{ kind: 'RULE', name: 'Valor alto' }] },
    });
    const { transactionId, paymentId } = await findBought(market.inspector, answer.paymentId);
    await (await market.host()).simulator.pay(transactionId as string);
    await look(answer.paymentId);

    const sale = await saleOf(answer.paymentId);
    expect([sale.status, sale.order.isLiabilityShifted]).toEqual(['APPROVED', true]);
    const disputeId = newId();
    await market.inspector.rows(
      `INSERT INTO dispute (platform_id, id, payment_id, seller_id, kind, state, amount, held_amount, currency, reason, due_at)
       VALUES ($1, $2, $3, $4, 'CHARGEBACK', 'OPEN', 9990, 0, 'BRL', 'fraud', now())`,
      [market.world.platformId, disputeId, paymentId, market.world.sellerId],
    );
    expect(await call(`disputes.getDispute?disputeId=${disputeId}`)).toMatchObject({ isLiabilityShifted: true });
  });

  it('charges nothing where the owner refuses, and lets a refusal of the card itself stand', async () => {
    const answer = await pay();
    const { transactionId } = await findBought(market.inspector, answer.paymentId);
    await (await market.host()).simulator.decline?.(transactionId as string);
    await look(answer.paymentId);

    const sale = await saleOf(answer.paymentId);
    expect([sale.status, sale.order.isLiabilityShifted]).toEqual(['REJECTED', false]);
    expect(await pay(POOR)).toMatchObject({ status: 'REJECTED', payment: { decline: 'FUNDS' } });
  });

  it('looks at no PIX, and asks nobody whom it does not catch', async () => {
    expect((await buy(market.node.app, pixPurchase(market.world))).json().status).toBe('PENDING');
    await call('risk.saveRules', { version: 1, rules: [{ ...RULE, isEnabled: false }] });
    const answer = await pay();
    expect(answer.status).toBe('APPROVED');
    expect((await saleOf(answer.paymentId)).order.isLiabilityShifted).toBe(false);
  });

  it('is a challenge where no connection of the route can ask', async () => {
    const connection = await findConnection(market.node.app, market.world.platformId, market.connectionId);
    const card = connection!.manifest.capabilities.methods!.CREDIT_CARD as { authenticates?: boolean };
    card.authenticates = false;
    try {
      const asked = await pay();
      expect(asked.code).toBe('CHALLENGE_REQUIRED');
      const { token, bits } = asked.challenge;
      let nonce = 0;
      while (!hasZeroBits(createHash('sha256').update(`${token}:${nonce}`).digest(), bits)) nonce++;
      const answer = await pay(GOOD, { 'feira-challenge': `${token}:${nonce}` });
      expect(answer.status).toBe('APPROVED');
      expect((await saleOf(answer.paymentId)).order.risk.action).toBe('CHALLENGE');
    } finally {
      card.authenticates = true;
    }
  });
});
