/** Holds what a new described package has beyond charges: refunds, withdrawals and receivers, each with its calls, examples, words and tests. */
import type { Description, Json } from '@feira/schemas/description';
import type { CallExample, EventExample, Examples } from '@feira/schemas/examples';
import type { Manifest } from '@feira/schemas/manifest';

export const TABLE_OPERATIONS = ['refunds', 'withdrawals', 'receivers'] as const;
export type TableOperation = (typeof TABLE_OPERATIONS)[number];

type Operations = NonNullable<Description['operations']>;

interface Part {
  operations: Operations;
  words?: Description['words'];
  events?: NonNullable<Description['events']>;
  /** The made-up calls and events; `toWire` makes the provider's amount of cents. */
  calls(toWire: (cents: number) => Json): CallExample[];
  eventExamples?(toWire: (cents: number) => Json): EventExample[];
  /** Lists the words that the manifest's tables do not have. */
  listed?: Examples['words'];
  manifest(manifest: Manifest): Manifest;
  /** The test of the package; LOGIN stands for the answer to a token call, where there is one. */
  test: string;
}

const ACCOUNT = {
  bank: '{bankCode}',
  branch: '{branchNumber}',
  branch_digit: '{branchDigit}',
  number: '{accountNumber}',
  digit: '{accountDigit}',
  type: '{accountType|account}',
};
const ACCOUNT_WORDS = { account: { CHECKING: 'checking', SAVINGS: 'savings' } };
const SHOWN_ACCOUNT = {
  bank: '001',
  branch: '1234',
  branch_digit: '0',
  number: '123456',
  digit: '7',
  type: 'checking',
};
const GIVEN_ACCOUNT = {
  bankCode: '001',
  branchNumber: '1234',
  branchDigit: '0',
  accountNumber: '123456',
  accountDigit: '7',
  accountType: 'CHECKING',
};
const KEY_TYPES = { CPF: 'cpf', CNPJ: 'cnpj', EMAIL: 'email', PHONE: 'phone', RANDOM: 'random' };
const WEBHOOK_URL = 'https://example.test/webhooks';

