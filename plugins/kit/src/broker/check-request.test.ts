import type { Manifest } from '@feira/schemas/manifest';
import type { Provider } from '@feira/schemas/provider';
import { describe, expect, it, vi } from 'vitest';
import { sampleReceiver, sampleTransaction, sampleWithdraw } from '../testing/samples.ts';
import { testManifest } from '../testing/test-manifest.ts';
import { checkedProvider } from './checked-provider.ts';

const manifest = testManifest({
  capabilities: {
    methods: {
      PIX: { refund: 'none', requiredBuyerFields: ['document', 'phone', 'address'] },
      CREDIT_CARD: { refund: 'none', maxInstallments: 6 },
    },
    withdraw: ['PIX', 'BANK_ACCOUNT', 'RECEIVER'],
    splits: true,
  },
  operations: ['createTransaction', 'withdraw'],
});
const share = {
  recipientId: 'r1',
  type: 'FIXED',
  chargeProcessingFee: false,
  chargeRemainder: false,
  liable: true,
} as const;

function open(declared = manifest) {
  const adapter = {
    createTransaction: vi.fn(async () => ({ transactionId: 'c1', providerStatus: 'pending' })),
    withdraw: vi.fn(async () => ({ withdrawId: 'w1', providerStatus: 'pending' })),
    createReceiver: vi.fn(async () => ({ receiverId: 'r1', providerStatus: 'pending' })),
  } satisfies Provider;
  return { adapter, provider: checkedProvider(adapter, declared) };
}

describe('createTransaction', () => {
  it.each(['USD', 'EUR'] as const)(
    'in %s is refused before the adapter sees it, where no currency is declared',
    async (currency) => {
      const { adapter, provider } = open();

      await expect(provider.createTransaction(sampleTransaction('CREDIT_CARD', { currency }))).rejects.toMatchObject({
        code: 'UNSUPPORTED',
        outcome: 'NOT_SENT',
      });
      expect(adapter.createTransaction).not.toHaveBeenCalled();
    },
  );

  it.each([
    [4_999, 1, false],
    [5_000, 1, true],
    [10_001, 1, false],
    [5_999, 3, false],
    [6_000, 3, true],
  ])('of %i cents in %i installments is taken as the manifest limits it: %s', async (amount, installments, isTaken) => {
    const limited = {
      refund: 'none',
      maxInstallments: 6,
      minAmount: 5_000,
      maxAmount: 10_000,
      minInstallmentAmount: 2_000,
    } as const;
    const { adapter, provider } = open({ ...manifest, capabilities: { methods: { CREDIT_CARD: limited } } });

    await provider.createTransaction(sampleTransaction('CREDIT_CARD', { amount, installments })).catch(() => undefined);

    expect(adapter.createTransaction).toHaveBeenCalledTimes(isTaken ? 1 : 0);
  });

  const { customer } = sampleTransaction('PIX');

  it.each([
    ['PIX', {}],
    ['CREDIT_CARD', { installments: 6 }],
    ['PIX', { splits: [{ ...share, amount: 12_345 }] }],
  ] as const)('reaches the adapter as it is: %s %j', async (method, changes) => {
    const { adapter, provider } = open();
    const request = sampleTransaction(method, changes as object);

    await provider.createTransaction(request);

    expect(adapter.createTransaction).toHaveBeenCalledWith(request);
  });

  it.each([
    ['no document', 'PIX', { customer: { ...customer, document: undefined } }, "Test requires the buyer's document."],
    ['no phone', 'PIX', { customer: { ...customer, phone: undefined } }, "Test requires the buyer's phone."],
    ['no address', 'PIX', { address: undefined }, "Test requires the buyer's address."],
    ['installments by PIX', 'PIX', { installments: 2 }, 'installments must be from 1 to 1.'],
    ['no installment', 'CREDIT_CARD', { installments: 0 }, 'installments must be from 1 to 6.'],
    ['too many installments', 'CREDIT_CARD', { installments: 7 }, 'installments must be from 1 to 6.'],
    ['no card', 'CREDIT_CARD', { cardToken: undefined }, 'Card token is required for credit card payments.'],
    [
      'a charge without the buyer that names no agreement',
      'CREDIT_CARD',
      { cardToken: undefined, cardId: 'card-1', initiator: 'MERCHANT' },
      'A charge without the buyer needs cardId and agreement.',
    ],
    [
      'a charge without the buyer by a token',
      'CREDIT_CARD',
      { initiator: 'MERCHANT', agreement: 'subscription-1' },
      'A charge without the buyer needs cardId and agreement.',
    ],
    ['no amount', 'PIX', { amount: 0 }, 'amount must be whole cents above 0.'],
    ['broken cents', 'PIX', { amount: 10.5 }, 'amount must be whole cents above 0.'],
    [
      'shares above the amount',
      'PIX',
      { splits: [{ ...share, amount: 12_346 }] },
      'splits add up to more than the amount.',
    ],
  ] as const)('never reaches the adapter with %s', async (_what, method, changes, message) => {
    const { adapter, provider } = open();

    const call = provider.createTransaction(sampleTransaction(method, changes as object));

    await expect(call).rejects.toMatchObject({ code: 'INVALID_REQUEST', outcome: 'NOT_SENT', message });
    expect(adapter.createTransaction).not.toHaveBeenCalled();
  });

  it.each([
    ['a boleto that is not declared', sampleTransaction('BILLET'), 'Boleto not implemented'],
    ['a card that is not declared', sampleTransaction('CREDIT_CARD'), 'Credit card not implemented'],
    ['a method that nobody knows', sampleTransaction('CRYPTO' as 'PIX'), 'Invalid payment method'],
    ['a currency that is not declared', sampleTransaction('PIX', { currency: 'USD' }), 'Unsupported payment method'],
    [
      'splits that are not declared',
      sampleTransaction('PIX', { splits: [{ ...share, amount: 1 }] }),
      'Test does not offer splits.',
    ],
  ])('is not supported with %s', async (_what, request, message) => {
    const { adapter, provider } = open(testManifest());

    await expect(provider.createTransaction(request)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      outcome: 'NOT_SENT',
      message,
    });
    expect(adapter.createTransaction).not.toHaveBeenCalled();
  });
});

