import * as declared from '@feira/schemas/procedures/notifications';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { readPage } from '../../plugins/procedures.ts';
import { markAsRead, NOTIFICATIONS } from './model.ts';

export default fp(
  async (app) => {
    app.procedure(declared.listNotifications, async ({ input, platform, person }) => {
      const { rows, next, totals } = await readPage(app, platform.id, NOTIFICATIONS, { ...input, personId: person.id });
      return { notifications: rows, next, unread: totals.unread };
    });

    app.procedure(declared.markRead, async ({ input, platform, person }) => {
      // An administrator who impersonates a person must not mark that person's notifications as read.
      if (person.impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
      await app.database.writeShared(platform.id, markAsRead(platform.id, person.id, input.ids ?? null));
    });
  },
  { name: 'notifications-procedures', dependencies: ['procedures', 'database'] },
);
