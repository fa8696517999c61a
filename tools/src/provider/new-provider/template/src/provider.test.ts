import { asManifest } from '@feira/plugin-kit';
import { fixture, http, sampleTransaction, testContext, testProvider } from '@feira/plugin-kit/testing';
import { describe, expect, it } from 'vitest';
import json from '../plugin.json' with { type: 'json' };
import module from './index.ts';
import simulator from './simulator.ts';

const manifest = asManifest(json);
const { credentials } = simulator.samples!;
// [CARD_FIRST] const card = { cardNumber: '4111111111111111', holderName: 'MARIA SILVA', expMonth: 12, expYear: 2034, cvv: '123' };
const charge = fixture<{ amount: number }>(import.meta.url, 'create-charge.json');

function open() {
  const mock = http('https://sandbox.acme.invalid/v1');
  // [oauth2] mock.post('/oauth/token').reply(200, { access_token: 'token', expires_in: 3600 });
  const provider = module.createProvider(testContext(manifest, { credentials }));
  return { mock, provider };
}

describe('acme', () => {
  testProvider({
    manifest,
    module,
    credentials,
    answers: [charge],
    webhooks: [
      { id: 'evt_1', type: 'charge.paid', charge },
      { id: 'evt_2', type: 'account.news' },
    ],
  });
});

describe('createTransaction', () => {
  it('makes a charge and reads the answer', async () => {
    const { mock, provider } = open();
    mock.post('/charges').reply(201, charge);
    const request = sampleTransaction('PIX'); // [!CARD_FIRST]
    // [CARD_FIRST] const request = sampleTransaction('CREDIT_CARD', { card, cardToken: undefined });

    const result = await provider.createTransaction!(request);

    expect(result).toMatchObject({ transactionId: 'chg_1', providerStatus: 'waiting', amount: 12_345, paidAmount: 0 });
    const sent = mock.requests.find(({ path }) => path === '/v1/charges');
    expect(sent?.body).toMatchObject({ reference: request.reference, amount: charge.amount });
  });
});

describe('getTransaction', () => {
  it('answers null when there is no such charge', async () => {
    const { mock, provider } = open();
    mock.get('/charges/chg_9').reply(404, { error: { message: 'No such charge.' } });

    const result = await provider.getTransaction!({
      transactionId: 'chg_9',
      reference: 'attempt-0009',
      paymentMethod: 'PIX',
    });

    expect(result).toBeNull();
  });
});

describe('processWebhook', () => {
  it('says what an event is about', async () => {
    const { provider } = open(); // [!oauth2]
    // [oauth2] const provider = module.createProvider(testContext(manifest, { credentials }));
    const event = { id: 'evt_1', type: 'charge.paid', charge };

    const result = await provider.processWebhook!({
      headers: {},
      query: {},
      body: event,
      rawBody: JSON.stringify(event),
    });

    expect(result).toMatchObject({ subject: 'payment', eventId: 'evt_1', transactionId: 'chg_1' });
  });
});