describe('withdraw', () => {
  it.each(['PIX', 'BANK_ACCOUNT', 'RECEIVER'] as const)('reaches the adapter: %s', async (method) => {
    const { adapter, provider } = open();

    await provider.withdraw(sampleWithdraw(method));

    expect(adapter.withdraw).toHaveBeenCalledOnce();
  });

  it.each([
    ['PIX', { pixKey: undefined, pixType: undefined }, 'A withdrawal through Test needs pixKey, pixType.'],
    ['BANK_ACCOUNT', { branchNumber: undefined }, 'A withdrawal through Test needs branchNumber.'],
    ['RECEIVER', { receiverId: undefined }, 'A withdrawal through Test needs receiverId.'],
    ['PIX', { amount: -1 }, 'amount must be whole cents above 0.'],
  ] as const)('never reaches the adapter without its destination: %s %j', async (method, changes, message) => {
    const { adapter, provider } = open();

    const call = provider.withdraw(sampleWithdraw(method, changes as object));

    await expect(call).rejects.toMatchObject({ code: 'INVALID_REQUEST', outcome: 'NOT_SENT', message });
    expect(adapter.withdraw).not.toHaveBeenCalled();
  });

  it('is not authorised while the certificate that it needs is missing', async () => {
    const certCashOut: Manifest['credentials']['properties'][string] = {
      type: 'string',
      title: { 'pt-BR': 'Certificado', en: 'Certificate' },
      format: 'certificate',
      secret: true,
      requiredFor: ['withdraw.PIX'],
    };
    const credentials: Manifest['credentials'] = { type: 'object', required: [], properties: { certCashOut } };
    const { provider } = open({ ...manifest, credentials, capabilities: { ...manifest.capabilities, withdraw: [] } });

    const refusal = { code: 'UNAUTHORIZED', outcome: 'NOT_SENT', message: 'Unauthorized.' };
    await expect(provider.withdraw(sampleWithdraw('PIX'))).rejects.toMatchObject(refusal);
    await expect(provider.withdraw(sampleWithdraw('RECEIVER'))).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  });

  it('is not supported to a destination that is not declared', async () => {
    const { provider } = open(testManifest({ operations: ['withdraw'], capabilities: { withdraw: ['RECEIVER'] } }));

    await expect(provider.withdraw(sampleWithdraw('PIX'))).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: 'Payment method not supported',
    });
  });
});

