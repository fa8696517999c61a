import { MAX_PERIOD_DAYS } from '@feira/schemas/options';
import * as declared from '@feira/schemas/procedures/disputes';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Statement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { parseAfter } from '../../plugins/procedures.ts';
import type { Person } from '../../plugins/sessions.ts';
import { type PageCursor, writeCursor } from '../../shared/page-cursor.ts';
import { correctDispute } from './correction.ts';
import { addFile, answer, removeFile } from './defence.ts';
import { countOpen, type DisputeFilter, type DisputeRow, selectDetails, selectHalf } from './lists.ts';
import { type FileType, selectFile, selectFiles } from './model.ts';
import { openByHand } from './opening.ts';
import { endCase } from './outcomes.ts';

const DEFAULT_LIMIT = 25;
const DAY_MS = 86_400_000;
const STAFF_PERMISSION = 'isChargesAvailable';

/** Whose cases somebody reaches: an administrator who looks after charges those of everybody, else their own. */
const sellerOf = ({ id, roles, permissions }: Person): string | null =>
  roles.includes('admin') && permissions.includes(STAFF_PERMISSION) ? null : id;

function refuseImpersonation({ impersonator }: Person): void {
  if (impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
}

function checkPeriod({ from, to }: { from?: string | undefined; to?: string | undefined }): void {
  if (!from || !to) return;
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1 || days > MAX_PERIOD_DAYS) throw new AppError('PERIOD_INVALID', { fields: ['to'] });
}

const toItem = (row: DisputeRow) => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  paymentId: row.paymentId,
  title: row.title,
  buyerName: row.buyerName,
  seller: { id: row.sellerId, name: row.sellerName, email: row.sellerEmail },
  method: row.method,
  amount: row.amount,
  heldAmount: row.heldAmount,
  currency: row.currency,
  reason: row.reason,
  dueAt: row.dueAt.toISOString(),
  openedAt: row.openedAt.toISOString(),
  answeredAt: row.answeredAt?.toISOString() ?? null,
  closedAt: row.closedAt?.toISOString() ?? null,
});

/** A page that ended among those that wait goes on there. */
const WAITING = 'w';
const OTHERS = 'o';

function parsePlace(after: string): { half: 'WAITING' | 'OTHERS'; cursor: PageCursor } {
  const half = after.startsWith(WAITING) ? 'WAITING' : 'OTHERS';
  return { half, cursor: parseAfter(half === 'WAITING' || after.startsWith(OTHERS) ? after.slice(1) : '') };
}

async function listPage(
  app: Pick<FastifyInstance, 'database'>,
  platformId: string,
  {
    filter,
    after,
    limit = DEFAULT_LIMIT,
  }: { filter: DisputeFilter; after?: string | undefined; limit?: number | undefined },
) {
  checkPeriod(filter);
  const place = after === undefined ? null : parsePlace(after);
  const halves: Statement[] = [];
  if (place?.half !== 'OTHERS')
    halves.push(selectHalf(platformId, 'WAITING', filter, place?.cursor ?? null, limit + 1));
  const later = place?.half === 'OTHERS' ? place.cursor : null;
  halves.push(selectHalf(platformId, 'OTHERS', filter, later, limit + 1));
  const results = await app.database.read(platformId, [countOpen(platformId, filter.sellerId), ...halves]);
  const rows = results.slice(1).flatMap((result) => result.rows as DisputeRow[]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = rows.length > limit && last ? `${last.state === 'OPEN' ? WAITING : OTHERS}${writeCursor(last)}` : null;
  return { items: page.map(toItem), next, open: results[0]?.rows[0].open as number };
}

export default fp(
  async (app) => {
    app.procedure(declared.listDisputes, ({ input: { after, limit, ...filter }, platform, person }) =>
      listPage(app, platform.id, { filter: { ...filter, sellerId: person.id }, after, limit }),
    );

    app.procedure(declared.listCases, ({ input: { after, limit, ...filter }, platform }) =>
      listPage(app, platform.id, { filter: { ...filter, sellerId: null }, after, limit }),
    );

    app.procedure(declared.getDispute, async ({ input: { disputeId }, platform, person }) => {
      const [found, files] = await app.database.read(
        platform.id,
        [selectDetails(platform.id, disputeId, sellerOf(person)), selectFiles(platform.id, disputeId)],
        true,
      );
      const row = found.rows[0];
      if (!row) throw new AppError('DISPUTE_NOT_FOUND', { fields: ['disputeId'] });
      const shown = files.rows;
      return {
        ...toItem(row),
        defence: row.defence,
        note: row.note,
        providerReference: row.providerReference,
        files: shown.map((file) => ({ ...file, createdAt: file.createdAt.toISOString() })),
      };
    });

    app.procedure(declared.getDisputeFile, async ({ input: { disputeId, fileId }, platform, person, reply }) => {
      reply.header('x-content-type-options', 'nosniff');
      const [found, file] = await app.database.read(
        platform.id,
        [selectDetails(platform.id, disputeId, sellerOf(person)), selectFile(platform.id, disputeId, fileId)],
        true,
      );
      const row = file.rows[0] as { name: string; mediaType: FileType; content: Buffer } | undefined;
      if (!found?.rowCount || !row)
        throw new AppError('DISPUTE_NOT_FOUND', { fields: [found?.rowCount ? 'fileId' : 'disputeId'] });
      return { ...row, content: row.content.toString('base64') };
    });

    app.procedure(declared.addDisputeFile, async ({ input, platform, person }) => {
      refuseImpersonation(person);
      const own = { platformId: platform.id, disputeId: input.disputeId, sellerId: sellerOf(person) };
      const file = { name: input.name, base64: input.content, addedBy: person.id };
      return { fileId: await addFile(app, own, file) };
    });

    app.procedure(declared.removeDisputeFile, async ({ input, platform, person }) => {
      refuseImpersonation(person);
      const own = { platformId: platform.id, disputeId: input.disputeId, sellerId: sellerOf(person) };
      await removeFile(app, own, input.fileId);
    });

    app.procedure(declared.answerDispute, async ({ input, platform, person, request }) => {
      const own = { platformId: platform.id, disputeId: input.disputeId, sellerId: sellerOf(person) };
      await answer(app, own, request, input.defence);
    });

    app.procedure(declared.acceptDispute, async ({ input: { disputeId: id }, platform, person, request }) => {
      const sellerId = sellerOf(person);
      const ending = { id, outcome: 'ACCEPTED', closedBy: person.id, note: '' } as const;
      await endCase(app, platform.id, { ...ending, caller: request, sellerId });
    });

    app.procedure(declared.openDispute, async ({ input, platform, request }) => ({
      disputeId: await openByHand(app, platform, request, input),
    }));

    app.procedure(declared.closeDispute, async ({ input, platform, person, request }) => {
      const { disputeId: id, outcome, note = '' } = input;
      const ending = { id, outcome, closedBy: person.id, note: note.trim() };
      await endCase(app, platform.id, { ...ending, caller: request, sellerId: null });
    });

    app.procedure(declared.correctDispute, ({ input, platform, person, request }) =>
      correctDispute(app, platform.id, request, { ...input, correctedBy: person.id }),
    );
  },
  { name: 'disputes-procedures', dependencies: ['procedures', 'database', 'clock', 'outbox'] },
);
