/** Tests what the host checks of mandates before an adapter is asked, and of their part of a manifest. */
import type { MandateRequest } from '@feira/schemas/mandate';
import type { Manifest } from '@feira/schemas/manifest';
import type { Operation, Provider } from '@feira/schemas/provider';
import { describe, expect, it, vi } from 'vitest';
import {
  sampleMandate,
  sampleMandateCharge,
  sampleMandateLookup,
  sampleMandateRefund,
  sampleMandateRetry,
} from '../testing/samples.ts';
import { testManifest } from '../testing/test-manifest.ts';
import { keepCapabilities } from './capabilities.ts';
import { checkedProvider } from './checked-provider.ts';
import { validateManifest } from './validate-manifest.ts';

const OPERATIONS: Operation[] = [
  'createMandate',
  'getMandate',
  'cancelMandate',
  'chargeMandate',
  'getMandateCharge',
  'retryMandateCharge',
];
const base = testManifest({ contract: '^1.1.0' });
const mandates: NonNullable<Manifest['capabilities']['mandates']> = {
  periods: ['MONTHLY', 'YEARLY'],
  journeys: [2, 3],
  retries: ['NONE', '3R_7D'],
  amounts: ['FIXED'],
};
const tables = {
  mandate: { map: { CRIADA: 'PENDING', APROVADA: 'ACTIVE' }, unknown: 'PENDING' },
  mandateCharge: { map: { CONCLUIDA: 'APPROVED' }, unknown: 'PENDING' },
} as const;
const manifest: Manifest = {
  ...base,
  capabilities: { ...base.capabilities, mandates },
  operations: [...base.operations, ...OPERATIONS],
  status: { ...base.status, ...tables },
};

function open(declared = manifest, adapter: Provider = {}) {
  const createMandate = vi.fn(async () => ({ mandateId: 'm1', providerStatus: 'CRIADA' }));
  const retryMandateCharge = vi.fn(async () => ({ mandateChargeId: 'c1', providerStatus: 'ATIVA' }));
  const provider = checkedProvider({ createMandate, retryMandateCharge, ...adapter }, declared);
  return { createMandate, retryMandateCharge, provider };
}
const problemsOf = (changes: Partial<Manifest>): string[] => {
  const result = validateManifest({ ...manifest, ...changes });
  return 'problems' in result ? result.problems : [];
};

describe('createMandate', () => {
  it('reaches the adapter with what the manifest declares', async () => {
    const { provider, createMandate } = open();

    await provider.createMandate(sampleMandate());
    await provider.createMandate(sampleMandate({ journey: 3, retries: '3R_7D', recurrenceDays: 365 }));

    expect(createMandate).toHaveBeenCalledTimes(2);
  });

  it.each([
    [{ recurrenceDays: 15 }, 'O Pix Automático não tem cobrança a cada 15 dias: use 7, 30, 90, 180 ou 365.'],
    [{ recurrenceDays: 60 }, 'O Pix Automático não tem cobrança a cada 60 dias: use 7, 30, 90, 180 ou 365.'],
    [{ recurrenceDays: 7 }, 'O provedor não cobra Pix Automático a cada 7 dias.'],
    [{ journey: 1 }, 'Test has no journey 1 of mandates.'],
    [{ amount: undefined, maxAmount: 9_990 }, 'Test has no mandates of a VARIABLE amount.'],
    [{ maxAmount: 9_990, amount: 4_990 }, 'A mandate has either amount or maxAmount.'],
    [{ amount: undefined }, 'A mandate has either amount or maxAmount.'],
    [{ amount: 0 }, 'amount must be whole cents above 0.'],
    [{ customer: { name: 'Ana', email: 'ana@example.com' } }, "Test requires the buyer's document."],
    [{ firstChargeDate: '2034-02-30' }, 'firstChargeDate and endDate are days, the second not before the first.'],
    [{ endDate: '2034-01-31' }, 'firstChargeDate and endDate are days, the second not before the first.'],
    [{ journey: 3, transactionId: undefined }, 'Journey 3 needs transactionId.'],
  ] satisfies [Partial<MandateRequest>, string][])('is refused before any call with %j', async (changes, message) => {
    const { provider, createMandate } = open();

    const refusal = provider.createMandate({ ...sampleMandate(changes), ...changes });

    await expect(refusal).rejects.toMatchObject({ outcome: 'NOT_SENT', message });
    expect(createMandate).not.toHaveBeenCalled();
  });

  it('answers that it is not implemented, in the words of the package contract, where a package has no mandates', async () => {
    const lacking = (contract: string) => open({ ...base, contract }).provider.createMandate(sampleMandate());

    await expect(lacking('^1.0.0')).rejects.toMatchObject({ code: 'UNSUPPORTED', message: 'Not implemented yet.' });
    await expect(lacking('^1.1.0')).rejects.toMatchObject({ code: 'UNSUPPORTED', message: 'Method not implemented.' });
  });
});

