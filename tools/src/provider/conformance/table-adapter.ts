/** An adapter that is a table: the manifest, description and examples of an invented provider, which knows nothing of any package. */
import type { Description } from '@feira/schemas/description';
import type { CallExample, Examples } from '@feira/schemas/examples';
import type { Manifest } from '@feira/schemas/manifest';

export interface Table {
  manifest: Manifest;
  description: Description;
  examples: Examples[];
}

const title = (text: string) => ({ 'pt-BR': text, en: text });

const manifest: Manifest = {
  id: 'jabuti',
  contract: '^1.2.0',
  name: 'Jabuti',
  description: title('PIX, cartão, boleto, saques'),
  evidence: 'documented',
  environments: { sandbox: { default: 'https://sandbox.jabuti.example' } },
  hosts: ['sandbox.jabuti.example'],
  auth: { type: 'header', header: 'x-api-key', credential: 'apiKey' },
  credentials: {
    type: 'object',
    required: ['apiKey', 'webhookSecret'],
    properties: {
      apiKey: { type: 'string', title: title('Chave'), secret: true, minLength: 8 },
      webhookSecret: { type: 'string', title: title('Segredo'), secret: true, minLength: 8 },
    },
  },
  capabilities: {
    methods: {
      PIX: { refund: 'partial', expiresInSeconds: 3600, requiredBuyerFields: ['document'] },
      BILLET: { refund: 'none', expiresInSeconds: 259_200, requiredBuyerFields: ['document'] },
      CREDIT_CARD: {
        refund: 'partial',
        tokenization: 'server',
        maxInstallments: 12,
        requiredBuyerFields: ['document', 'phone'],
        currencies: ['BRL', 'USD'],
        installmentCurrencies: ['BRL'],
        redirect: { hosts: ['bank.jabuti.example'] },
      },
    },
    withdraw: ['PIX', 'BANK_ACCOUNT'],
  },
  operations: ['createTransaction', 'getTransaction', 'refund', 'withdraw', 'getWithdraw', 'processWebhook'],
  status: {
    payment: {
      map: {
        waiting: 'PENDING',
        asking: 'PENDING',
        paid: 'APPROVED',
        refused: 'REJECTED',
        expired: 'REJECTED',
        refunded: 'REFUNDED',
        charged_back: 'CHARGEBACK',
      },
      unknown: 'PENDING',
    },
    withdraw: { map: { queued: 'PENDING', sent: 'APPROVED', failed: 'REJECTED' }, unknown: 'PENDING' },
  },
  webhook: {
    authentication: {
      type: 'hmac',
      header: 'x-jabuti-signature',
      credential: 'webhookSecret',
      algorithm: 'sha256',
      encoding: 'hex',
      prefix: 'sha256=',
    },
    events: { at: 'type', types: { charge: 'read', transfer: 'read', dispute: 'read', balance_hold: 'notice' } },
  },
  moneyUnit: 'cents',
  idempotency: { supported: true, header: 'idempotency-key' },
  lookup: { byReference: true, withdrawByReference: true, lagSeconds: 0 },
  refusedWhen: { worked: false },
};

const CHARGE = {
  transactionId: 'id',
  reference: 'reference',
  providerStatus: 'status',
  amount: 'amount',
  paidAmount: 'paid_amount',
  refundedAmount: 'refunded_amount',
  reason: 'refusal',
  'nextStep.url': 'next.page',
  'nextStep.expiresAt': 'next.until',
};
const ORDER = { withdrawId: 'id', reference: 'reference', providerStatus: 'status', amount: 'amount' };

