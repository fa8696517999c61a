import * as declared from '@feira/schemas/procedures/inbox';
import fp from 'fastify-plugin';
import { readPage } from '../../plugins/procedures.ts';
import { ITEMS, selectCounts } from './model.ts';
import { releaseItem, seesNothing, takeItem, toViewer } from './service.ts';

export default fp(
  async (app) => {
    app.procedure(declared.countItems, async ({ platform, person }) => {
      const viewer = toViewer(person);
      return {
        items: seesNothing(viewer) ? [] : await app.database.list(platform.id, selectCounts(platform.id, viewer), true),
      };
    });

    app.procedure(declared.listItems, async ({ input: { kind, ...input }, platform, person }) => {
      const viewer = toViewer(person, kind);
      if (seesNothing(viewer)) return { items: [], next: null };
      const { rows, next } = await readPage(app, platform.id, ITEMS, { ...input, viewer });
      return { items: rows, next };
    });

    app.procedure(declared.takeItem, ({ input: { fromPersonId, ...item }, ...call }) =>
      takeItem(app, call, item, fromPersonId),
    );

    app.procedure(declared.releaseItem, ({ input, ...call }) => releaseItem(app, call, input));
  },
  { name: 'inbox-procedures', dependencies: ['procedures', 'database'] },
);
