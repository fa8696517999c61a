/** Runs in the thread of seed-history.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { backdatePlanting, backdateRows } from './backdate-rows.ts';
import type { Moment } from './sales.ts';
import { setTestClock } from './test-clock.ts';

const now = new Date();
const DAY_MS = 86_400_000;
/** São Paulo has kept this distance to UTC all year round since 2019. */
const ZONE_MS = 3 * 3_600_000;
const midnight = Math.floor((now.getTime() - ZONE_MS) / DAY_MS) * DAY_MS + ZONE_MS;
const timeOf = (moment: Moment): Date =>
  'minutesAgo' in moment
    ? new Date(now.getTime() - moment.minutesAgo * 60_000)
    : new Date(midnight - moment.daysAgo * DAY_MS + moment.hour * 3_600_000);

setTestClock(timeOf({ daysAgo: 60, hour: 9 }));
// The imports stand here because ids that earlier imports made would be dated today.
const { createHistory } = await import('./history.ts');
const { openDemoSession } = await import('./session.ts');
const demo = await openDemoSession(workerData);
try {
  await backdatePlanting(workerData, demo.platformId);
  const history = createHistory(demo).map((entry) => ({ ...entry, time: timeOf(entry.moment) }));
  history.sort((a, b) => a.time.getTime() - b.time.getTime());
  let day = '';
  for (const { time, happen } of history) {
    setTestClock(time);
    if (day !== time.toDateString()) await demo.release();
    day = time.toDateString();
    await happen();
  }
  setTestClock(now);
  await demo.release();
  await demo.finish();
  await backdateRows(workerData, demo.platformId);
  parentPort?.postMessage(demo.countSales());
} finally {
  await demo.close();
}
