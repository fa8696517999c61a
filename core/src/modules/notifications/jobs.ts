import fp from 'fastify-plugin';
import { claimDue, DUE_MAILS, type DueRow } from './mail-model.ts';
import { mailDue } from './mails.ts';
import { purgeNotifications } from './model.ts';
import { claimPushes, DUE_PUSHES, type DuePush } from './push-model.ts';
import { createPushes } from './pushes.ts';
import { notifySeller } from './service.ts';

const SELLERS = 'notifications.tell-seller';
const PURGE = 'notifications.purge';
/** Rows of the queue of mails claimed at a time. */
const MAILS = 100;
/** Messages to browsers under way at a time. */
const PUSHES = 20;
/** About the number of approvals in a busy second. */
const BATCH = 200;

export default fp(
  async (app) => {
    app.outbox.subscribe({
      types: ['payment.approved', 'payment.refunded', 'payment.chargeback'],
      queue: SELLERS,
      handle: (event) => notifySeller(app, event),
      atOnce: BATCH,
    });
    app.jobs.work(PURGE, {}, () => purgeNotifications(app));
    app.jobs.schedule(PURGE, '51 6 * * *');
    const mailAll = async () => {
      const rows = await app.database.jobs.list(claimDue(MAILS, app.config.claimSeconds));
      await Promise.all(rows.map((row) => handle(row)));
      return rows.length === MAILS;
    };
    const sweep = app.sweep('notification-mails', mailAll, { waiting: DUE_MAILS });
    app.notifications.listen('feira_notification_mail', () => sweep.wake());

    const { pushDue, close } = createPushes(app);
    app.addHook('onClose', close);
    const pushAll = async () => {
      const rows = await app.database.jobs.list(claimPushes(PUSHES, app.config.claimSeconds));
      await Promise.all(rows.map((row) => handlePush(row)));
      return rows.length === PUSHES;
    };
    const pushes = app.sweep('notification-pushes', pushAll, { waiting: DUE_PUSHES });
    app.notifications.listen('feira_notification_push', () => pushes.wake());

    async function handle(row: DueRow): Promise<void> {
      try {
        await mailDue(app, row);
      } catch (error) {
        // The claim expires and the row is tried again.
        app.log.error({ err: error, notificationId: row.notificationId }, 'A notification could not be mailed');
      }
    }

    async function handlePush(row: DuePush): Promise<void> {
      try {
        await pushDue(row);
      } catch (error) {
        // The claim expires and the row is tried again. The browser shows a message that it gets twice once.
        app.log.error({ err: error, notificationId: row.notificationId }, 'A notification could not be pushed');
      }
    }
  },
  {
    name: 'notifications-jobs',
    dependencies: ['jobs', 'outbox', 'sweeps', 'notifications', 'data-keys', 'platforms', 'clock'],
  },
);
