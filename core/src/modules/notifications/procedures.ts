import * as declared from '@feira/schemas/procedures/notifications';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { parseAfter } from '../../plugins/procedures.ts';
import { cutPage } from '../../shared/page-cursor.ts';
import { countUnread, markAsRead, type NotificationRow, selectNotifications } from './model.ts';

const DEFAULT_LIMIT = 20;

export default fp(
  async (app) => {
    app.procedure(declared.listNotifications, async ({ input, platform, person }) => {
      const { limit = DEFAULT_LIMIT, after } = input;
      const [found, counted] = await app.database.read(
        platform.id,
        [
          selectNotifications(platform.id, person.id, after ? parseAfter(after) : null, limit + 1),
          countUnread(platform.id, person.id),
        ],
        // What was just marked as read must not come back unread.
        true,
      );
      const { page, next } = cutPage((found?.rows ?? []) as NotificationRow[], limit);
      const notifications = page.map(({ microseconds: _, createdAt, ...notification }) => ({
        ...notification,
        createdAt: createdAt.toISOString(),
      }));
      const { unread = 0 } = (counted?.rows[0] ?? {}) as { unread?: number };
      return { notifications, unread, next };
    });

    app.procedure(declared.markRead, async ({ input, platform, person }) => {
      // Whoever looks on must not take the news from the person it is for.
      if (person.impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
      await app.database.writeShared(platform.id, markAsRead(platform.id, person.id, input.ids ?? null));
      return {};
    });
  },
  { name: 'notifications-procedures', dependencies: ['procedures', 'database'] },
);
