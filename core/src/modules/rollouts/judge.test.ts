import { describe, expect, it } from 'vitest';
import { findRollbackReason } from './judge.ts';
import type { Outcomes } from './model.ts';

const outcomes = (change: Partial<Outcomes> = {}): Outcomes => ({
  attempts: 0,
  approved: 0,
  refused: 0,
  failed: 0,
  unknown: 0,
  unrecognised: 0,
  ...change,
});
const HEALTHY = { total: 2, healthy: 2, failed: 0, problem: null };

describe('findRollbackReason', () => {
  it.each([
    ['nothing happened yet', {}, {}, null],
    ['one word nobody knows', { attempts: 1, unrecognised: 1 }, {}, 'UNRECOGNISED_STATUS'],
    ['four failures of four', { attempts: 4, failed: 4 }, {}, null],
    ['one failure of five', { attempts: 5, failed: 1 }, {}, null],
    ['two failures of five', { attempts: 5, failed: 2 }, {}, 'ERROR_RATE'],
    ['lost answers', { attempts: 5, unknown: 2 }, {}, 'ERROR_RATE'],
    ['refused cards', { attempts: 50, refused: 50 }, {}, null],
    ['both fail alike', { attempts: 10, failed: 4 }, { attempts: 10, failed: 3 }, null],
    ['twice as often', { attempts: 10, failed: 6 }, { attempts: 10, failed: 3 }, 'ERROR_RATE'],
  ])('judges %s', (_, canary, stable, fault) => {
    expect(findRollbackReason(outcomes(canary), outcomes(stable), HEALTHY)).toBe(fault);
  });

  it('goes back where a node cannot serve the version any more, and waits for one that has just come', () => {
    expect(findRollbackReason(outcomes(), outcomes(), { ...HEALTHY, healthy: 1, failed: 1 })).toBe('UNHEALTHY_NODE');
    expect(findRollbackReason(outcomes(), outcomes(), { ...HEALTHY, healthy: 1 })).toBeNull();
  });
});
