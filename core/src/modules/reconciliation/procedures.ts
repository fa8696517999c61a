import * as declared from '@feira/schemas/procedures/reconciliation';
import fp from 'fastify-plugin';
import { readPage } from '../../plugins/procedures.ts';
import { CASES, RUNS } from './case-model.ts';
import { resolveCase, startRun } from './service.ts';

export default fp(
  async (app) => {
    app.procedure(declared.listRuns, async ({ input, platform }) => {
      const { rows, next } = await readPage(app, platform.id, RUNS, input);
      return { items: rows, next };
    });

    app.procedure(declared.startRun, async ({ input, platform }) => ({
      runId: await startRun(app, platform.id, input.day),
    }));

    app.procedure(declared.listCases, async ({ input, platform }) => {
      const { rows, next } = await readPage(app, platform.id, CASES, input);
      return { items: rows, next };
    });

    app.procedure(declared.resolveCase, ({ input, platform, person, request }) =>
      resolveCase(app, { platform, person, request }, input),
    );
  },
  { name: 'reconciliation-procedures', dependencies: ['procedures', 'database', 'clock', 'jobs'] },
);
