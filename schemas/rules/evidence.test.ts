import { expect, it } from 'vitest';
import { findOldestVerification, leastEvidence, listEvidence } from './evidence.ts';

const manifest = {
  evidence: 'documented',
  evidenceByOperation: { createCardToken: 'inferred', refund: 'public-code' },
  operations: ['createCardToken', 'createTransaction', 'refund'],
} as const;
const stated = { ...manifest, operations: [...manifest.operations] };

it('states the level of the package for every operation without one of its own', () => {
  expect(listEvidence(stated).map(({ operation, level }) => `${operation} ${level}`)).toEqual([
    'createCardToken inferred',
    'createTransaction documented',
    'refund public-code',
  ]);
});

it.each([
  [['PIX', 'CREDIT_CARD'], 'inferred'],
  [['PIX'], 'public-code'],
  [['BILLET'], 'public-code'],
] as const)('takes the weakest of what a connection with %j uses: %s', (methods, level) => {
  expect(leastEvidence(stated, methods)).toBe(level);
});

it('may be surer of all operations than of the package', () => {
  const surer = {
    evidence: 'inferred',
    evidenceByOperation: { refund: 'documented' },
    operations: ['refund'],
  } as const;
  expect(leastEvidence({ ...surer, operations: [...surer.operations] })).toBe('documented');
});

it('takes a verified operation for known, whatever its source was, and the rest for what it was', () => {
  const verifiedByOperation = { createCardToken: '2026-12-01', createTransaction: '2026-11-20' };
  const seen = { ...stated, verifiedByOperation };
  expect(listEvidence(seen).map(({ level, verifiedOn }) => [level, verifiedOn])).toEqual([
    ['verified', '2026-12-01'],
    ['verified', '2026-11-20'],
    ['public-code', null],
  ]);
  expect(leastEvidence(seen)).toBe('public-code');
  expect(findOldestVerification(stated)).toBeNull();
  const whole = { ...seen, verifiedByOperation: { ...verifiedByOperation, refund: '2026-12-01' } };
  expect(leastEvidence(whole)).toBe('verified');
  expect(findOldestVerification(whole)).toBe('2026-11-20');
});
