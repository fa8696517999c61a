import { describe, expect, it } from 'vitest';
import { type Connection, chooseVersion } from './service.ts';

describe('chooseVersion', () => {
  const connection = (rollout: Connection['rollout']) =>
    ({ version: '1.0.0', rollout, stops: [] as (string | null)[] }) as Connection;
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

  it('sends nothing through a canary that is stopped, whatever its share', () => {
    const whole = { toVersion: '2.0.0', state: 'CANARY', share: 100 } as const;
    for (const id of ids.slice(0, 50)) {
      expect(chooseVersion({ ...connection(whole), stops: ['2.0.0'] }, id)).toBe('1.0.0');
      expect(chooseVersion({ ...connection(whole), stops: ['3.0.0'] }, id)).toBe('2.0.0');
    }
  });

  it('sends nothing before the canary, nor without one', () => {
    expect(shareOf({ toVersion: '2.0.0', state: 'PREPARING', share: 100 })).toBe(0);
    expect(shareOf(null)).toBe(0);
  });
});
