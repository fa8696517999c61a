import { isProviderError } from '@feira/plugin-kit';
import fp from 'fastify-plugin';
import type { Statement } from '../../plugins/database.ts';
import { warnOfExpiringCertificates } from './alerts.ts';
import { createApplier } from './managed.ts';
import { ManagedFileError } from './managed-file.ts';
import { findConnection } from './service.ts';
import { registerWebhook } from './webhook-secrets.ts';

const BATCH = 20;
/** Providers drop webhook addresses that failed for long, so each address is checked and registered again once a day. */
const RECHECK_SECONDS = 86_400;
const RETRY_SECONDS = 300;
const CERTIFICATES = 'connections.certificates';
const RESEAL = 'connections.reseal';

interface Due {
  platformId: string;
  id: string;
}

/** Connections whose webhook address is to be looked at now. */
const UNCHECKED = `provider_connection WHERE webhook_check_at <= now() AND status = 'ENABLED'`;

const claimDue: Statement<Due> = {
  text: `WITH due AS (
      SELECT platform_id, id FROM ${UNCHECKED}
      ORDER BY webhook_check_at LIMIT $1 FOR UPDATE SKIP LOCKED
    )
    UPDATE provider_connection c SET webhook_check_at = now() + make_interval(secs => $2) FROM due
    WHERE c.platform_id = due.platform_id AND c.id = due.id
    RETURNING c.platform_id, c.id`,
  values: [BATCH, RETRY_SECONDS],
};

const scheduleCheck = ({ platformId, id }: Due, seconds: number): Statement => ({
  text: 'UPDATE provider_connection SET webhook_check_at = now() + make_interval(secs => $3) WHERE platform_id = $1 AND id = $2',
  values: [platformId, id, seconds],
});

export default fp(
  async (app) => {
    app.jobs.work(CERTIFICATES, {}, () => warnOfExpiringCertificates(app));
    // 10:07 UTC is 07:07 in São Paulo, so people can still call the provider on the same day.
    app.jobs.schedule(CERTIFICATES, '7 10 * * *');

    // A node that did not know of a rotation yet may have sealed with the earlier key, and one that ended may have left rows behind.
    app.jobs.work(RESEAL, {}, () => app.resealing.runAll());
    app.jobs.schedule(RESEAL, '23 5 * * *');

    if (app.config.connectionsFile) app.sweep('connections-file', watchFile());

    const checkAddresses = async () => {
      const rows = await app.database.jobs.list(claimDue);
      for (const due of rows) {
        const isKnown = await ensureWebhook(due);
        await app.database.jobs.run(scheduleCheck(due, isKnown ? RECHECK_SECONDS : RETRY_SECONDS));
      }
      return rows.length === BATCH;
    };
    app.sweep('connections', checkAddresses, { waiting: UNCHECKED });

    /** The file is read at boot and with every sweep, because a mounted file is replaced without a notification. */
    function watchFile(): () => Promise<false> {
      const apply = createApplier(app);
      let lastLogged = '';
      const logOnce = (text: string, write: () => void) => {
        if (text !== lastLogged) write();
        lastLogged = text;
      };
      return async () => {
        try {
          const applied = await apply();
          if (applied === 'waiting') {
            logOnce(applied, () => app.log.info('CONNECTIONS_FILE waits until every node has loaded its versions'));
          } else if (applied) {
            lastLogged = '';
            app.log.info(applied, 'Connections are as CONNECTIONS_FILE declares them');
          }
        } catch (error) {
          if (!(error instanceof ManagedFileError)) throw error;
          const { problems, message } = error;
          logOnce(message, () =>
            app.log.error({ alert: 'connections-file-refused', problems }, 'CONNECTIONS_FILE was not applied'),
          );
        }
        return false;
      };
    }

    /** Returns true when nothing is left to do: the address is known, was registered now, or the provider has no such call. */
    async function ensureWebhook({ platformId, id }: Due): Promise<boolean> {
      const connection = await findConnection(app, platformId, id);
      if (!connection) return false;
      try {
        await registerWebhook(app, connection);
        return true;
      } catch (error) {
        if (!isProviderError(error)) throw error;
        if (error.code === 'UNSUPPORTED') return true;
        app.log.warn(
          { err: error, connectionId: id, provider: connection.providerId },
          'A webhook address could not be registered',
        );
        return false;
      }
    }
  },
  {
    name: 'connections-jobs',
    dependencies: [
      'sweeps',
      'jobs',
      'database',
      'providers',
      'exchanges',
      'simulators',
      'platforms',
      'data-keys',
      'resealing',
      'procedures',
      'nodes',
    ],
  },
);