const description: Description = {
  reason: ['message'],
  simulator: { payment: { PROCESSING: 'asking' } },
  words: {
    person: { CPF: 'individual', CNPJ: 'company' },
    account: { CHECKING: 'current', SAVINGS: 'savings' },
    key: { CPF: 'cpf', CNPJ: 'cnpj', EMAIL: 'email', PHONE: 'phone', RANDOM: 'random' },
    refund: { done: 'DONE', queued: 'PENDING' },
  },
  operations: {
    createTransaction: {
      request: 'POST /charges',
      json: {
        amount: '{amount}',
        currency: '{currency}',
        reference: '{reference}',
        notify: '{webhookUrl}',
        buyer: {
          name: '{customer.name}',
          email: '{customer.email}',
          phone: '{customer.phone}',
          document: '{customer.document}',
          kind: '{customer.document|documentType|person}',
        },
      },
      answer: CHARGE,
      methods: {
        PIX: {
          json: { method: 'pix', expires_in: '{expiresAt|secondsLeft}' },
          answer: { pixCode: 'pix.code' },
        },
        BILLET: {
          json: { method: 'slip', due: '{expiresAt|day}' },
          answer: { billetCode: 'slip.line', billetBarcode: 'slip.barcode' },
        },
        CREDIT_CARD: {
          json: {
            method: 'card',
            installments: '{installments}',
            back: '{returnUrl}',
            card: {
              number: '{card.cardNumber}',
              holder: '{card.holderName}',
              month: '{card.expMonth}',
              year: '{card.expYear|year}',
              code: '{card.cvv}',
            },
          },
        },
      },
    },
    getTransaction: {
      request: 'GET /charges/{transactionId}',
      missing: [404],
      answer: CHARGE,
      byReference: { request: 'GET /charges', query: { reference: '{reference}' }, list: 'items' },
    },
    refund: {
      methods: {
        PIX: { request: 'POST /charges/{transactionId}/refunds', json: { amount: '{amount}', key: '{reference}' } },
        CREDIT_CARD: {
          request: 'POST /charges/{transactionId}/refunds',
          json: { amount: '{amount}', key: '{reference}' },
        },
      },
      answer: { refundId: 'id', status: 'status|refund' },
    },
    withdraw: {
      request: 'POST /transfers',
      json: { amount: '{amount}', reference: '{withdrawReference}' },
      answer: ORDER,
      methods: {
        PIX: { json: { key: '{pixKey}', key_type: '{pixType|key}' } },
        BANK_ACCOUNT: {
          json: {
            account: {
              bank: '{bankCode}',
              branch: '{branchNumber}',
              number: '{accountNumber}',
              digit: '{accountDigit}',
              type: '{accountType|account}',
              holder: '{accountHolder}',
              document: '{accountDocument}',
            },
          },
        },
      },
    },
    getWithdraw: {
      request: 'GET /transfers/{withdrawId}',
      missing: [404],
      answer: ORDER,
      byReference: { request: 'GET /transfers', query: { reference: '{withdrawReference}' }, list: 'items' },
    },
  },
  events: [
    {
      when: { type: 'charge' },
      subject: 'payment',
      fields: {
        transactionId: 'data.id',
        providerStatus: 'data.status',
        amount: 'data.amount',
        paidAmount: 'data.paid_amount',
      },
    },
    {
      when: { type: 'transfer' },
      subject: 'withdraw',
      fields: { withdrawId: 'data.id', providerStatus: 'data.status', amount: 'data.amount' },
    },
    {
      when: { type: 'dispute' },
      subject: 'payment',
      fields: {
        transactionId: 'data.charge',
        dispute: { word: 'OPENED', if: { type: 'dispute' } },
        reason: 'data.reason',
      },
    },
    { when: { type: 'balance_hold' }, subject: 'notice', fields: { event: 'type', reason: 'data.reason' } },
  ],
};

