import { describe, expect, it } from 'vitest';
import type { Connection } from '../connections/service.ts';
import { findFault } from './judge.ts';
import type { Outcomes } from './model.ts';
import { chooseVersion } from './service.ts';

const outcomes = (change: Partial<Outcomes> = {}): Outcomes => ({
  ...{ attempts: 0, approved: 0, refused: 0, failed: 0, unknown: 0, unrecognised: 0 },
  ...change,
});
const HEALTHY = { total: 2, healthy: 2, failed: 0, problem: null };

describe('findFault', () => {
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
    expect(findFault(outcomes(canary), outcomes(stable), HEALTHY)).toBe(fault);
  });

  it('goes back where a node cannot serve the version any more, and waits for one that has just come', () => {
    expect(findFault(outcomes(), outcomes(), { ...HEALTHY, healthy: 1, failed: 1 })).toBe('UNHEALTHY_NODE');
    expect(findFault(outcomes(), outcomes(), { ...HEALTHY, healthy: 1 })).toBeNull();
  });
});

describe('chooseVersion', () => {
  const connection = (rollout: Connection['rollout']) => ({ version: '1.0.0', rollout }) as Connection;
  const ids = Array.from({ length: 2_000 }, (_, index) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`);
  const shareOf = (rollout: Connection['rollout']) =>
    ids.filter((id) => chooseVersion(connection(rollout), id) === '2.0.0').length / ids.length;

  it('sends about the wanted share through the new version, always the same attempts', () => {
    const half = { toVersion: '2.0.0', state: 'CANARY', share: 50 } as const;
    expect(shareOf(half)).toBeGreaterThan(0.45);
    expect(shareOf(half)).toBeLessThan(0.55);
    for (const id of ids) expect(chooseVersion(connection(half), id)).toBe(chooseVersion(connection(half), id));
    expect(shareOf({ ...half, share: 100 })).toBe(1);
  });

  it('sends nothing before the canary, nor without one', () => {
    expect(shareOf({ toVersion: '2.0.0', state: 'PREPARING', share: 100 })).toBe(0);
    expect(shareOf(null)).toBe(0);
  });
});
