import { randomUUID } from 'node:crypto';
import type { ReferenceForm } from '@feira/schemas/manifest';
import { describe, expect, it } from 'vitest';
import { testManifest } from '../testing/test-manifest.ts';
import { checkedProvider } from './checked-provider.ts';
import { fromProviderReference, toProviderReference } from './reference.ts';
import { validateManifest } from './validate-manifest.ts';

const REFERENCE = '0193a5c0-7e1f-7abc-8def-0123456789ab';
const FORMS: [string, ReferenceForm, RegExp][] = [
  ['of the Central Bank', { alphabet: 'alphanumeric', minLength: 26, maxLength: 35 }, /^[0-9a-f]{32}$/],
  ['of at most 25 characters', { alphabet: 'alphanumeric', maxLength: 25 }, /^[0-9a-z]{25}$/],
  [
    'of exactly 30 small letters and digits',
    { alphabet: 'lowercase', minLength: 30, maxLength: 30 },
    /^00000[0-9a-z]{25}$/,
  ],
  ['of 22 letters and digits', { alphabet: 'alphanumeric', maxLength: 22 }, /^[0-9a-zA-Z]{22}$/],
  ['of digits', { alphabet: 'digits', maxLength: 64 }, /^\d{39}$/],
];

describe.each(FORMS)('a reference %s', (_what, form, pattern) => {
  it('has that form and is read back', () => {
    const all = [
      REFERENCE,
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
      ...Array.from({ length: 50 }, () => randomUUID()),
    ];
    for (const reference of all) {
      const text = toProviderReference(form, reference);
      expect(text).toMatch(pattern);
      expect(fromProviderReference(form, text)).toBe(reference);
    }
  });

  it('that is not ours stays as it is', () => {
    for (const text of ['', 'order-1', 'Z'.repeat(form.maxLength), '9'.repeat(form.maxLength + 1)])
      expect(fromProviderReference(form, text)).toBe(text);
  });
});

it('of a provider with a form of its own is translated in requests, results and events', async () => {
  const form: ReferenceForm = { alphabet: 'hex', maxLength: 32 };
  const written = REFERENCE.replaceAll('-', '');
  const asked: string[] = [];
  const provider = checkedProvider(
    {
      async getTransaction({ reference }) {
        asked.push(reference);
        return { transactionId: 't', providerStatus: 'paid', reference, amount: 100 };
      },
      async processWebhook() {
        const event = { subject: 'payment', reference: written, providerStatus: 'paid' } as const;
        return { subject: 'several', events: [event, { ...event, reference: 'order-1' }] };
      },
    },
    testManifest({ reference: form }),
  );

  const found = await provider.getTransaction({ reference: REFERENCE, paymentMethod: 'PIX' });
  const events = await provider.processWebhook({ headers: {}, query: {}, body: {}, rawBody: '' });

  expect(asked).toEqual([written]);
  expect(found?.reference).toBe(REFERENCE);
  expect(events).toMatchObject({ events: [{ reference: REFERENCE }, { reference: 'order-1' }] });
});

it('a form that cannot hold a reference is told', () => {
  const result = validateManifest(testManifest({ reference: { alphabet: 'hex', maxLength: 30 } }));

  expect('problems' in result && result.problems.join()).toContain('reference.maxLength must be at least 32');
});

describe('a digest, where nothing longer than 16 characters is taken', () => {
  const form: ReferenceForm = { alphabet: 'alphanumeric', maxLength: 16, digest: true };

  it('is the same each time, another one for another reference, and known again in the answer alone', async () => {
    const asked: string[] = [];
    const provider = checkedProvider(
      {
        async getTransaction({ reference }) {
          asked.push(reference);
          return { transactionId: 't', providerStatus: 'paid', reference, amount: 100 };
        },
      },
      testManifest({ reference: form }),
    );
    const all = Array.from({ length: 200 }, () => toProviderReference(form, randomUUID()));

    const found = await provider.getTransaction({ reference: REFERENCE, paymentMethod: 'PIX' });

    expect(asked).toEqual([toProviderReference(form, REFERENCE)]);
    expect(found?.reference).toBe(REFERENCE);
    expect(new Set(all).size).toBe(200);
    for (const text of all) expect(text).toMatch(/^[0-9a-zA-Z]{16}$/);
    expect(fromProviderReference(form, all[0]!)).toBe(all[0]);
  });

  it.each([
    [{ ...form, alphabet: 'digits' }, ['getTransaction'], 'at least 80 bits'],
    [form, ['processWebhook'], 'exclude each other'],
  ] as const)('of %o beside %o is refused', (reference, more, problem) => {
    const { operations } = testManifest();
    const result = validateManifest(testManifest({ reference, operations: [...new Set([...operations, ...more])] }));

    expect('problems' in result && result.problems.join()).toContain(problem);
  });
});