const ASKED = {
  amount: 1990,
  currency: 'BRL',
  reference: 'order-1',
  notify: 'https://shop.example/hook',
  buyer: {
    name: 'Ana Lima',
    email: 'ana@shop.example',
    phone: '11987654321',
    document: '52998224725',
    kind: 'individual',
  },
};
const MADE = {
  id: 'chg_1',
  reference: 'order-1',
  status: 'waiting',
  amount: 1990,
  paid_amount: 0,
  refunded_amount: 0,
  last_paid: 0,
  refusal: null,
};
const REFUSED = { ...MADE, status: 'refused', refusal: 'Sem saldo.' };
const ASKING = {
  ...MADE,
  status: 'asking',
  next: { page: 'https://bank.jabuti.example/confirm/chg_1', until: '2026-11-23T12:10:00Z' },
};
const GIVEN = {
  amount: 1990,
  reference: 'order-1',
  currency: 'BRL',
  webhookUrl: 'https://shop.example/hook',
  'customer.name': 'Ana Lima',
  'customer.email': 'ana@shop.example',
  'customer.phone': '11987654321',
  'customer.document': '52998224725',
};
const WAITS = { transactionId: 'chg_1', amount: 1990, status: 'PENDING' };
const TRANSFER = { id: 'trf_1', reference: 'payout-1', status: 'queued', amount: 5000 };
const charge = (kind: string, json: CallExample['json'], answer: object, given: CallExample['given']): CallExample => ({
  operation: 'createTransaction',
  kind,
  request: 'POST /charges',
  json: { ...ASKED, ...json },
  answer: { ...MADE, ...answer },
  given: { ...GIVEN, ...given },
  result: WAITS,
});
/** A charge as it is told later, with what its word means. */
const later = (status: string, meaning: string, answer: object = {}, result: object = {}): CallExample => ({
  operation: 'getTransaction',
  request: 'GET /charges/chg_1',
  answer: { ...MADE, status, paid_amount: 1990, last_paid: 1990, ...answer },
  result: { transactionId: 'chg_1', status: meaning, ...result },
});
const transfer = (status: string, meaning: string): CallExample => ({
  operation: 'getWithdraw',
  request: 'GET /transfers/trf_1',
  answer: { ...TRANSFER, status },
  result: { withdrawId: 'trf_1', status: meaning, amount: 5000 },
});

