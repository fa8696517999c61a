import type { Manifest } from '@feira/schemas/manifest';
import { describe, expect, it } from 'vitest';
import { testManifest } from '../testing/test-manifest.ts';
import { type ConformanceReport, digestPackage, switchOffUnproven } from './conformance-report.ts';
import { validateManifest } from './validate-manifest.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const DIGEST = `sha256:${'0'.repeat(64)}`;
const title = { 'pt-BR': 'Campo', en: 'Field' };

const manifest = testManifest({
  credentials: {
    type: 'object',
    required: ['secretKey'],
    properties: { secretKey: { type: 'string', title, secret: true } },
  },
  capabilities: {
    methods: {
      PIX: { refund: 'partial' },
      CREDIT_CARD: { refund: 'full', tokenization: 'server', maxInstallments: 12, storedCards: true },
    },
    splits: true,
    withdraw: ['PIX', 'BANK_ACCOUNT'],
  },
  operations: [
    'createCardId',
    'createTransaction',
    'getTransaction',
    'refund',
    'withdraw',
    'getWithdraw',
    'createReceiver',
    'getReceiver',
    'processWebhook',
  ],
  status: {
    payment: { map: { paid: 'APPROVED' }, unknown: 'REJECTED' },
    withdraw: { map: { paid: 'APPROVED' }, unknown: 'PENDING' },
    receiver: { map: { active: 'ACTIVE' }, unknown: 'PENDING' },
  },
});
const ALL = [
  'package',
  'PIX',
  'PIX.refund',
  'CREDIT_CARD',
  'CREDIT_CARD.refund',
  'CREDIT_CARD.installments',
  'CREDIT_CARD.storedCards',
  'splits',
  'withdraw.PIX',
  'withdraw.BANK_ACCOUNT',
  'receivers',
  'webhooks',
];

function reportOf(proven: string[], changes: Partial<ConformanceReport> = {}): ConformanceReport {
  return {
    format: 1,
    provider: 'test',
    version: '1.0.0',
    digest: DIGEST,
    contractVersion: '1.0.0',
    kitVersion: '0.1.0',
    seed: 1,
    date: '2026-11-21T00:00:00.000Z',
    counts: { cases: 0, proofs: 0, failed: 0 },
    capabilities: Object.fromEntries(ALL.map((name) => [name, { isProven: proven.includes(name), proofs: {} }])),
    ...changes,
  };
}
const without = (...names: string[]) => ALL.filter((name) => !names.includes(name));
const narrow = (report: ConformanceReport | undefined, digest = DIGEST) => switchOffUnproven(manifest, report, digest);
const isValid = (changed: Manifest) => 'manifest' in validateManifest(changed);

describe('switchOffUnproven', () => {
  it('leaves a manifest whose every capability is proved as it is', () => {
    expect(isValid(manifest)).toBe(true);
    expect(narrow(reportOf(ALL))).toEqual({ manifest, switchedOff: [] });
  });

  it.each([
    ['CREDIT_CARD', ['createTransaction', 'getTransaction', 'refund'], ['createCardId']],
    ['CREDIT_CARD.storedCards', ['createTransaction'], ['createCardId']],
    ['PIX.refund', ['refund'], []],
    ['withdraw.PIX', ['withdraw', 'getWithdraw'], []],
    ['receivers', ['createTransaction'], ['createReceiver', 'getReceiver']],
    ['webhooks', ['createTransaction'], ['processWebhook']],
  ])('without proof of %s takes that alone away', (name, kept, gone) => {
    const { manifest: changed, switchedOff } = narrow(reportOf(without(name)));

    expect(switchedOff).toEqual([name]);
    expect(isValid(changed)).toBe(true);
    expect(changed.operations).toEqual(expect.arrayContaining(kept));
    for (const operation of gone) expect(changed.operations).not.toContain(operation);
  });

  it('takes an operation away with the last capability that needs it', () => {
    const { manifest: changed } = narrow(
      reportOf(without('PIX.refund', 'CREDIT_CARD.refund', 'withdraw.PIX', 'withdraw.BANK_ACCOUNT')),
    );

    expect(changed.capabilities.withdraw).toEqual([]);
    for (const operation of ['refund', 'withdraw', 'getWithdraw']) expect(changed.operations).not.toContain(operation);
    expect(isValid(changed)).toBe(true);
  });

  it.each([
    ['no report', undefined, DIGEST],
    ['another digest', reportOf(ALL), `sha256:${'1'.repeat(64)}`],
    ['another provider', reportOf(ALL, { provider: 'other' }), DIGEST],
    ['a package that is not proved itself', reportOf(without('package')), DIGEST],
  ])('with %s nothing is left', (_case, report, digest) => {
    const { manifest: changed } = narrow(report, digest);

    expect(changed.operations).toEqual([]);
    expect(changed.capabilities).toEqual({ methods: {}, splits: false, withdraw: [] });
  });
});

describe('digestPackage', () => {
  const files = [
    { path: 'plugin.json', content: bytes('{}') },
    { path: 'dist/index.js', content: bytes('export default 1') },
  ];

  it('is the same in any order and with any report inside', () => {
    const report = { path: 'conformance.json', content: bytes('{"format":1}') };

    expect(digestPackage([...files].reverse())).toBe(digestPackage(files));
    expect(digestPackage([...files, report])).toBe(digestPackage(files));
  });

  it.each([
    ['a changed byte', [files[0]!, { ...files[1]!, content: bytes('export default 2') }]],
    ['a renamed file', [files[0]!, { ...files[1]!, path: 'dist/other.js' }]],
    ['one file more', [...files, { path: 'more.js', content: bytes('') }]],
    ['one file less', files.slice(1)],
  ])('is another with %s', (_case, changed) => {
    expect(digestPackage(changed)).not.toBe(digestPackage(files));
  });
});
