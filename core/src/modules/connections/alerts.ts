/** Warns people before a certificate expires: once for each threshold, even when days were missed. */
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { Locale } from '@feira/schemas/common';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { prepareMail } from '../mail/service.ts';
import { prepareNotification } from '../notifications/service.ts';

type App = Pick<FastifyInstance, 'database' | 'dataKeys' | 'clock' | 'findPlatformUrl' | 'log'>;

const THRESHOLD_DAYS = [1, 7, 15, 30, 60];
const DAY_MS = 86_400_000;

/** Returns the nearest threshold that has been reached; null when the certificate is valid for longer. */
export const findThreshold = (validTo: Date, now: Date): number | null =>
  THRESHOLD_DAYS.find((days) => validTo.getTime() - now.getTime() <= days * DAY_MS) ?? null;

interface Ending {
  platformId: string;
  connectionId: string;
  name: string;
  connection: string;
  validTo: string;
  alertedDays: number | null;
}

/** Reads all platforms as the jobs role. A disabled connection takes no payments, so its certificates are left out. */
const selectEnding = (now: Date): Statement<Ending> => ({
  text: `SELECT k.platform_id, k.connection_id, k.name, c.name AS connection,
    k.certificate->>'validTo' AS valid_to, k.alerted_days
  FROM provider_credential k JOIN provider_connection c ON c.platform_id = k.platform_id AND c.id = k.connection_id
  WHERE c.status = 'ENABLED' AND (k.certificate->>'validTo')::timestamptz <= $1::timestamptz + interval '60 days'
    AND (k.alerted_days IS NULL OR k.alerted_days > 1)
  ORDER BY k.platform_id, k.connection_id, k.name`,
  values: [now],
});

export async function warnOfExpiringCertificates(app: App): Promise<void> {
  const now = app.clock.now();
  for (const ending of await app.database.jobs.list(selectEnding(now))) {
    const days = findThreshold(new Date(ending.validTo), now);
    if (days === null || (ending.alertedDays !== null && ending.alertedDays <= days)) continue;
    await sendWarning(app, ending, days);
  }
}

interface Reader {
  id: string;
  name: string;
  email: string;
  locale: Locale | null;
  isMaster: boolean;
}

async function sendWarning(app: App, ending: Ending, days: number): Promise<void> {
  const { platformId, connectionId, name, validTo } = ending;
  const platform = await app.database.find(platformId, selectPlatform(platformId), true);
  const { title, operatorId } = platform ?? { title: '', operatorId: null };
  const own = await prepareWarning(app, platformId, { ending, days, title, roles: ['master', 'admin'] });
  const others = operatorId
    ? await prepareWarning(app, operatorId, { ending, days, title, roles: ['master'] })
    : { count: 0, statements: [] };
  const isTaken = await app.database.transaction(platformId, async (transaction) => {
    const taken = await transaction.find(takeThreshold(ending, days));
    if (!taken) return false;
    await transaction.runAll(own.statements);
    if (operatorId) await transaction.runAll([enterPlatform(operatorId), ...others.statements]);
    return true;
  });
  if (!isTaken) return;
  app.log.warn(
    { alert: 'certificate-ends', connectionId, field: name, validTo, notified: own.count + others.count },
    'A certificate of a connection is about to end',
  );
}

const selectPlatform = (platformId: string): Statement<{ title: string; operatorId: string | null }> => ({
  text: 'SELECT name AS title, operator_id FROM platform WHERE platform_id = $1',
  values: [platformId],
});

const enterPlatform = (platformId: string): Statement => ({
  text: `SELECT set_config('app.platform_id', $1, true)`,
  values: [platformId],
});

/** Claims the warning, so that only one node sends it. Returns no row when the certificate was replaced meanwhile. */
const takeThreshold = ({ platformId, connectionId, name, validTo }: Ending, days: number): Statement => ({
  text: `UPDATE provider_credential SET alerted_days = $4
    WHERE platform_id = $1 AND connection_id = $2 AND name = $3 AND certificate->>'validTo' = $5
      AND (alerted_days IS NULL OR alerted_days > $4) RETURNING name`,
  values: [platformId, connectionId, name, days, validTo],
});

/** Selects masters and those administrators who may see the settings. */
const selectReaders = (platformId: string, roles: readonly string[]): Statement<Reader> => ({
  text: `SELECT p.id, p.name, p.email, p.locale, bool_or(g.role = 'master') AS is_master
    FROM person p JOIN role_grant g ON g.platform_id = p.platform_id AND g.person_id = p.id
    WHERE p.platform_id = $1 AND p.status = 'ACTIVE' AND g.role = ANY($2)
      AND (g.role = 'master' OR 'isConfigAvailable' = ANY(g.permissions))
    GROUP BY p.id, p.name, p.email, p.locale ORDER BY p.id`,
  values: [platformId, roles],
});

interface Telling {
  ending: Ending;
  days: number;
  /** The name of the platform that owns the connection. */
  title: string;
  roles: readonly string[];
}

async function prepareWarning(
  app: App,
  platformId: string,
  { ending, days, title, roles }: Telling,
): Promise<{ count: number; statements: Statement[] }> {
  const readers = await app.database.list(platformId, selectReaders(platformId, roles), true);
  const url = await app.findPlatformUrl(platformId);
  const { connectionId, name, connection, validTo: expiresAt } = ending;
  const source = `certificate:${connectionId}:${name}:${expiresAt}:${days}`;
  const statements: Statement[] = [];
  for (const { id, name: person, email, locale, isMaster } of readers) {
    const href = isMaster
      ? `${DASHBOARD_PATHS.master}/platforms/${ending.platformId}`
      : `${DASHBOARD_PATHS.admin}/platform-settings/acquirings`;
    const type = 'connection.certificateExpiring' as const;
    statements.push(prepareNotification(platformId, id, { type, parameters: { connection, expiresAt }, href, source }));
    const parameters = { name: person, connection, platformName: title, expiresAt, link: `${url}${href}` };
    const mail = { to: email, locale: locale ?? 'pt-BR', template: 'certificate-expiring', parameters } as const;
    statements.push(await prepareMail(app, platformId, mail));
  }
  return { count: readers.length, statements };
}