const examples: Examples = {
  source: 'https://jabuti.example/docs',
  date: '2026-11-23',
  evidence: 'documented',
  words: { keyType: { CPF: 'cpf', CNPJ: 'cnpj', PHONE: 'phone', RANDOM: 'random' } },
  calls: [
    charge('PIX', { method: 'pix', expires_in: 3600 }, { pix: { code: '00020126jabuti' } }, { expiresAt: 3600 }),
    charge(
      'BILLET',
      { method: 'slip', due: '2026-11-26' },
      { slip: { line: '23790.1', barcode: '23791' } },
      { expiresAt: '2026-11-26' },
    ),
    {
      ...charge(
        'CREDIT_CARD',
        {
          method: 'card',
          installments: 2,
          back: 'https://shop.example/back',
          card: { number: '4111111111111111', holder: 'ANA LIMA', month: 12, year: 2034, code: '9173' },
        },
        { status: 'paid', paid_amount: 1990, last_paid: 1990 },
        {
          installments: 2,
          returnUrl: 'https://shop.example/back',
          'card.cardNumber': '4111111111111111',
          'card.holderName': 'ANA LIMA',
          'card.expMonth': 12,
          'card.expYear': 2034,
          'card.cvv': '9173',
        },
      ),
      result: { ...WAITS, status: 'APPROVED', paidAmount: 1990 },
    },
    { operation: 'createTransaction', kind: 'CREDIT_CARD', request: 'POST /charges', answer: REFUSED },
    {
      operation: 'createTransaction',
      kind: 'CREDIT_CARD',
      request: 'POST /charges',
      answer: ASKING,
      result: WAITS,
    },
    {
      operation: 'createTransaction',
      kind: 'PIX',
      request: 'POST /charges',
      answer: { worked: false, message: 'The document is wrong.' },
    },
    {
      operation: 'getTransaction',
      request: 'GET /charges',
      query: { reference: 'order-1' },
      answer: { items: [REFUSED] },
    },
    { operation: 'getTransaction', request: 'GET /charges', answer: { items: [ASKING] } },
    later('asking', 'PENDING', ASKING),
    later('paid', 'APPROVED', { paid_amount: 3980 }, { paidAmount: 3980 }),
    later('refused', 'REJECTED', REFUSED),
    later('expired', 'REJECTED', { paid_amount: 0 }, { paidAmount: 0 }),
    later('refunded', 'REFUNDED', { refunded_amount: 1990 }, { refundedAmount: 1990 }),
    later('charged_back', 'CHARGEBACK'),
    {
      operation: 'refund',
      request: 'POST /charges/chg_1/refunds',
      json: { amount: 990, key: 'refund-1' },
      answer: { id: 'ref_1', status: 'done' },
      given: { transactionId: 'chg_1', amount: 990, reference: 'refund-1' },
      result: { refundId: 'ref_1', status: 'DONE' },
    },
    {
      operation: 'withdraw',
      kind: 'PIX',
      request: 'POST /transfers',
      headers: { 'idempotency-key': 'payout-1' },
      json: { amount: 5000, reference: 'payout-1', key: 'ana@shop.example', key_type: 'email' },
      answer: TRANSFER,
      given: { amount: 5000, withdrawReference: 'payout-1', pixKey: 'ana@shop.example', pixType: 'EMAIL' },
      result: { withdrawId: 'trf_1', status: 'PENDING', amount: 5000 },
    },
    {
      operation: 'withdraw',
      kind: 'BANK_ACCOUNT',
      request: 'POST /transfers',
      json: {
        amount: 5000,
        reference: 'payout-1',
        account: {
          bank: '341',
          branch: '0567',
          number: '778899',
          digit: '4',
          type: 'savings',
          holder: 'Ana Lima',
          document: '52998224725',
        },
      },
      answer: TRANSFER,
      given: {
        amount: 5000,
        withdrawReference: 'payout-1',
        bankCode: '341',
        branchNumber: '0567',
        accountNumber: '778899',
        accountDigit: '4',
        accountType: 'SAVINGS',
        accountHolder: 'Ana Lima',
        accountDocument: '52998224725',
      },
      result: { withdrawId: 'trf_1', status: 'PENDING', amount: 5000 },
    },
    {
      operation: 'getWithdraw',
      request: 'GET /transfers',
      query: { reference: 'payout-1' },
      answer: { items: [TRANSFER] },
    },
    transfer('sent', 'APPROVED'),
    transfer('failed', 'REJECTED'),
  ],
  events: [
    {
      kind: 'PIX',
      headers: { 'x-jabuti-signature': 'sha256=0d1f' },
      body: { type: 'charge', data: { id: 'chg_1', status: 'paid', amount: 1990, paid_amount: 1990 } },
      result: { subject: 'payment', transactionId: 'chg_1', status: 'APPROVED', paidAmount: 1990 },
    },
    {
      headers: { 'x-jabuti-signature': 'sha256=77ab' },
      body: { type: 'transfer', data: { id: 'trf_1', status: 'failed', amount: 5000 } },
      result: { subject: 'withdraw', withdrawId: 'trf_1', status: 'REJECTED', amount: 5000 },
    },
    {
      headers: { 'x-jabuti-signature': 'sha256=51ce' },
      body: { type: 'dispute', data: { charge: 'chg_1', reason: 'Golpe.' } },
      result: { subject: 'payment', transactionId: 'chg_1', dispute: 'OPENED', reason: 'Golpe.' },
    },
    {
      headers: { 'x-jabuti-signature': 'sha256=9a40' },
      body: { type: 'balance_hold', data: { reason: 'Ordem judicial.' } },
      result: { subject: 'notice', event: 'balance_hold', reason: 'Ordem judicial.' },
    },
  ],
};

export const TABLE: Table = { manifest, description, examples: [examples] };
