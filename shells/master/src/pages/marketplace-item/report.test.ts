import { describe, expect, it } from 'vitest';
import { countProofs, readReport } from './report.ts';

const REPORT = {
  format: 1,
  provider: 'acme',
  version: '1.0.0',
  digest: 'sha256:x',
  contractVersion: '1.0.0',
  kitVersion: '0.1.0',
  seed: 7,
  date: '2026-11-20T10:00:00.000Z',
  counts: { cases: 15, proofs: 3, failed: 1 },
  capabilities: {
    package: { isProven: true, proofs: { secrecy: { cases: 4, failures: [] } } },
    PIX: {
      isProven: false,
      proofs: { works: { cases: 10, failures: [] }, amounts: { cases: 1, failures: ['1 cent became 100.'] } },
    },
  },
};

describe('readReport', () => {
  it('reads capabilities in their order, with what each was put to', () => {
    const report = readReport(REPORT)!;

    expect(report.counts).toEqual({ cases: 15, proofs: 3, failed: 1 });
    expect(report.capabilities.map(({ capability, isProven, cases }) => [capability, isProven, cases])).toEqual([
      ['package', true, 4],
      ['PIX', false, 11],
    ]);
    expect(countProofs(report.capabilities[1]!)).toEqual({ passed: 1, total: 2 });
  });

  it.each([null, {}, { capabilities: [], counts: null }, { ...REPORT, date: 'yesterday' }])(
    'takes %j for none',
    (report) => {
      expect(readReport(report)).toBeNull();
    },
  );

  it('keeps the order of the suite, whatever the order of the file', () => {
    const names = ['webhooks', 'PIX', 'BILLET', 'CREDIT_CARD.storedCards', 'teleport', 'splits', 'CREDIT_CARD.refund'];
    const capabilities = Object.fromEntries([...names, 'CREDIT_CARD', 'package'].map((name) => [name, {}]));

    expect(readReport({ ...REPORT, capabilities })!.capabilities.map(({ capability }) => capability)).toEqual([
      ...['package', 'PIX', 'CREDIT_CARD', 'CREDIT_CARD.refund', 'CREDIT_CARD.storedCards', 'BILLET'],
      ...['splits', 'webhooks', 'teleport'],
    ]);
  });

  it('makes nothing up where a report is odd', () => {
    const capabilities = {
      PIX: null,
      BILLET: { isProven: 'yes', proofs: { works: 1, magic: { cases: 1 }, amounts: {} } },
    };

    expect(readReport({ ...REPORT, capabilities })!.capabilities).toEqual([
      { capability: 'PIX', isProven: false, proofs: {}, cases: 0 },
      { capability: 'BILLET', isProven: false, proofs: { amounts: { cases: 0, failures: [] } }, cases: 0 },
    ]);
  });
});