const under = (parent: string, fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${parent}.${name}`, value]));

/** Puts every field of an account below another name of the request. */
const renamed = (fields: Record<string, string>, parent: string) =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, value.replace('{', `{${parent}.`)]));

const REFUNDS: Part = {
  operations: {
    refund: {
      request: 'POST /charges/{transactionId}/refunds',
      json: { amount: '{amount}' },
      answer: { refundId: 'id', status: 'status|refund' },
    },
  },
  words: { refund: { done: 'DONE', requested: 'PENDING' } },
  listed: { refund: { done: 'DONE', requested: 'PENDING' } },
  calls: (toWire) => [
    {
      operation: 'refund',
      request: 'POST /charges/chg_1/refunds',
      json: { amount: toWire(5_000) },
      answer: { id: 'rfd_1', status: 'done', amount: toWire(5_000) },
      given: { transactionId: 'chg_1', amount: 5_000 },
      result: { refundId: 'rfd_1', status: 'DONE' },
    },
  ],
  manifest: (manifest) => ({
    ...manifest,
    operations: withOperations(manifest, 'refund'),
    capabilities: {
      ...manifest.capabilities,
      methods: Object.fromEntries(
        Object.entries(manifest.capabilities.methods ?? {}).map(([name, method]) => [
          name,
          { ...method, refund: 'partial' },
        ]),
      ),
    },
    status: {
      ...manifest.status,
      payment: { ...manifest.status.payment, map: { ...manifest.status.payment.map, refunded: 'REFUNDED' } },
    },
  }),
  test: `
it('asks for a refund of a part', async () => {
  const answer = { id: 'rfd_1', status: 'done' };
  const { provider, sent } = await openDescribed(import.meta.url, { credentials }, [LOGIN{ status: 201, body: answer }]);

  const result = await provider.refund(sampleRefund({ transactionId: 'chg_1', amount: 5_000, isFull: false }));

  expect(result).toEqual({ refundId: 'rfd_1', status: 'DONE' });
  expect(sent.at(-1)).toMatchObject({ path: '/charges/chg_1/refunds', body: { amount: AMOUNT } });
});
`,
};

const WITHDRAWAL_ANSWER = { withdrawId: 'id', reference: 'reference', providerStatus: 'status', amount: 'amount' };
const withdrawal = (toWire: (cents: number) => Json, status: string) => ({
  id: 'tra_1',
  reference: 'withdraw-0001',
  status,
  amount: toWire(5_000),
});

const WITHDRAWALS: Part = {
  operations: {
    withdraw: {
      request: 'POST /transfers',
      json: { reference: '{withdrawReference}', amount: '{amount}', webhook_url: '{webhookUrl}' },
      answer: WITHDRAWAL_ANSWER,
      methods: {
        PIX: { json: { pix: { key: '{pixKey}', type: '{pixType|keyType}' } } },
        BANK_ACCOUNT: {
          json: { account: { ...ACCOUNT, holder: '{accountHolder}', document: '{accountDocument}' } },
        },
      },
    },
    getWithdraw: {
      request: 'GET /transfers/{withdrawId}',
      missing: [404],
      answer: WITHDRAWAL_ANSWER,
      byReference: { request: 'GET /transfers', query: { reference: '{withdrawReference}' }, list: 'transfers' },
    },
  },
  words: { ...ACCOUNT_WORDS, keyType: KEY_TYPES },
  events: [
    {
      subject: 'withdraw',
      when: { type: 'transfer' },
      fields: { eventId: 'id', ...underData(WITHDRAWAL_ANSWER) },
    },
  ],
  listed: { keyType: KEY_TYPES },
  calls: (toWire) => {
    const sent = { reference: 'withdraw-0001', amount: toWire(5_000), webhook_url: WEBHOOK_URL };
    const given = { withdrawReference: 'withdraw-0001', amount: 5_000, webhookUrl: WEBHOOK_URL };
    const shown = withdrawal(toWire, 'requested');
    return [
      {
        operation: 'withdraw',
        kind: 'PIX',
        request: 'POST /transfers',
        json: { ...sent, pix: { key: 'ana@example.test', type: 'email' } },
        answer: shown,
        given: { ...given, pixKey: 'ana@example.test', pixType: 'EMAIL' },
      },
      {
        operation: 'withdraw',
        kind: 'BANK_ACCOUNT',
        request: 'POST /transfers',
        json: { ...sent, account: { ...SHOWN_ACCOUNT, holder: 'Ana', document: '00000000000' } },
        answer: shown,
        given: { ...given, ...GIVEN_ACCOUNT, accountHolder: 'Ana', accountDocument: '00000000000' },
      },
      { operation: 'getWithdraw', request: 'GET /transfers/tra_1', answer: shown },
      {
        operation: 'getWithdraw',
        request: 'GET /transfers',
        query: { reference: 'withdraw-0001' },
        answer: { transfers: [shown] },
      },
    ];
  },
  eventExamples: (toWire) => [{ body: { id: 'evt_2', type: 'transfer', data: withdrawal(toWire, 'done') } }],
  manifest: (manifest) => ({
    ...manifest,
    operations: withOperations(manifest, 'withdraw', 'getWithdraw'),
    capabilities: { ...manifest.capabilities, withdraw: ['PIX', 'BANK_ACCOUNT'] },
    status: {
      ...manifest.status,
      withdraw: {
        map: { requested: 'PENDING', done: 'APPROVED', failed: 'REJECTED', returned: 'CANCELED' },
        unknown: 'PENDING',
      },
    },
    lookup: { ...manifest.lookup, withdrawByReference: true },
  }),
  test: `
it('pays out to a PIX key', async () => {
  const answer = { id: 'tra_1', reference: 'withdraw-0001', status: 'requested', amount: AMOUNT };
  const { provider, sent } = await openDescribed(import.meta.url, { credentials }, [LOGIN{ status: 201, body: answer }]);

  const result = await provider.withdraw(sampleWithdraw('PIX', { amount: 5_000 }));

  expect(result).toMatchObject({ withdrawId: 'tra_1', providerStatus: 'requested', amount: 5_000 });
  expect(sent.at(-1)?.body).toMatchObject({ amount: AMOUNT, pix: { key: 'maria@example.com', type: 'email' } });
});
`,
};

const RECEIVER_ANSWER = { receiverId: 'id', providerStatus: 'status', name: 'name' };
const SHOWN_RECEIVER = { id: 'rcv_1', status: 'active', name: 'Ana' };

const RECEIVERS: Part = {
  operations: {
    createReceiver: {
      request: 'POST /receivers',
      json: {
        name: '{name}',
        document: '{document}',
        email: '{email}',
        phone: '{phone}',
        account: renamed(ACCOUNT, 'bankAccount'),
      },
      answer: RECEIVER_ANSWER,
    },
    getReceiver: { request: 'GET /receivers/{receiverId}', missing: [404], answer: RECEIVER_ANSWER },
  },
  words: ACCOUNT_WORDS,
  calls: () => [
    {
      operation: 'createReceiver',
      request: 'POST /receivers',
      json: {
        name: 'Ana',
        document: '00000000000',
        email: 'ana@example.test',
        phone: '11987654321',
        account: SHOWN_ACCOUNT,
      },
      answer: SHOWN_RECEIVER,
      given: {
        name: 'Ana',
        document: '00000000000',
        email: 'ana@example.test',
        phone: '11987654321',
        ...under('bankAccount', GIVEN_ACCOUNT),
      },
    },
    { operation: 'getReceiver', request: 'GET /receivers/rcv_1', answer: SHOWN_RECEIVER },
  ],
  manifest: (manifest) => ({
    ...manifest,
    operations: withOperations(manifest, 'createReceiver', 'getReceiver'),
    status: {
      ...manifest.status,
      receiver: { map: { waiting: 'PENDING', active: 'ACTIVE', refused: 'REJECTED' }, unknown: 'PENDING' },
    },
  }),
  test: `
it('registers a receiver with a bank account', async () => {
  const answer = { id: 'rcv_1', status: 'active', name: 'Maria da Silva' };
  const { provider, sent } = await openDescribed(import.meta.url, { credentials }, [LOGIN{ status: 201, body: answer }]);

  const result = await provider.createReceiver(sampleReceiver());

  expect(result).toMatchObject({ receiverId: 'rcv_1', providerStatus: 'active' });
  expect(sent.at(-1)?.body).toMatchObject({ document: '52998224725', account: { bank: '001', branch: '1234' } });
});
`,
};

function underData(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, path]) => [name, `data.${path}`]));
}

/** Events stay last, as in every manifest. */
function withOperations({ operations }: Manifest, ...names: Manifest['operations']): Manifest['operations'] {
  return [...operations.filter((name) => name !== 'processWebhook'), ...names, 'processWebhook'];
}

const PARTS: Record<TableOperation, Part> = { refunds: REFUNDS, withdrawals: WITHDRAWALS, receivers: RECEIVERS };
export const listParts = (wanted: readonly TableOperation[] = []): Part[] => wanted.map((name) => PARTS[name]);