describe('withdraw to a key or a bank', () => {
  it.each([
    ['CPF', '1114447773', 'CPF inválido, deve conter 11 dígitos.'],
    ['CPF', '111.444.777-35', null],
    ['CNPJ', '1122233300018', 'CNPJ inválido, deve conter 14 dígitos.'],
    ['CNPJ', '12ABC34501DE35', null],
    ['PHONE', '+55119876543', 'Telefone inválido, número de dígitos incorreto.'],
    ['PHONE', '+551133334444', null],
    ['PHONE', '+5511987654321', null],
    ['PHONE', '+14155552671', null],
    ['EMAIL', 'a@example.com', null],
  ] as const)('of the type %s: %s', async (pixType, pixKey, message) => {
    const { adapter, provider } = open();

    const said = await provider.withdraw(sampleWithdraw('PIX', { pixKey, pixType })).then(
      () => null,
      (error: Error) => error.message,
    );

    expect(said).toBe(message);
    expect(adapter.withdraw).toHaveBeenCalledTimes(message ? 0 : 1);
  });

  it.each([
    ['001', undefined, true],
    ['001', '7', false],
    ['260', '7', true],
    ['999', undefined, false],
  ])('that the provider may not take: %s with the digit %s', async (bankCode, branchDigit, isTaken) => {
    const capabilities = { ...manifest.capabilities, banks: ['001', '260'], banksWithoutBranchDigit: ['001'] };
    const operations = [...manifest.operations, 'createReceiver' as const];
    const { adapter, provider } = open({ ...manifest, operations, capabilities });
    const bankAccount = { ...sampleReceiver().bankAccount!, bankCode };
    const { branchDigit: _digit, ...account } = bankAccount;
    const place = { ...account, ...(branchDigit && { branchDigit }) };

    for (const call of [
      provider.withdraw(sampleWithdraw('BANK_ACCOUNT', { branchDigit: undefined, ...place })),
      provider.createReceiver(sampleReceiver({ bankAccount: place })),
    ])
      await (isTaken
        ? call
        : expect(call).rejects.toMatchObject({
            code: 'INVALID_REQUEST',
            outcome: 'NOT_SENT',
            message: 'Banco não suportado, tente outro.',
          }));

    expect(adapter.withdraw).toHaveBeenCalledTimes(isTaken ? 1 : 0);
    expect(adapter.createReceiver).toHaveBeenCalledTimes(isTaken ? 1 : 0);
  });
});

it('takes other banks for the accounts of receivers, where it says so', async () => {
  const capabilities = { ...manifest.capabilities, banks: ['001'], receiverBanks: ['237'] };
  const { adapter, provider } = open({
    ...manifest,
    capabilities,
    operations: [...manifest.operations, 'createReceiver'],
  });
  const at = (bankCode: string) =>
    provider.createReceiver(sampleReceiver({ bankAccount: { ...sampleReceiver().bankAccount!, bankCode } }));

  await at('237');
  await expect(at('001')).rejects.toMatchObject({ outcome: 'NOT_SENT', message: 'Banco não suportado, tente outro.' });
  expect(adapter.createReceiver).toHaveBeenCalledTimes(1);
});

it('says in the reason which currency a method does not take', async () => {
  const { provider } = open();
  const call = provider.createTransaction(sampleTransaction('PIX', { currency: 'USD' }));
  await expect(call).rejects.toMatchObject({
    message: 'Unsupported payment method',
    reason: 'Test takes no PIX in USD.',
  });
});

it.each([
  ['CPF', '11222333000181'],
  ['CNPJ', '11144477735'],
  ['CNPJ', '1122233300018'],
] as const)('opens no account for the %s %s', async (documentType, document) => {
  const { adapter, provider } = open({ ...manifest, operations: [...manifest.operations, 'createReceiver'] });

  const call = provider.createReceiver(sampleReceiver({ document, documentType }));

  await expect(call).rejects.toMatchObject({ outcome: 'NOT_SENT', message: 'Tipo de documento não encontrado.' });
  expect(adapter.createReceiver).not.toHaveBeenCalled();
});

it('opens accounts only for the documents that the provider takes', async () => {
  const capabilities = { ...manifest.capabilities, receiverDocuments: ['CNPJ' as const] };
  const operations = [...manifest.operations, 'createReceiver' as const];
  const { adapter, provider } = open({ ...manifest, operations, capabilities });

  const call = provider.createReceiver(sampleReceiver({ document: '11144477735', documentType: 'CPF' }));

  await expect(call).rejects.toMatchObject({ outcome: 'NOT_SENT', message: 'Adquirente não aceita CPF' });
  expect(adapter.createReceiver).not.toHaveBeenCalled();
  await provider.createReceiver(sampleReceiver({ document: '11222333000181', documentType: 'CNPJ' }));
  expect(adapter.createReceiver).toHaveBeenCalledOnce();
});
