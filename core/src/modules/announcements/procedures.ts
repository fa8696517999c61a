import * as declared from '@feira/schemas/procedures/announcements';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { readPage } from '../../plugins/procedures.ts';
import { ANNOUNCEMENTS, markSeen } from './model.ts';
import { announce, end } from './service.ts';

export default fp(
  async (app) => {
    app.procedure(declared.listAnnouncements, async ({ input, platform }) => {
      const { rows, next } = await readPage(app, platform.id, ANNOUNCEMENTS, input);
      return { items: rows, next };
    });

    app.procedure(declared.createAnnouncement, async ({ input, ...call }) => ({
      announcementId: await announce(app, call, input),
    }));

    app.procedure(declared.endAnnouncement, ({ input, ...call }) => end(app, call, input.announcementId));

    app.procedure(declared.markSeen, async ({ input, platform, person }) => {
      if (person.impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
      await app.database.write(platform.id, [markSeen(platform.id, person.id, input.announcementId)]);
    });
  },
  { name: 'announcements-procedures', dependencies: ['procedures', 'database', 'platforms', 'clock'] },
);
