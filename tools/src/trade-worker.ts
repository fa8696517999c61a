/** The thread of plant-trade.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { dateRows } from './date-rows.ts';
import { PLATFORM } from './demo-data.ts';
import type { Moment } from './demo-sales.ts';
import { moveClock } from './moved-clock.ts';

const now = new Date();
const DAY_MS = 86_400_000;
/** São Paulo has kept this distance to UTC all year round since 2019. */
const ZONE_MS = 3 * 3_600_000;
const midnight = Math.floor((now.getTime() - ZONE_MS) / DAY_MS) * DAY_MS + ZONE_MS;
const timeOf = (moment: Moment): Date =>
  'minutesAgo' in moment
    ? new Date(now.getTime() - moment.minutesAgo * 60_000)
    : new Date(midnight - moment.daysAgo * DAY_MS + moment.hour * 3_600_000);

moveClock(timeOf({ daysAgo: 60, hour: 9 }));
// Only now: ids of whatever is loaded earlier would be dated today.
const { createDiary } = await import('./demo-diary.ts');
const { openTrade } = await import('./trade.ts');
const trade = await openTrade(workerData, PLATFORM.id);
try {
  const diary = createDiary(trade).map((entry) => ({ ...entry, time: timeOf(entry.moment) }));
  diary.sort((a, b) => a.time.getTime() - b.time.getTime());
  let day = '';
  for (const { time, happen } of diary) {
    moveClock(time);
    if (day !== time.toDateString()) await trade.release();
    day = time.toDateString();
    await happen();
  }
  moveClock(now);
  await trade.release();
  await trade.finish();
  await dateRows(workerData, PLATFORM.id);
  parentPort?.postMessage(trade.countSales());
} finally {
  await trade.close();
}
