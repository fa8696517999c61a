import { describe, expect, it } from 'vitest';
import { Groups, type Outcome } from './groups.ts';

/** Creates trips that end when the test ends them, and records what each one carried. */
function createTrips(largest = 10, mostAside = 2) {
  const trips: {
    key: string;
    items: string[];
    isPatient: boolean;
    end(outcomes?: Outcome<string>[]): void;
    fail(error: Error): void;
  }[] = [];
  const groups = new Groups<string, string>({ largest, mostAside }, (key, items, isPatient) => {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome<string>[]>();
    const fulfilled = items.map((item) => ({ status: 'fulfilled' as const, value: `${item}!` }));
    trips.push({ key, items, isPatient, end: (outcomes = fulfilled) => resolve(outcomes), fail: reject });
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

  it('sets aside who is held up, with all others about the same subject, and goes on without them', async () => {
    const { groups, trips } = createTrips();
    void groups.add('a', 'first');
    const held = groups.add('a', 'held', 'maria');
    const free = groups.add('a', 'free', 'ana');
    trips[0]!.end();
    await expect.poll(() => trips.length).toBe(2);
    trips[1]!.end([{ status: 'held', reason: new Error('locked') }, { status: 'undone' }]);
    await expect.poll(() => trips.length).toBe(4);
    const behind = groups.add('a', 'behind', 'maria');
    const [aside, again] = trips.slice(2).sort((one, other) => Number(other.isPatient) - Number(one.isPatient));

    expect([aside!.items, aside!.isPatient]).toEqual([['held'], true]);
    expect([again!.items, again!.isPatient]).toEqual([['free'], false]);
    again!.end();
    expect(await free).toBe('free!');
    void groups.add('a', 'another', 'ana');
    await expect.poll(() => trips.at(-1)!.items).toEqual(['another']);
    aside!.end();

    expect(await held).toBe('held!');
    await expect.poll(() => trips.at(-1)!.items).toEqual(['behind']);
    trips.at(-1)!.end();
    expect(await behind).toBe('behind!');
  });

  it('sets aside at once all of a trip, and of those who wait, that are about the subject that was held up', async () => {
    const { groups, trips } = createTrips(3);
    void groups.add('a', 'first');
    const callers = ['one', 'two'].map((item) => groups.add('a', item, 'maria'));
    const free = groups.add('a', 'free', 'ana');
    callers.push(groups.add('a', 'three', 'maria'), groups.add('a', 'four', 'maria'));
    const last = groups.add('a', 'last', 'ana');
    trips[0]!.end();
    await expect.poll(() => trips.length).toBe(2);

    trips[1]!.end([{ status: 'held', reason: new Error('locked') }, { status: 'undone' }, { status: 'undone' }]);
    await expect.poll(() => trips.length).toBe(4);

    const [aside, again] = trips.slice(2).sort((one, other) => Number(other.isPatient) - Number(one.isPatient));
    expect(again!.items).toEqual(['free', 'last']);
    again!.end();
    expect(await Promise.all([free, last])).toEqual(['free!', 'last!']);
    aside!.end();
    await expect.poll(() => trips.at(-1)!.items).toEqual(['two', 'three', 'four']);
    trips.at(-1)!.end();
    expect(await Promise.all(callers)).toEqual(['one!', 'two!', 'three!', 'four!']);
  });

  it('rejects all about a subject that stays held up, and tries the next one anew', async () => {
    const { groups, trips } = createTrips();
    const locked = { status: 'held' as const, reason: new Error('locked') };
    const first = groups.add('a', 'one', 'maria');
    trips[0]!.end([locked]);
    await expect.poll(() => trips.length).toBe(2);
    const second = groups.add('a', 'two', 'maria');

    trips[1]!.end([locked]);

    await expect(first).rejects.toThrow('locked');
    await expect(second).rejects.toThrow('locked');
    void groups.add('a', 'three', 'maria');
    expect([trips[2]!.items, trips[2]!.isPatient]).toEqual([['three'], false]);
  });

  it('sets no more subjects aside than it may', async () => {
    const { groups, trips } = createTrips(10, 1);
    const locked = { status: 'held' as const, reason: new Error('locked') };
    void groups.add('a', 'first');
    void groups.add('a', 'one', 'maria');
    const refused = groups.add('a', 'two', 'ana');
    trips[0]!.end();
    await expect.poll(() => trips.length).toBe(2);

    trips[1]!.end([locked, locked]);

    await expect(refused).rejects.toThrow('locked');
    await expect.poll(() => trips.slice(2).map(({ items }) => items)).toEqual([['one']]);
  });

  it('overtakes a trip that does not return', async () => {
    const { groups, trips } = createTrips();
    const lost = groups.add('a', 'lost');
    const waiting = groups.add('a', 'waiting');

    await expect.poll(() => trips.length).toBe(2);
    trips[1]!.end();
    expect(await waiting).toBe('waiting!');
    const next = groups.add('a', 'next');
    await expect.poll(() => trips.at(-1)!.items).toEqual(['next']);
    trips.at(-1)!.end();
    expect(await next).toBe('next!');

    trips[0]!.end();
    expect(await lost).toBe('lost!');
  });
});
