import * as declared from '@feira/schemas/procedures/disputes';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { readPage } from '../../plugins/procedures.ts';
import type { Person } from '../../plugins/sessions.ts';
import { addFile, answerDispute, removeFile } from './defence.ts';
import { selectFile, selectFiles } from './model.ts';
import { openManually } from './opening.ts';
import { correctDispute } from './outcome-corrections.ts';
import { closeByPerson } from './outcomes.ts';
import { DISPUTES, selectDetails } from './views.ts';

const STAFF_PERMISSION = 'isChargesAvailable';

/** Returns the seller whose disputes the person may see: null, every seller's, for an administrator with the permission. */
const sellerOf = ({ id, roles, permissions }: Person): string | null =>
  roles.includes('admin') && permissions.includes(STAFF_PERMISSION) ? null : id;

function refuseImpersonation({ impersonator }: Person): void {
  if (impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
}

export default fp(
  async (app) => {
    app.procedure(declared.listDisputes, async ({ input, platform, person }) => {
      const { rows, next, totals, count } = await readPage(app, platform.id, DISPUTES, {
        ...input,
        sellerId: person.id,
      });
      return { items: rows, next, count, open: totals.open };
    });

    app.procedure(declared.listCases, async ({ input, platform }) => {
      const { rows, next, totals, count } = await readPage(app, platform.id, DISPUTES, { ...input, sellerId: null });
      return { items: rows, next, count, open: totals.open };
    });

    app.procedure(declared.getDispute, async ({ input: { disputeId }, platform, person }) => {
      const [found, files] = await app.database.read(
        platform.id,
        [selectDetails(platform.id, disputeId, sellerOf(person)), selectFiles(platform.id, disputeId)],
        true,
      );
      const row = found.rows[0];
      if (!row) throw new AppError('DISPUTE_NOT_FOUND', { fields: ['disputeId'] });
      return { ...row, files: files.rows };
    });

    app.procedure(declared.getDisputeFile, async ({ input: { disputeId, fileId }, platform, person }) => {
      const [found, file] = await app.database.read(
        platform.id,
        [selectDetails(platform.id, disputeId, sellerOf(person)), selectFile(platform.id, disputeId, fileId)],
        true,
      );
      const row = file.rows[0];
      if (!found.rowCount || !row)
        throw new AppError('DISPUTE_NOT_FOUND', { fields: [found.rowCount ? 'fileId' : 'disputeId'] });
      return { ...row, content: row.content.toString('base64') };
    });

    app.procedure(declared.addDisputeFile, async ({ input, platform, person }) => {
      refuseImpersonation(person);
      const dispute = { platformId: platform.id, disputeId: input.disputeId, sellerId: sellerOf(person) };
      const file = { name: input.name, base64: input.content, addedBy: person.id };
      return { fileId: await addFile(app, dispute, file) };
    });

    app.procedure(declared.removeDisputeFile, async ({ input, platform, person }) => {
      refuseImpersonation(person);
      const dispute = { platformId: platform.id, disputeId: input.disputeId, sellerId: sellerOf(person) };
      await removeFile(app, dispute, input.fileId);
    });

    app.procedure(declared.answerDispute, async ({ input, platform, person, request }) => {
      const dispute = { platformId: platform.id, disputeId: input.disputeId, sellerId: sellerOf(person) };
      await answerDispute(app, dispute, request, input.defence);
    });

    app.procedure(declared.acceptDispute, async ({ input: { disputeId: id }, platform, person, request }) => {
      const sellerId = sellerOf(person);
      const ending = { id, outcome: 'ACCEPTED', closedBy: person.id, note: '' } as const;
      await closeByPerson(app, platform.id, { ...ending, caller: request, sellerId });
    });

    app.procedure(declared.openDispute, async ({ input, platform, request }) => ({
      disputeId: await openManually(app, platform, request, input),
    }));

    app.procedure(declared.closeDispute, async ({ input, platform, person, request }) => {
      const { disputeId: id, outcome, note = '' } = input;
      const ending = { id, outcome, closedBy: person.id, note };
      await closeByPerson(app, platform.id, { ...ending, caller: request, sellerId: null });
    });

    app.procedure(declared.correctDispute, ({ input, platform, person, request }) =>
      correctDispute(app, platform.id, request, { ...input, correctedBy: person.id }),
    );
  },
  { name: 'disputes-procedures', dependencies: ['procedures', 'database', 'clock', 'outbox'] },
);
