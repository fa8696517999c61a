import * as declared from '@feira/schemas/procedures/notifications';
import { topicsOf } from '@feira/schemas/rules/notification-topics';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { readPage } from '../../plugins/procedures.ts';
import { selectModes, setMode } from './mail-model.ts';
import { modeOf } from './mails.ts';
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

    app.procedure(declared.getPreferences, async ({ platform, person }) => {
      const chosen = await app.database.find(platform.id, selectModes(platform.id, person.id), true);
      const topics = topicsOf(person.roles).map((topic) => ({ topic, email: modeOf(chosen?.modes ?? {}, topic) }));
      return { topics };
    });

    app.procedure(declared.updatePreference, async ({ input: { topic, email }, platform, person }) => {
      if (person.impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
      await app.database.write(platform.id, [setMode(platform.id, person.id, topic, email)]);
    });
  },
  { name: 'notifications-procedures', dependencies: ['procedures', 'database'] },
);
