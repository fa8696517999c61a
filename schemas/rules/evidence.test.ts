import { expect, it } from 'vitest';
import { leastEvidence, listEvidence } from './evidence.ts';

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
