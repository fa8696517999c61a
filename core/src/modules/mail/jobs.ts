/** Sends mails, and deletes them after a while. */
import fp from 'fastify-plugin';
import { type Courier, createCourier, readRefusal } from './delivery.ts';
import { LIFETIMES } from './lifetimes.ts';
import {
  claimDue,
  DUE_MAILS,
  finishMail,
  type MailRow,
  type MailTemplate,
  PARAMETERS,
  purgeMails,
  type Verdict,
} from './model.ts';
import { openMail } from './service.ts';

const BATCH = 5;
/** Servers ask to retry within minutes. After the last attempt a mail is no longer useful. */
const RETRY_SECONDS = [10, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 43_200, 43_200];
/** The longest attempt. It is shorter than a claim, so that a mail is not sent twice at the same time. */
const ATTEMPT_MS = 30_000;
const CLAIM_SHARE = 0.8;
const PURGE = 'mail.purge';
/** Other forms may be read as several recipients, or as a name with another address. */
const ONE_ADDRESS = /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()[\]\\,;:"]+$/u;

declare module 'fastify' {
  interface FastifyInstance {
    /** By template: says right before a mail is sent whether it is still to be sent. */
    mailChecks: Map<MailTemplate, (mail: Pick<MailRow, 'platformId' | 'id'>) => Promise<boolean>>;
  }
}

export default fp(
  async (app) => {
    app.decorate('mailChecks', new Map());
    const { smtpUrl, isMailboxEnabled, claimSeconds } = app.config;
    app.resealing.add(PARAMETERS);
    app.jobs.work(PURGE, {}, () => purgeMails(app));
    app.jobs.schedule(PURGE, '41 6 * * *');
    if (!smtpUrl) {
      if (!isMailboxEnabled)
        app.log.warn(
          'No mail is sent: set SMTP_URL to send it, or MAILBOX=on to read it on this machine (see docs/configuration.md).',
        );
      return;
    }
    const courier: Courier = await createCourier(app.config);
    const deadlineMs = Math.min(ATTEMPT_MS, claimSeconds * 1_000 * CLAIM_SHARE);

    const sendDue = async () => {
      const rows = await app.database.jobs.list(claimDue(BATCH, claimSeconds));
      await Promise.all(rows.map((row) => handle(row)));
      return rows.length === BATCH;
    };
    const sweep = app.sweep('mail', sendDue, { waiting: DUE_MAILS });
    app.notifications.listen('feira_mail', () => sweep.wake());

    async function handle(row: MailRow): Promise<void> {
      try {
        const verdict = await deliver(row);
        await app.database.writeShared(row.platformId, finishMail(row, verdict));
        report(row, verdict);
      } catch (error) {
        // The claim expires and the mail is tried again. A mail that was sent by then is sent twice, with the same Message-ID.
        app.log.error({ err: error, mailId: row.id }, 'The state of a mail could not be written');
      }
    }

    async function deliver(row: MailRow): Promise<Verdict> {
      if (!ONE_ADDRESS.test(row.recipient)) return { state: 'FAILED', failure: 'ADDRESS' };
      if (row.ageSeconds > LIFETIMES[row.template]) return { state: 'FAILED', failure: row.failure ?? 'EXPIRED' };
      const mail = await openMail(app, row).catch((error) => {
        app.log.error({ err: error, mailId: row.id, template: row.template }, 'A mail could not be put together');
        return undefined;
      });
      if (mail === undefined) return retry(row, 'UNREADABLE');
      // Staff are invited before a platform opens.
      if (mail === null) return retry(row, 'PLATFORM_DISABLED');
      if ((await app.mailChecks.get(row.template)?.(row)) === false) return { state: 'FAILED', failure: 'WITHDRAWN' };
      try {
        await courier.send(row, mail, deadlineMs);
        return { state: 'SENT' };
      } catch (error) {
        const { failure, isFinal } = readRefusal(error);
        return isFinal ? { state: 'FAILED', failure } : retry(row, failure);
      }
    }

    function report({ id, template, attempts }: MailRow, verdict: Verdict): void {
      if (verdict.state === 'SENT') return;
      const { failure: reason } = verdict;
      // The mail waited while SMTP was not configured, so this is no error.
      if (reason === 'EXPIRED') app.log.info({ mailId: id, template }, 'A mail was too old to be sent');
      else if (reason === 'WITHDRAWN') app.log.info({ mailId: id, template }, 'A mail was not sent any more');
      else if (verdict.state === 'FAILED')
        app.log.warn({ alert: 'mail-failed', mailId: id, template, attempts, reason }, 'A mail was given up');
      else app.log.warn({ mailId: id, template, attempts, reason }, 'A mail could not be sent yet');
    }
  },
  { name: 'mail-jobs', dependencies: ['sweeps', 'jobs', 'notifications', 'data-keys', 'resealing', 'platforms'] },
);

/** Retries at growing intervals, until the mail is no longer useful. */
function retry({ attempts, ageSeconds, template }: MailRow, failure: string): Verdict {
  const retryInSeconds = RETRY_SECONDS[attempts - 1];
  return retryInSeconds === undefined || ageSeconds + retryInSeconds > LIFETIMES[template]
    ? { state: 'FAILED', failure }
    : { state: 'WAITING', failure, retryInSeconds };
}
