import * as declared from '@feira/schemas/procedures/reconciliation';
import fp from 'fastify-plugin';
import { parseAfter } from '../../plugins/procedures.ts';
import { cutPage } from '../../shared/page-cursor.ts';
import { type CaseRow, type RunRow, selectCases, selectRuns } from './case-model.ts';
import { resolveCase, startRun } from './service.ts';

const DEFAULT_LIMIT = 25;

const toRun = ({ microseconds: _, startedAt, finishedAt, ...run }: RunRow) => ({
  ...run,
  startedAt: startedAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
});

const toCase = (row: CaseRow) => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  connection: row.connectionId === null ? null : { id: row.connectionId, name: row.connectionName ?? '' },
  paymentId: row.publicId,
  withdrawalId: row.withdrawalId,
  transactionId: row.transactionId,
  currency: row.currency,
  providerAmount: row.providerAmount ?? 0,
  ledgerAmount: row.ledgerAmount ?? 0,
  state: row.state,
  note: row.note,
  createdAt: row.createdAt.toISOString(),
  closedAt: row.closedAt?.toISOString() ?? null,
});

export default fp(
  async (app) => {
    app.procedure(declared.listRuns, async ({ input, platform }) => {
      const { limit = DEFAULT_LIMIT, after } = input;
      const cursor = after ? parseAfter(after) : null;
      const [result] = await app.database.read(platform.id, [selectRuns(platform.id, cursor, limit + 1)], true);
      const { page, next } = cutPage((result?.rows ?? []) as RunRow[], limit);
      return { items: page.map(toRun), next };
    });

    app.procedure(declared.startRun, async ({ input, platform }) => ({
      runId: await startRun(app, platform.id, input.day),
    }));

    app.procedure(declared.listCases, async ({ input, platform }) => {
      const { limit = DEFAULT_LIMIT, after, ...filter } = input;
      const cursor = after ? parseAfter(after) : null;
      const [result] = await app.database.read(
        platform.id,
        [selectCases(platform.id, filter, cursor, limit + 1)],
        true,
      );
      const { page, next } = cutPage((result?.rows ?? []) as CaseRow[], limit);
      return { items: page.map(toCase), next };
    });

    app.procedure(declared.resolveCase, async ({ input, platform, person, request }) => {
      await resolveCase(app, { platform, person, request }, input);
      return {};
    });
  },
  { name: 'reconciliation-procedures', dependencies: ['procedures', 'database', 'clock', 'jobs'] },
);
