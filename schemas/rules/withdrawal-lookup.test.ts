import { expect, it } from 'vitest';
import type { Manifest } from '../src/manifest.ts';
import { endedByPerson } from './withdrawal-lookup.ts';

const withdrawing = (operations: Manifest['operations'], lookup: Partial<Manifest['lookup']> = {}) => ({
  operations,
  capabilities: { withdraw: ['PIX', 'BANK_ACCOUNT'] as ('PIX' | 'BANK_ACCOUNT')[] },
  lookup: { byReference: false, lagSeconds: 0, ...lookup },
});

it.each([
  ['nothing can be asked', withdrawing(['withdraw']), 'EACH'],
  ['one method cannot be asked about', withdrawing(['withdraw', 'getWithdraw'], { withdraw: ['PIX'] }), 'EACH'],
  ['the id alone finds one', withdrawing(['withdraw', 'getWithdraw']), 'LOST'],
  ['our reference finds one', withdrawing(['withdraw', 'getWithdraw'], { withdrawByReference: true }), null],
  ['no withdrawal is made', withdrawing(['getTransaction']), null],
] as const)('tells what a person has to end where %s', (_, manifest, ended) => {
  expect(endedByPerson(manifest)).toBe(ended);
});
