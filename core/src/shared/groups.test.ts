import { describe, expect, it } from 'vitest';
import { Groups } from './groups.ts';

/** Creates trips that end when the test ends them, and records what each one carried. */
function createTrips(largest = 10) {
  const trips: {
    key: string;
    items: string[];
    end(outcomes?: PromiseSettledResult<string>[]): void;
    fail(error: Error): void;
  }[] = [];
  const groups = new Groups<string, string>(largest, (key, items) => {
    const { promise, resolve, reject } = Promise.withResolvers<PromiseSettledResult<string>[]>();
    const fulfilled = items.map((item) => ({ status: 'fulfilled' as const, value: `${item}!` }));
    trips.push({ key, items, end: (outcomes = fulfilled) => resolve(outcomes), fail: reject });
    return promise;
  });
  return { groups, trips };
}

describe('Groups', () => {
  it('lets the first leave at once and those who come meanwhile travel together', async () => {
    const { groups, trips } = createTrips();

    const first = groups.add('a', 'one');
    const others = Promise.all([groups.add('a', 'two'), groups.add('a', 'three')]);
    expect(trips.map(({ items }) => items)).toEqual([['one']]);
    trips[0]!.end();

    expect(await first).toBe('one!');
    await expect.poll(() => trips.length).toBe(2);
    expect(trips[1]!.items).toEqual(['two', 'three']);
    trips[1]!.end();
    expect(await others).toEqual(['two!', 'three!']);
  });

  it('does not let one key wait for another', () => {
    const { groups, trips } = createTrips();

    void groups.add('a', 'one');
    void groups.add('b', 'two');

    expect(trips.map(({ key }) => key)).toEqual(['a', 'b']);
  });

  it('splits those who wait into trips of the largest size', async () => {
    const { groups, trips } = createTrips(2);

    const all = Promise.all(['1', '2', '3', '4'].map((item) => groups.add('a', item)));
    for (let trip = 0; trip < 3; trip++) {
      await expect.poll(() => trips.length).toBe(trip + 1);
      trips[trip]!.end();
    }

    expect(await all).toEqual(['1!', '2!', '3!', '4!']);
    expect(trips.map(({ items }) => items)).toEqual([['1'], ['2', '3'], ['4']]);
  });

  it('tells each caller its own outcome, and goes on after a trip that failed as a whole', async () => {
    const { groups, trips } = createTrips();

    const failing = groups.add('a', 'one');
    const mixed = Promise.allSettled([groups.add('a', 'two'), groups.add('a', 'three')]);
    trips[0]!.fail(new Error('broken'));
    await expect(failing).rejects.toThrow('broken');
    await expect.poll(() => trips.length).toBe(2);
    trips[1]!.end([
      { status: 'rejected', reason: 'no' },
      { status: 'fulfilled', value: 'yes' },
    ]);

    expect(await mixed).toEqual([
      { status: 'rejected', reason: 'no' },
      { status: 'fulfilled', value: 'yes' },
    ]);
    void groups.add('a', 'four');
    expect(trips.at(-1)!.items).toEqual(['four']);
  });
});