describe('mandate charges', () => {
  it.each([
    ['2034-02-01', false],
    ['2034-02-02', true],
    ['2034-02-08', true],
    ['2034-02-09', false],
  ])('are tried again on %s, where they were due on 2034-02-01: %s', async (date, isAsked) => {
    const { provider, retryMandateCharge } = open();

    await provider.retryMandateCharge(sampleMandateRetry({ date })).catch(() => undefined);

    expect(retryMandateCharge).toHaveBeenCalledTimes(isAsked ? 1 : 0);
  });

  it.each([
    ['full', true, true],
    ['full', false, false],
    ['partial', false, true],
  ] as const)('are given back as the manifest says: %s, whole: %s', async (refund, isFull, isAsked) => {
    const mandates = { ...manifest.capabilities.mandates!, refund };
    const refundMandateCharge = vi.fn(async () => ({ refundId: 'r1', status: 'DONE' as const }));
    const declared = {
      ...manifest,
      capabilities: { ...manifest.capabilities, mandates },
      operations: [...manifest.operations, 'refundMandateCharge' as const],
    };
    const { provider } = open(declared, { refundMandateCharge });

    const outcome = await provider
      .refundMandateCharge(sampleMandateRefund({ isFull }))
      .catch(({ code, outcome: end }) => ({ code, end }));

    expect(outcome).toEqual(isAsked ? { refundId: 'r1', status: 'DONE' } : { code: 'UNSUPPORTED', end: 'NOT_SENT' });
    expect(refundMandateCharge).toHaveBeenCalledTimes(isAsked ? 1 : 0);
  });

  it('count for nothing whose result lacks its word, or holds an attempt that is no word of the contract', async () => {
    const answer = (result: object) => ({ chargeMandate: async () => result as never });
    const charge = (result: object) => open(manifest, answer(result)).provider.chargeMandate(sampleMandateCharge());
    const unknown = { outcome: 'UNKNOWN', code: 'INVALID_ANSWER' };

    await expect(charge({ mandateChargeId: 'c1' })).rejects.toMatchObject(unknown);
    const attempts = [{ date: '2034-02-01', status: 'paid' }];
    await expect(charge({ mandateChargeId: 'c1', providerStatus: 'ATIVA', attempts })).rejects.toMatchObject(unknown);
  });
});

describe('the manifest of mandates', () => {
  it('is valid with operations, words and capability, and its references are translated', async () => {
    expect(problemsOf({})).toEqual([]);
    const seen: unknown[] = [];
    const form = { ...manifest, reference: { alphabet: 'alphanumeric', minLength: 26, maxLength: 35 } as const };
    const reference = '01234567-89ab-cdef-0123-456789abcdef';
    const { provider } = open(form, {
      getMandate: async (lookup) => {
        seen.push(lookup.reference);
        return { mandateId: 'm1', providerStatus: 'APROVADA', reference: lookup.reference };
      },
    });

    const found = await provider.getMandate(sampleMandateLookup({ reference }));

    expect([seen, found?.reference]).toEqual([['0123456789abcdef0123456789abcdef'], reference]);
  });

  const without = (...names: Operation[]) => manifest.operations.filter((name) => !names.includes(name));
  it.each([
    [{ operations: without('cancelMandate') }, 'operations lacks "cancelMandate"'],
    [{ operations: without('retryMandateCharge') }, 'operations lacks "retryMandateCharge"'],
    [
      {
        capabilities: {
          ...manifest.capabilities,
          mandates: { ...manifest.capabilities.mandates!, refund: 'full' as const },
        },
      },
      'operations lacks "refundMandateCharge", which mandates with refund needs',
    ],
    [{ capabilities: base.capabilities }, 'operations has "createMandate" without capabilities.mandates'],
    [{ status: { ...base.status, mandate: tables.mandate } }, 'status lacks "mandateCharge"'],
    [
      { status: { ...manifest.status, mandate: { ...tables.mandate, unknown: 'ACTIVE' } as const } },
      'status.mandate.unknown must be PENDING',
    ],
    [
      { status: { ...manifest.status, mandateCharge: { ...tables.mandateCharge, unknown: 'REJECTED' } as const } },
      'status.mandateCharge.unknown must be PENDING',
    ],
    [
      {
        operations: base.operations,
        lookup: { ...base.lookup, mandateByReference: true },
        capabilities: base.capabilities,
      },
      'lookup.mandateByReference needs the operation "getMandate"',
    ],
  ] as [Partial<Manifest>, string][])('says what to mend: %#', (changes, problem) => {
    expect(problemsOf(changes).join('\n')).toContain(problem);
  });

  it('loses its operations where the report does not prove it', () => {
    const kept = keepCapabilities(manifest, (name) => name !== 'mandates');

    expect(kept.capabilities.mandates).toBeUndefined();
    expect(kept.operations).toEqual(base.operations);
  });
});
