/** Watches the age of the last audit of the ledgers and of the last backup, as far as the database can know them. */
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';

/** A run that is older wants a person, in seconds. An audit reads all books, so a platform may run it once a week. */
const OLDEST_SECONDS = { audit: 8 * 86_400, dump: 26 * 3_600, log: 3_600 };

export interface Upkeep {
  audit: { endedAt: Date; ageSeconds: number; problems: number } | null;
  dump: { endedAt: Date; ageSeconds: number } | null;
  /** The copies of the write-ahead log; null where the server makes none or does not say so. */
  log: { archivedAt: Date | null; ageSeconds: number | null; isFailing: boolean } | null;
}

interface UpkeepRow {
  auditedAt: Date | null;
  auditSeconds: number | null;
  problems: number | null;
  dumpedAt: Date | null;
  dumpSeconds: number | null;
  isArchiving: boolean;
  archivedAt: Date | null;
  archiveSeconds: number | null;
  isFailing: boolean;
}

const SELECT_UPKEEP: Statement<UpkeepRow> = {
  text: `
    SELECT audit.ended_at AS audited_at, extract(epoch FROM now() - audit.ended_at)::int AS audit_seconds, audit.problems,
      dump.ended_at AS dumped_at, extract(epoch FROM now() - dump.ended_at)::int AS dump_seconds,
      current_setting('archive_mode') <> 'off' AS is_archiving, log.last_archived_time AS archived_at,
      extract(epoch FROM now() - log.last_archived_time)::int AS archive_seconds,
      coalesce(log.last_failed_time > coalesce(log.last_archived_time, '-infinity'), false) AS is_failing
    FROM pg_stat_archiver log
    LEFT JOIN upkeep_run audit ON audit.kind = 'LEDGER_AUDIT'
    LEFT JOIN upkeep_run dump ON dump.kind = 'DUMP'`,
  values: [],
};

export async function readUpkeep({ database }: Pick<FastifyInstance, 'database'>): Promise<Upkeep> {
  const row = (await database.jobs.find(SELECT_UPKEEP)) as UpkeepRow;
  const { auditedAt, auditSeconds, problems, dumpedAt, dumpSeconds, isArchiving, archivedAt, archiveSeconds } = row;
  return {
    audit: auditedAt && { endedAt: auditedAt, ageSeconds: auditSeconds ?? 0, problems: problems ?? 0 },
    dump: dumpedAt && { endedAt: dumpedAt, ageSeconds: dumpSeconds ?? 0 },
    log: isArchiving ? { archivedAt, ageSeconds: archiveSeconds, isFailing: row.isFailing } : null,
  };
}

/** Copies the ages into the metrics. An unknown age is left out. */
export async function measureUpkeep(app: Pick<FastifyInstance, 'database' | 'metrics'>): Promise<void> {
  const upkeep = await readUpkeep(app).catch(() => null);
  const { upkeepAge, auditProblems } = app.metrics;
  upkeepAge.reset();
  auditProblems.reset();
  if (upkeep?.audit) auditProblems.set(upkeep.audit.problems);
  for (const run of ['audit', 'dump', 'log'] as const) {
    const seconds = upkeep?.[run]?.ageSeconds;
    if (typeof seconds === 'number') upkeepAge.set({ run }, seconds);
  }
}

/** Logs an alert for each age that needs a person. An unknown age is no alert: the status page says that it is unknown. */
export async function watchUpkeep(app: Pick<FastifyInstance, 'database' | 'log'>): Promise<void> {
  const { audit, dump, log } = await readUpkeep(app);
  if (audit && audit.problems > 0)
    app.log.error(
      { alert: 'ledger-unsound', problems: audit.problems, endedAt: audit.endedAt },
      'The last audit of the ledgers found what does not hold',
    );
  if (audit && audit.ageSeconds > OLDEST_SECONDS.audit)
    app.log.warn({ alert: 'ledger-audit-old', endedAt: audit.endedAt }, 'The ledgers were not audited for a while');
  const isLogOld = log !== null && (log.isFailing || (log.ageSeconds ?? Number.POSITIVE_INFINITY) > OLDEST_SECONDS.log);
  if (isLogOld)
    app.log.error(
      { alert: 'backup-old', archivedAt: log.archivedAt, isFailing: log.isFailing },
      'The write-ahead log is not being archived',
    );
  if (dump && dump.ageSeconds > OLDEST_SECONDS.dump)
    app.log.error({ alert: 'backup-old', dumpedAt: dump.endedAt }, 'The database was not dumped for a while');
}

/** Notes that an audit of all ledgers has ended. */
export const recordAudit = (problems: number): Statement => ({
  text: `INSERT INTO upkeep_run (kind, problems) VALUES ('LEDGER_AUDIT', $1)
    ON CONFLICT (kind) DO UPDATE SET ended_at = now(), problems = excluded.problems`,
  values: [problems],
});
