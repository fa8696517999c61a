/** Decides when an alert that strangers can cause is logged: once an hour for each subject. The metric of alerts counts all of them. */
import fp from 'fastify-plugin';

const PERIOD_MS = 3_600_000;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Returns null when this alert about a subject was logged within the hour, and counts it. Otherwise the caller logs it, with the
     * returned number of those left out since the last line.
     */
    leaveOutAlert(name: string, subject: string): number | null;
  }
}

export default fp(
  async (app) => {
    const logged = new Map<string, { atMs: number; leftOut: number }>();
    app.decorate('leaveOutAlert', (alert, subject) => {
      const key = `${alert}|${subject}`;
      const last = logged.get(key);
      const nowMs = app.clock.now().getTime();
      if (!last || nowMs - last.atMs >= PERIOD_MS) {
        logged.set(key, { atMs: nowMs, leftOut: 0 });
        return last?.leftOut ?? 0;
      }
      last.leftOut += 1;
      app.metrics.alerts.inc({ alert });
      return null;
    });
  },
  { name: 'seldom-alerts', dependencies: ['clock', 'metrics'] },
);
