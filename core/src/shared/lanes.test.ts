import { describe, expect, it } from 'vitest';
import { type Laned, Lanes } from './lanes.ts';

const row = (id: string, connection: string, provider = 'acme'): Laned => ({
  platformId: 'p',
  id,
  lanes: [connection, provider],
});
const DUE = { table: 'work', due: 'due_at', connection: 't.connection_id' };
/** Returns what a claim says of the lanes: how many of each are under way, the sizes, and which rows. */
const countsOf = (lanes: Lanes<Laned>) => {
  const [, connections, providers, , , ids] = lanes.claim(DUE, 60).values as [
    number,
    string,
    string,
    number,
    number,
    string[],
  ];
  return { connections: JSON.parse(connections), providers: JSON.parse(providers), ids };
};

describe('Lanes', () => {
  it('counts what is under way of each connection and of each provider', async () => {
    const lanes = new Lanes<Laned>({ connection: 2, provider: 3 });
    const { promise, resolve } = Promise.withResolvers<void>();

    for (const item of [row('1', 'a'), row('2', 'a'), row('3', 'b')])
      lanes.start(
        item,
        () => promise,
        () => {},
      );

    expect(countsOf(lanes)).toEqual({ connections: { a: 2, b: 1 }, providers: { acme: 3 }, ids: ['1', '2', '3'] });
    resolve();
    await lanes.finish();
    expect(countsOf(lanes)).toEqual({ connections: {}, providers: {}, ids: [] });
  });

  it('tells once that a lane which was full is half empty', async () => {
    const lanes = new Lanes<Laned>({ connection: 4, provider: 100 });
    const ends = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
    const done: string[] = [];

    ends.forEach(({ promise }, index) => {
      const work = () => promise.then(() => void done.push('work'));
      lanes.start(row(String(index), 'a'), work, () => done.push('room'));
    });
    for (const { resolve } of ends) {
      resolve();
      await new Promise(setImmediate);
    }
    await lanes.finish();

    expect(done).toEqual(['work', 'work', 'room', 'work', 'work']);
  });

  it('says of a row whether its connection or its provider has no room left', async () => {
    const lanes = new Lanes<Laned>({ connection: 2, provider: 3 });
    const { promise, resolve } = Promise.withResolvers<void>();
    const rows = [row('1', 'a'), row('2', 'a'), row('3', 'b'), row('4', 'c', 'bravo')];
    const full = () => rows.map((item) => lanes.isFull(item));
    const start = (item: Laned) =>
      lanes.start(
        item,
        () => promise,
        () => {},
      );

    rows.slice(0, 2).forEach(start);
    expect(full()).toEqual([true, true, false, false]);
    start(rows[2]!);
    expect(full()).toEqual([true, true, true, false]);
    resolve();
    await lanes.finish();
    expect(full()).toEqual([false, false, false, false]);
  });

  it('tells nothing of a lane that was never full', async () => {
    const lanes = new Lanes<Laned>({ connection: 4, provider: 100 });
    const told: string[] = [];

    const work = () => Promise.resolve();
    lanes.start(row('1', 'a'), work, () => told.push('room'));
    await lanes.finish();

    expect(told).toEqual([]);
  });
});
