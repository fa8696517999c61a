import type { Provider, TransactionResult } from '@feira/schemas/provider';
import { describe, expect, it } from 'vitest';
import { ProviderError } from '../errors.ts';
import { sampleRefund, sampleTransaction, sampleWithdraw } from '../testing/samples.ts';
import { testManifest } from '../testing/test-manifest.ts';
import { type CheckedProvider, checkedProvider } from './checked-provider.ts';

const manifest = testManifest();
const answering = (answer: unknown): Provider => ({ createTransaction: async () => answer as TransactionResult });
const charge = (provider: Provider) => checkedProvider(provider, manifest).createTransaction(sampleTransaction('PIX'));
const PAID = { transactionId: 'c1', providerStatus: 'paid' };
const lookup = { reference: 'a', paymentMethod: 'PIX' } as const;

describe('checkedProvider', () => {
  it('passes a valid result on, fields that are undefined included', async () => {
    const result = { transactionId: 'c1', providerStatus: 'paid', amount: 100, reason: undefined };

    expect(await charge(answering(result))).toBe(result);
  });

  it.each([
    ['cardBrand', ''],
    ['cardBrand', 7],
    ['cardBrand', null],
    ['cardLastDigits', '**11'],
    ['cardLastDigits', {}],
  ])('leaves out a %s that is not valid (%j), and keeps the money of the result', async (name, value) => {
    const result = { transactionId: 'c1', providerStatus: 'paid', amount: 100 };

    expect(await charge(answering({ ...result, [name]: value }))).toEqual(result);
  });

  it.each([
    ['nothing', undefined, 'the result must be object'],
    ['null where it has no meaning', null, 'the result must be object'],
    ['no status', { transactionId: 'c1' }, "must have required property 'providerStatus'"],
    ['an undefined status', { transactionId: 'c1', providerStatus: undefined }, 'providerStatus'],
    ['a number for an id', { transactionId: 1, providerStatus: 'paid' }, 'transactionId must be string'],
    ['reais', { transactionId: 'c1', providerStatus: 'paid', amount: 12.5 }, 'amount must be integer'],
    ['a negative amount', { transactionId: 'c1', providerStatus: 'paid', amount: -1 }, 'amount must be >= 0'],
    [
      'a local date',
      { transactionId: 'c1', providerStatus: 'paid', expiresAt: '20/11/2026' },
      'expiresAt must match format',
    ],
    ['a memo that holds more than texts', { ...PAID, memo: { deposit: { id: 'd' } } }, 'memo.deposit must be string'],
    ['a memo that holds too much', { ...PAID, memo: { deposit: 'd'.repeat(513) } }, 'memo.deposit'],
    ['a field of its own', { transactionId: 'c1', providerStatus: 'paid', cpf: '52998224725' }, '"cpf"'],
  ])('takes %s for an unknown outcome, naming the field and not its value', async (_what, answer, message) => {
    const error = await charge(answering(answer)).catch((thrown: unknown) => thrown as ProviderError);

    expect(error).toMatchObject({ code: 'INVALID_ANSWER', outcome: 'UNKNOWN' });
    expect((error as ProviderError).message).toContain(message);
    expect((error as ProviderError).message).not.toContain('52998224725');
  });

  it.each([
    [
      'a sync throw',
      () => {
        throw new TypeError('x of undefined');
      },
    ],
    ['a rejection', () => Promise.reject(new Error('boom'))],
    ['a rejection that is no Error', () => Promise.reject('boom')],
    ['a rejection with nothing', () => Promise.reject()],
    ['a ProviderError with invented words', () => Promise.reject(new ProviderError('MAGIC' as never, 'NOT_SENT', 'x'))],
    [
      'a ProviderError with an invented outcome',
      () => Promise.reject(new ProviderError('UNAVAILABLE', 'FINE' as never, 'x')),
    ],
  ])('takes %s for an unknown outcome', async (_what, createTransaction) => {
    await expect(charge({ createTransaction })).rejects.toMatchObject({
      name: 'ProviderError',
      code: 'INVALID_ANSWER',
      outcome: 'UNKNOWN',
    });
  });

  it('passes on a ProviderError, also one of another copy of the kit', async () => {
    const other = Object.assign(new Error('down'), { name: 'ProviderError', code: 'UNAVAILABLE', outcome: 'NOT_SENT' });

    await expect(charge({ createTransaction: () => Promise.reject(other) })).rejects.toBe(other);
  });

  it('lets null say that the provider has no such thing', async () => {
    const checked = checkedProvider({ getTransaction: async () => null }, manifest);

    expect(await checked.getTransaction(lookup)).toBeNull();
  });

  it('lets null say that there is no such withdrawal or receiver either', async () => {
    const operations = ['getWithdraw', 'getReceiver', 'getReceiverLink'] as const;
    const provider = Object.fromEntries(operations.map((operation) => [operation, async () => null])) as Provider;
    const checked = checkedProvider(provider, { ...manifest, operations: [...operations] });

    expect(await checked.getWithdraw({ withdrawReference: 'w' })).toBeNull();
    expect(await checked.getReceiver({ receiverId: 'r' })).toBeNull();
    expect(await checked.getReceiverLink({ receiverId: 'r', documentId: 'd' })).toBeNull();
  });

  it('asks nobody for an operation that the manifest does not declare', async () => {
    let isAsked = false;
    const refund: Provider['refund'] = async () => {
      isAsked = true;
      return { refundId: 'r', status: 'DONE' };
    };
    const request = sampleRefund();
    const undeclared = { ...manifest, operations: manifest.operations.filter((one) => one !== 'refund') };

    const call = checkedProvider({ refund }, undeclared).refund(request);

    await expect(call).rejects.toMatchObject({ code: 'UNSUPPORTED', outcome: 'NOT_SENT' });
    expect(isAsked).toBe(false);
  });

  it("answers a refund that failed otherwise than by a refusal in the specification's words, as an unknown outcome", async () => {
    const checked = checkedProvider({ refund: () => Promise.reject(new TypeError('x of undefined')) }, manifest);

    await expect(checked.refund(sampleRefund())).rejects.toMatchObject({
      code: 'INVALID_ANSWER',
      outcome: 'UNKNOWN',
      message: 'Internal server error',
    });
  });

  it('takes a stray exception while a webhook is registered for an unknown outcome', async () => {
    const checked = checkedProvider({ ensureWebhook: () => Promise.reject(new TypeError('x of undefined')) }, manifest);

    await expect(checked.ensureWebhook({ webhookUrl: 'https://a.test' })).rejects.toMatchObject({
      code: 'INVALID_ANSWER',
      outcome: 'UNKNOWN',
    });
  });

  it('refuses an operation that is missing, or that the manifest does not declare', async () => {
    const checked = checkedProvider({ withdraw: async () => ({ withdrawId: 'w', providerStatus: 'paid' }) }, manifest);
    const unsupported = { code: 'UNSUPPORTED', outcome: 'NOT_SENT' };

    await expect(checked.getTransaction(lookup)).rejects.toMatchObject(unsupported);
    await expect(checked.withdraw(sampleWithdraw('PIX'))).rejects.toMatchObject(unsupported);
    await expect(checked.ensureWebhook({ webhookUrl: 'https://a.test' })).rejects.toMatchObject(unsupported);
  });

  it('tells a package of contract 1.0 that what came with 1.1 is not implemented yet', async () => {
    const say = (contract: string, call: (provider: CheckedProvider) => Promise<unknown>) =>
      call(checkedProvider({}, { ...manifest, contract })).catch((error: Error) => error.message);
    const deleteCard = (provider: CheckedProvider) => provider.deleteCard({ cardId: 'c' });

    expect(await say('^1.0.0', deleteCard)).toBe('Not implemented yet.');
    expect(await say('^1.1.0', deleteCard)).toBe('Method not implemented.');
    expect(await say('^1.0.0', (provider) => provider.getTransaction(lookup))).toBe('Method not implemented.');
  });

  it('keeps `this` for adapters written as classes', async () => {
    class Adapter {
      readonly #id = 'c1';
      async createTransaction() {
        return { transactionId: this.#id, providerStatus: 'paid' };
      }
      async ensureWebhook() {
        if (this.#id !== 'c1') throw new Error('lost');
      }
    }
    const checked = checkedProvider(new Adapter(), manifest);

    expect(await checked.createTransaction(sampleTransaction('PIX'))).toMatchObject({ transactionId: 'c1' });
    await expect(checked.ensureWebhook({ webhookUrl: 'https://a.test' })).resolves.toBeUndefined();
  });
});

describe('ensureWebhook', () => {
  const register = (secrets: Record<string, string> | undefined) =>
    checkedProvider(
      { ensureWebhook: async () => (secrets ? { secrets } : undefined) },
      testManifest({ webhook: { authentication: { type: 'header', header: 'x-key', credential: 'webhookKey' } } }),
    ).ensureWebhook({ webhookUrl: 'https://pay.example.com/webhooks/1' });

  it('tells the secrets that prove webhooks, or nothing', async () => {
    expect(await register({ webhookKey: 'ref_1' })).toEqual({ secrets: { webhookKey: 'ref_1' } });
    expect(await register(undefined)).toBeUndefined();
  });

  it('replaces no other credential', async () => {
    await expect(register({ secretKey: 'ref_1' })).rejects.toMatchObject({
      code: 'INVALID_ANSWER',
      message: 'ensureWebhook told "secretKey", which proves no webhook.',
    });
  });
});

describe('the next step of a charge', () => {
  const declared = testManifest();
  declared.capabilities.methods!.PIX!.redirect = { hosts: ['bank.example'] };
  const leading = (nextStep: unknown) => async () => ({ ...PAID, nextStep }) as TransactionResult;
  const PAGES = { pagesUrl: 'http://127.0.0.1:1/simulators/7' };

  it.each([
    ['https://bank.example/confirm?id=1', {}],
    ['http://127.0.0.1:1/simulators/7/challenges/1', PAGES],
  ])('leads to a page of a declared host, and of a simulator: %s', async (url, rules) => {
    const nextStep = { kind: 'REDIRECT', url };
    const provider = checkedProvider({ createTransaction: leading(nextStep) }, declared, rules);

    expect((await provider.createTransaction(sampleTransaction('PIX'))).nextStep).toEqual(nextStep);
  });

  describe('to a page of the bank of a card, which nobody lists', () => {
    const ofBanks = testManifest();
    ofBanks.capabilities.methods!.PIX!.redirect = { hosts: ['bank.example'], banks: true };
    const told = async (nextStep: object) =>
      (
        await checkedProvider({ createTransaction: leading(nextStep) }, ofBanks, PAGES).createTransaction(
          sampleTransaction('PIX'),
        )
      ).nextStep;
    const form = { creq: 'eyJhIjoxfQ' };

    it('is opened by a form', async () => {
      const nextStep = { kind: 'REDIRECT', url: 'https://acs.some-bank.example/challenge', form };

      expect(await told(nextStep)).toEqual(nextStep);
      expect(await told({ ...nextStep, form: undefined })).toBeUndefined();
    });

    it.each([
      'http://acs.some-bank.example/',
      'https://acs.some-bank.example:8443/',
      'https://user@acs.some-bank.example/',
      'https://203.0.113.7/',
      'https://[2001:db8::1]/',
      'https://localhost/',
      'https://acs.bank.internal/',
    ])('has a public name: %s has none', async (url) => {
      expect(await told({ kind: 'REDIRECT', url, form })).toBeUndefined();
    });
  });

  it.each([
    { kind: 'REDIRECT', url: 'https://evil.example/confirm' },
    { kind: 'REDIRECT', url: 'https://bank.example.evil.example/' },
    { kind: 'REDIRECT', url: 'https://bank.example@evil.example/' },
    { kind: 'REDIRECT', url: 'https://user@bank.example/' },
    { kind: 'REDIRECT', url: 'https://bank.example:8443/' },
    { kind: 'REDIRECT', url: 'http://bank.example/' },
    { kind: 'REDIRECT', url: 'javascript:alert(1)' },
    { kind: 'REDIRECT', url: 'http://127.0.0.1:1/simulators/7/../8/challenges/1' },
    { kind: 'REDIRECT', url: 'http://127.0.0.1:1/simulators/77/challenges/1' },
    { kind: 'FORM', url: 'https://bank.example/' },
    { kind: 'REDIRECT' },
    'https://bank.example/',
    null,
  ])('is left out where it is no such page, and the charge stands: %j', async (nextStep) => {
    const told: unknown[] = [];
    const log = { warn: (data: object, message: string) => told.push([data, message]) };
    const adapter = { createTransaction: leading(nextStep), getTransaction: leading(nextStep) };
    const provider = checkedProvider(
      adapter,
      { ...declared, operations: ['createTransaction', 'getTransaction'] },
      { ...PAGES, log },
    );

    expect(await provider.createTransaction(sampleTransaction('PIX'))).toEqual(PAID);
    expect(await provider.getTransaction(lookup)).toEqual(PAID);
    expect(told).toHaveLength(2);
    expect(JSON.stringify(told)).not.toContain('evil');
  });

  it('is left out where the manifest says nothing of next steps', async () => {
    const step = { kind: 'REDIRECT', url: 'https://bank.example/' };

    expect(await charge({ createTransaction: leading(step) })).toEqual(PAID);
  });
});
