/** Makes a package that is data alone: a manifest, a description of its calls, and examples that say what is to be replaced. */
import type { Description, Json } from '@feira/schemas/description';
import type { Manifest } from '@feira/schemas/manifest';
import { toReais } from '@feira/schemas/rules/money';
import type { NewProvider } from './options.ts';
import { INVENTED } from './placeholders.ts';
import { listParts } from './table-operations.ts';

/** Shows in the conformance run until the author replaces the examples. */
const MARK = "FILL IN: this provider's own calls, answers and events, with the page that shows them";
const WORDS = { PIX: 'pix', CREDIT_CARD: 'card', BILLET: 'boleto' } as const;
const CARD = {
  number: '{card.cardNumber}',
  holder: '{card.holderName}',
  month: '{card.expMonth}',
  year: '{card.expYear}',
  cvv: '{card.cvv}',
};

/** The made-up words, each in the table. */
export const withTableWords = (template: Manifest, { operations }: NewProvider): Manifest =>
  listParts(operations).reduce((manifest, part) => part.manifest(manifest), withChargeWords(template));

const withChargeWords = ({ simulator: _code, ...manifest }: Manifest): Manifest => ({
  ...manifest,
  status: {
    payment: {
      map: {
        waiting: 'PENDING',
        paid: 'APPROVED',
        refused: 'REJECTED',
        expired: 'REJECTED',
        charged_back: 'CHARGEBACK',
      },
      unknown: 'PENDING',
    },
  },
  webhook: {
    authentication: {
      type: 'hmac',
      header: 'x-signature',
      credential: 'webhookSecret',
      algorithm: 'sha256',
      encoding: 'hex',
    },
  },
});

export function toDescription({ methods, operations }: NewProvider): Description {
  const parts = listParts(operations);
  const read = { transactionId: 'id', reference: 'reference', providerStatus: 'status' };
  const amounts = {
    amount: 'amount',
    paidAmount: 'paid_amount',
    ...(operations?.includes('refunds') && { refundedAmount: 'refunded_amount' }),
  };
  const shown = {
    PIX: { pixCode: 'pix.code' },
    CREDIT_CARD: {},
    BILLET: { billetCode: 'boleto.line', billetUrl: 'boleto.url' },
  };
  const answer = { ...read, ...amounts, expiresAt: 'expires_at' };
  const ofMethod = methods.map((method) => [
    method,
    {
      json: {
        method: WORDS[method],
        ...(method === 'CREDIT_CARD' ? { card: CARD, installments: '{installments}' } : { expires_at: '{expiresAt}' }),
      },
      answer: shown[method],
    },
  ]);
  return {
    reason: ['error.message'],
    ...(parts.some(({ words }) => words) && { words: Object.assign({}, ...parts.map(({ words }) => words)) }),
    operations: {
      createTransaction: {
        request: 'POST /charges',
        json: {
          reference: '{reference}',
          amount: '{amount}',
          description: '{description}',
          webhook_url: '{webhookUrl}',
          buyer: { name: '{customer.name}', email: '{customer.email}', document: '{customer.document}' },
        },
        answer,
        methods: Object.fromEntries(ofMethod),
      },
      getTransaction: {
        request: 'GET /charges/{transactionId}',
        missing: [404],
        answer,
        byReference: { request: 'GET /charges', query: { reference: '{reference}' }, list: 'charges' },
      },
      ...Object.assign({}, ...parts.map((part) => part.operations)),
    },
    events: [
      {
        subject: 'payment',
        when: { type: 'charge' },
        fields: { eventId: 'id', ...prefix('data', { ...read, ...amounts }) },
      },
      ...parts.flatMap(({ events = [] }) => events),
    ],
  };
}

const prefix = (parent: string, fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([name, path]) => [name, `${parent}.${path}`]));

