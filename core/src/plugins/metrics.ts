/**
 * Serves the numbers that operators watch, in the format of Prometheus. Labels have few values, all of them this code's own or names of
 * installed packages: never an id, an address or a word of a provider.
 */
import fp from 'fastify-plugin';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** In seconds: from an answer out of the same city to the longest deadline of a request. */
const REQUEST_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Makes the metrics of one node. Those with `collect` are read from memory when a collector asks. */
function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    purchases: new Counter({
      name: 'feira_purchases_total',
      help: 'Calls that buy, by their answer: the status of the payment, or ERROR.',
      labelNames: ['method', 'outcome'],
      registers,
    }),
    statuses: new Counter({
      name: 'feira_payment_status_changes_total',
      help: 'Payments that entered a status.',
      labelNames: ['method', 'status'],
      registers,
    }),
    providerRequests: new Histogram({
      name: 'feira_provider_request_seconds',
      help: 'HTTP requests to providers by how they ended (OK, REJECTED, NOT_SENT, UNKNOWN).',
      labelNames: ['provider', 'operation', 'outcome'],
      buckets: REQUEST_BUCKETS,
      registers,
    }),
    oldestWork: new Gauge({
      name: 'feira_oldest_work_seconds',
      help: 'How long the oldest row of a queue has been due. Absent while the database does not answer.',
      labelNames: ['queue'],
      registers,
    }),
    dueWork: new Gauge({
      name: 'feira_due_work',
      help: 'Rows of a queue that are due, at most 10,000. Absent while the database does not answer.',
      labelNames: ['queue'],
      registers,
    }),
    alerts: new Counter({
      name: 'feira_alerts_total',
      help: 'Lines of the log that want a person, by the name of the alert.',
      labelNames: ['alert'],
      registers,
    }),
    upkeepAge: new Gauge({
      name: 'feira_upkeep_age_seconds',
      help: 'How long ago the ledgers were audited (audit), the database was dumped (dump), and its log was archived (log). Absent where nobody knows.',
      labelNames: ['run'],
      registers,
    }),
    auditProblems: new Gauge({
      name: 'feira_ledger_audit_problems',
      help: 'What did not hold at the last audit of the ledgers. Absent before the first one.',
      registers,
    }),
    outgoingHeld: new Gauge({
      name: 'feira_outgoing_held',
      help: '1 while withdrawals, refunds and new receivers are held, as after a restore.',
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics;
  }
}

export default fp(
  async (app) => {
    const metrics = createMetrics();
    const registers = [metrics.registry];
    app.decorate('metrics', metrics);
    app.onAlert((alert) => metrics.alerts.inc({ alert }));
    if (!app.config.metricsToken) return;
    collectDefaultMetrics({ register: metrics.registry });
    new Gauge({
      name: 'feira_sweep_age_seconds',
      help: 'How long ago a sweep of this node last finished its work.',
      labelNames: ['sweep'],
      registers,
      collect() {
        for (const { name, ageSeconds } of app.listSweeps()) this.set({ sweep: name }, ageSeconds);
      },
    });
    new Gauge({
      name: 'feira_database_connections',
      help: 'Connections to the database by what they do, and statements that wait for one (waiting).',
      labelNames: ['pool', 'state'],
      registers,
      collect() {
        for (const { pool, ...states } of app.database.describePools())
          for (const [state, count] of Object.entries(states)) this.set({ pool, state }, count);
      },
    });
    new Gauge({
      name: 'feira_clock_ahead_seconds',
      help: "How far the clock of this machine is ahead of the database's.",
      registers,
      collect() {
        this.set(app.machineClock.aheadMs / 1_000);
      },
    });
  },
  { name: 'metrics', dependencies: ['config', 'database', 'sweeps', 'clock'] },
);
