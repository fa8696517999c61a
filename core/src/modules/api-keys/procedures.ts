import * as declared from '@feira/schemas/procedures/api-keys';
import fp from 'fastify-plugin';
import { readPage } from '../../plugins/procedures.ts';
import { REQUESTS, selectKeyById, selectKeys, selectMode } from './model.ts';
import { changeKey, createKey, endKey, isKeptBy, notFound, rollKey, toKeeper } from './service.ts';

export default fp(
  async (app) => {
    app.procedure(declared.listKeys, async ({ input: { kind }, ...call }) => {
      const { id } = call.platform;
      const [keys, modes] = await app.database.read(id, [selectKeys(id, toKeeper(call, kind)), selectMode(id)], true);
      return { keys: keys.rows, mode: modes.rows[0]?.mode ?? 'TEST' };
    });

    app.procedure(declared.createKey, ({ input, ...call }) => createKey(app, call, input));

    app.procedure(declared.updateKey, ({ input, ...call }) => changeKey(app, call, input));

    app.procedure(declared.rollKey, ({ input, ...call }) => rollKey(app, call, input));

    app.procedure(declared.revokeKey, ({ input, ...call }) => endKey(app, call, input.keyId));

    app.procedure(declared.listRequests, async ({ input, ...call }) => {
      const { id } = call.platform;
      const key = await app.database.find(id, selectKeyById(id, input.keyId), true);
      if (!key || !isKeptBy(call, key)) throw notFound();
      const { rows, next } = await readPage(app, id, REQUESTS, input);
      return { items: rows, next };
    });
  },
  { name: 'api-keys-procedures', dependencies: ['procedures', 'database'] },
);