export function toExamples({ methods, money, operations }: NewProvider): object {
  const toWire = (cents: number) => (money === 'reais' ? toReais(cents) : cents);
  const parts = listParts(operations);
  const amount = toWire(12_345);
  const charge = (method: NewProvider['methods'][number]): Record<string, Json> => ({
    id: 'chg_1',
    reference: 'attempt-0001',
    status: 'waiting',
    amount,
    paid_amount: 0,
    ...(operations?.includes('refunds') && { refunded_amount: 0 }),
    expires_at: '2034-01-31T12:00:00.000Z',
    ...(method === 'PIX' && { pix: { code: '00020126acme.invalid/pix/chg_1' } }),
    ...(method === 'BILLET' && { boleto: { line: '9'.repeat(47), url: 'https://acme.invalid/boleto/chg_1' } }),
  });
  const calls = methods.map((method) => ({
    operation: 'createTransaction',
    kind: method,
    request: 'POST /charges',
    json: {
      reference: 'attempt-0001',
      amount,
      description: 'Curso',
      webhook_url: 'https://example.test/webhooks',
      buyer: { name: 'Ana', email: 'ana@example.test', document: '00000000000' },
      method: WORDS[method],
      ...(method === 'CREDIT_CARD'
        ? { card: { number: '0', holder: 'ANA', month: 1, year: 2034, cvv: '000' }, installments: 1 }
        : { expires_at: '2034-01-31T12:00:00.000Z' }),
    },
    answer: charge(method),
    given: {
      amount: 12_345,
      reference: 'attempt-0001',
      description: 'Curso',
      webhookUrl: 'https://example.test/webhooks',
      'customer.name': 'Ana',
      'customer.email': 'ana@example.test',
      'customer.document': '00000000000',
      ...(method === 'CREDIT_CARD'
        ? {
            'card.cardNumber': '0',
            'card.holderName': 'ANA',
            'card.expMonth': 1,
            'card.expYear': 2034,
            'card.cvv': '000',
            installments: 1,
          }
        : { expiresAt: '2034-01-31T12:00:00.000Z' }),
    },
  }));
  const first = charge(methods[0]!);
  return {
    source: INVENTED,
    date: '2026-11-23',
    evidence: 'inferred',
    note: MARK,
    calls: [
      ...calls,
      { operation: 'createTransaction', request: 'POST /charges', status: 422, answer: { error: { message: 'CPF' } } },
      { operation: 'getTransaction', request: 'GET /charges/chg_1', answer: first },
      {
        operation: 'getTransaction',
        request: 'GET /charges',
        query: { reference: 'attempt-0001' },
        answer: { charges: [first] },
      },
      ...parts.flatMap((part) => part.calls(toWire)),
    ],
    events: [
      { body: { id: 'evt_1', type: 'charge', data: { ...first, status: 'paid', paid_amount: amount } } },
      ...parts.flatMap((part) => part.eventExamples?.(toWire) ?? []),
    ],
  };
}

/** The test of the package, whose first lines are those of charges. */
export function toTableTest({ methods, auth, money, operations }: NewProvider, credentials: readonly string[]): string {
  const login = auth === 'oauth2' ? "{ status: 200, body: { access_token: 'token', expires_in: 60 } }, " : '';
  const samples = (operations ?? []).map((name) => SAMPLES[name]);
  return [CHARGE_TEST, ...listParts(operations).map(({ test }) => test)]
    .join('')
    .replace('SAMPLES', ['openDescribed', ...samples, 'sampleTransaction'].join(', '))
    .replace('CREDENTIALS', credentials.map((name) => `${name}: 'invented_value_0001'`).join(', '))
    .replaceAll('LOGIN', login)
    .replaceAll('AMOUNT', String(money === 'reais' ? toReais(5_000) : '5_000'))
    .replace('METHOD', methods[0]!);
}

const SAMPLES = { refunds: 'sampleRefund', withdrawals: 'sampleWithdraw', receivers: 'sampleReceiver' } as const;

const CHARGE_TEST = `import { SAMPLES } from '@feira/plugin-kit/testing';
import { expect, it } from 'vitest';
import shown from '../examples/invented.json' with { type: 'json' };

const credentials = { CREDENTIALS };
const charge = shown.calls[0]?.answer;

it('sends our reference, and reads the charge that is answered', async () => {
  const { provider, sent } = await openDescribed(import.meta.url, { credentials }, [LOGIN{ status: 201, body: charge }]);

  const result = await provider.createTransaction(sampleTransaction('METHOD'));

  expect(result).toMatchObject({ transactionId: 'chg_1', providerStatus: 'waiting', amount: 12_345 });
  expect(sent.at(-1)).toMatchObject({ method: 'POST', path: '/charges', body: { reference: 'attempt-0001' } });
});

it('reads an event', async () => {
  const { readEvent } = await openDescribed(import.meta.url, { credentials });

  const event = await readEvent(shown.events[0]?.body);

  expect(event).toMatchObject({ subject: 'payment', transactionId: 'chg_1', providerStatus: 'paid' });
});
`;
