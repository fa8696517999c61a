import { expect, it } from 'vitest';
import type { SimulatorRequest, SimulatorResponse } from '../simulator.ts';
import { testContext } from '../testing/context.ts';
import { sampleTransaction } from '../testing/samples.ts';
import { testManifest } from '../testing/test-manifest.ts';
import { checkDescription } from './check.ts';
import { describedModule } from './module.ts';

const manifest = testManifest({ operations: ['createCardToken', 'createTransaction'] });
const charge = {
  request: 'POST /charges',
  json: { card: '{cardToken}' },
  answer: { transactionId: 'id', providerStatus: 'status' },
  first: 'createCardToken' as const,
};
const description = {
  reason: ['message'],
  operations: {
    createCardToken: { request: 'POST /tokens', json: { number: '{card.cardNumber}' }, answer: { token: 'token' } },
    createTransaction: charge,
  },
};
const card = { cardNumber: '4111111111111111', holderName: 'ANA', expMonth: 7, expYear: 34, cvv: '123' };
const PAID = { status: 200, body: { id: '1', status: 'paid' } };

async function buy(fields: object, ...answers: SimulatorResponse[]) {
  const sent: SimulatorRequest[] = [];
  const context = testContext(manifest, {
    credentials: { secretKey: 'invented-0001' },
    inProcess: async (request) => {
      sent.push(request);
      return answers.shift()!;
    },
  });
  const { createTransaction } = describedModule(manifest, description).createProvider(context);
  const outcome = await createTransaction!(
    sampleTransaction('CREDIT_CARD', { card, cardToken: undefined, ...fields }),
  ).catch((error: unknown) => error);
  return { sent: sent.map(({ path, body }) => [path, body]), outcome };
}

it('makes a token of the card first, and charges by the token alone', async () => {
  const { sent, outcome } = await buy({}, { status: 200, body: { token: 'card_1' } }, PAID);
  expect(sent).toEqual([
    ['/tokens', { number: '4111111111111111' }],
    ['/charges', { card: 'card_1' }],
  ]);
  expect(outcome).toMatchObject({ transactionId: '1' });
});

it('charges a token that it was given without asking for another', async () => {
  const { sent } = await buy({ card: undefined, cardToken: 'card_2' }, PAID);
  expect(sent).toEqual([['/charges', { card: 'card_2' }]]);
});

it.each([
  [{ status: 500, body: {} }, 'NOT_SENT', 'Erro salvando cartão'],
  [{ status: 200, body: {} }, 'NOT_SENT', 'Erro salvando cartão'],
  [{ status: 400, body: {} }, 'REJECTED', 'Erro salvando cartão'],
  [{ status: 400, body: { message: 'Cartão inválido' } }, 'REJECTED', 'Cartão inválido'],
])('charges nobody where the token is answered with %j', async (answer, outcome, message) => {
  const failed = await buy({}, answer, PAID);
  expect(failed.outcome).toMatchObject({ outcome, message });
  expect(failed.sent).toHaveLength(1);
});

it('wants the call that goes first described', () => {
  expect(checkDescription({ operations: { createTransaction: charge } }, manifest)).toMatchObject({
    problems: expect.arrayContaining([
      'description.json: operations.createTransaction.first is createCardToken, which is not described.',
    ]),
  });
});
