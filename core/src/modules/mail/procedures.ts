import * as declared from '@feira/schemas/procedures/mail';
import fp from 'fastify-plugin';
import { resolveOperated } from '../../plugins/platforms.ts';
import { readPage } from '../../plugins/procedures.ts';
import { MAILS } from './log-model.ts';

export default fp(
  async (app) => {
    app.procedure(declared.listMails, async ({ input: { platformId, ...filter }, request }) => {
      const target = await resolveOperated(app, request, platformId);
      const { rows, next, totals } = await readPage(app, target, MAILS, filter);
      return { items: rows, next, recent: totals };
    });
  },
  { name: 'mail-procedures', dependencies: ['procedures', 'database', 'platforms'] },
);
