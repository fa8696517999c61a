/** Counts, preloaded into a measured server, its statements to PostgreSQL and tells the bench the count with the used CPU time. */
import pg from 'pg';

export interface Sample {
  cpuMs: number;
  /** Everything sent as a query of its own, BEGIN and COMMIT included. */
  statements: number;
  /** Resident memory of the process. */
  memoryMb: number;
}

let statements = 0;
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function countedQuery(this: pg.Client, ...parameters: Parameters<typeof query>) {
  statements += 1;
  return query.apply(this, parameters);
} as typeof query;

process.on('message', (message) => {
  if (message !== 'sample') return;
  const { user, system } = process.cpuUsage();
  const sample: Sample = { cpuMs: (user + system) / 1000, statements, memoryMb: process.memoryUsage.rss() / 1e6 };
  process.send?.(sample);
});
// A bench that was killed must not leave its servers behind.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The bench's channel must not keep a stopping server alive.
process.channel?.unref();
