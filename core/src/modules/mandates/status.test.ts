import { MANDATE_STATUSES, type MandateStatus } from '@feira/schemas/mandate';
import { describe, expect, it } from 'vitest';
import { openDraw, rounds } from '../../../test/draw.ts';
import { type MandateEvidence, reduceMandate, withKey } from './status.ts';

const told = (status: MandateStatus, more: Partial<MandateEvidence> = {}): MandateEvidence =>
  withKey({
    source: 'query',
    providerStatus: status.toLowerCase(),
    status,
    isRecognised: true,
    endedBy: null,
    reason: null,
    occurredAt: new Date(0),
    ...more,
  });

describe('reduceMandate', () => {
  it('gives the same state for the same facts, in any order and repeated', () => {
    const draw = openDraw();
    for (let round = 0; round < rounds({ short: 200, long: 5_000 }); round++) {
      const facts = Array.from({ length: 1 + draw.below(6) }, () =>
        told(draw.pick(MANDATE_STATUSES), {
          isRecognised: draw.below(4) > 0,
          source: draw.pick(['answer', 'webhook', 'query'] as const),
          endedBy: draw.pick([null, 'BUYER', 'PLATFORM'] as const),
          reason: draw.pick([null, 'a', 'b']),
        }),
      );
      const more = Array.from({ length: draw.below(4) }, () => draw.pick(facts));

      expect(reduceMandate(draw.shuffle([...facts, ...more]))).toEqual(reduceMandate(facts));
    }
  });

  it('lets nothing that has ended be charged again', () => {
    for (const end of ['REJECTED', 'EXPIRED', 'CANCELED'] as const)
      expect(reduceMandate([told('PENDING'), told(end), told('ACTIVE')]).status).toBe(end);
  });

  it('takes no agreement from a word that nobody knows', () => {
    expect(reduceMandate([told('ACTIVE', { isRecognised: false })]).status).toBe('PENDING');
    expect(reduceMandate([told('ACTIVE'), told('CANCELED', { isRecognised: false })]).status).toBe('ACTIVE');
    expect(reduceMandate([]).status).toBe('PENDING');
  });

  it('keeps who ended it', () => {
    const state = reduceMandate([
      told('ACTIVE'),
      told('CANCELED'),
      told('CANCELED', { endedBy: 'BUYER', reason: 'x' }),
    ]);
    expect(state).toEqual({ status: 'CANCELED', endedBy: 'BUYER', reason: 'x' });
  });
});
