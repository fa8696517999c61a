/** Figures that cannot be read stop no sale. */
import { expect, it } from 'vitest';
import { type Approvals, findApprovals } from './approvals.ts';

const PLATFORM = 'a';
const OUTCOME = { connectionId: 'c', method: 'PIX', approved: 9, refused: 1 };

function openDatabase() {
  let time = Date.parse('2026-12-01T00:00:00Z');
  const state = { isDown: false, reads: 0, gate: Promise.resolve() };
  const app = {
    clock: { now: () => new Date(time) },
    database: {
      readShared: async () => {
        state.reads += 1;
        await state.gate;
        if (state.isDown) throw new Error('The database is away');
        return { rows: [OUTCOME] };
      },
    },
  } as unknown as Parameters<typeof findApprovals>[0];
  const find = (): Promise<Approvals> => findApprovals(app, PLATFORM, 'PIX');
  return { state, find, pass: (ms: number) => (time += ms) };
}
const FOUND = new Map([['c', { approved: 9, decided: 10 }]]);

it('answers all decisions with nothing while the first read fails, and asks again', async () => {
  const { state, find } = openDatabase();
  state.isDown = true;
  expect(await Promise.all([find(), find(), find()])).toEqual([new Map(), new Map(), new Map()]);
  state.isDown = false;
  expect(await find()).toEqual(FOUND);
});

it('keeps the former figures while new ones are read, and where that fails', async () => {
  const { state, find, pass } = openDatabase();
  expect(await find()).toEqual(FOUND);
  pass(11 * 60_000);
  const release = Promise.withResolvers<void>();
  state.gate = release.promise;
  state.isDown = true;
  expect(await Promise.all([find(), find()])).toEqual([FOUND, FOUND]);
  release.resolve();
  expect(await find()).toEqual(FOUND);
});
