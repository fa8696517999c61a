import * as declared from '@feira/schemas/procedures/receivers';
import { documentType, normalizeDocument } from '@feira/schemas/rules/document';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { runStatement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { parseAfter } from '../../plugins/procedures.ts';
import { cutPage } from '../../shared/page-cursor.ts';
import { recordEvent } from '../audit/service.ts';
import { listConnections } from '../connections/service.ts';
import { adoptReceiver, createReceiver } from './creation.ts';
import type { DocumentRow } from './document-model.ts';
import { createLink, readDocuments, sendDocument } from './documents.ts';
import {
  type Applicant,
  type ListedRow,
  type ReceiverRow,
  selectApplicant,
  selectOfPerson,
  selectPage,
  writeAnswer,
} from './model.ts';

const DEFAULT_LIMIT = 25;
const NO_FORM = { type: 'object', required: [], properties: {} };

const toReceiver = (row: ReceiverRow) => ({
  id: row.id,
  connectionId: row.connectionId,
  receiverProvider: row.provider,
  receiverId: row.receiverId,
  status: row.status,
  state: row.state,
  providerStatus: row.providerStatus,
  reason: row.reason,
  createdAt: row.createdAt.toISOString(),
});

const toListed = (row: ListedRow) => ({
  ...toReceiver(row),
  person: row.personId ? { id: row.personId, name: row.personName ?? '', email: row.personEmail ?? '' } : null,
});

const toDocument = (row: DocumentRow) => ({
  id: row.id,
  title: row.title,
  description: row.description,
  status: row.status,
  providerStatus: row.providerStatus,
  reason: row.reason,
  takesFile: row.takesFile,
  hasLink: row.hasLink,
  files: row.files,
  sentAt: row.sentAt?.toISOString() ?? null,
});

const toDocuments = ({ askedAt, rows }: Awaited<ReturnType<typeof readDocuments>>) => ({
  askedAt: askedAt?.toISOString() ?? null,
  documents: rows.map(toDocument),
});

const listOpening = async (app: FastifyInstance, platformId: string) =>
  [...(await listConnections(app, platformId)).values()]
    .filter(({ isEnabled, manifest }) => isEnabled && manifest.operations.includes('createReceiver'))
    .map(({ id, providerId, manifest }) => ({
      id,
      provider: providerId,
      name: manifest.name,
      form: { ...(manifest.receiverFields ?? NO_FORM) },
    }));

export default fp(
  async (app) => {
    app.procedure(declared.listReceivers, async ({ input, platform }) => {
      const { limit = DEFAULT_LIMIT, after, ...filter } = input;
      const wanted = { ...filter, ...(after && { after: parseAfter(after) }) };
      const [result] = await app.database.read(platform.id, [selectPage(platform.id, wanted, limit + 1)], true);
      const { page, next } = cutPage((result?.rows ?? []) as ListedRow[], limit);
      return { items: page.map(toListed), next, connections: await listOpening(app, platform.id) };
    });

    app.procedure(declared.listOwnReceivers, async ({ platform, person }) => {
      const [result, applicant] = await app.database.read(
        platform.id,
        [selectOfPerson(platform.id, person.id), selectApplicant(platform.id, person.id)],
        true,
      );
      const receivers = ((result?.rows ?? []) as ReceiverRow[]).map(toReceiver);
      const document = (applicant?.rows[0] as Applicant | undefined)?.document ?? '';
      return {
        receivers,
        connections: await listOpening(app, platform.id),
        documentType: documentType(normalizeDocument(document)),
      };
    });

    app.procedure(declared.createReceiver, async ({ input, platform, request }) =>
      toReceiver(await createReceiver(app, platform.id, request, input)),
    );

    app.procedure(declared.createOwnReceiver, async ({ input, platform, person, request }) =>
      toReceiver(await createReceiver(app, platform.id, request, { ...input, personId: person.id })),
    );

    app.procedure(declared.adoptReceiver, async ({ input, platform, request }) => {
      const { personId = null, ...account } = input;
      return toReceiver(await adoptReceiver(app, platform.id, request, { ...account, personId }));
    });

    app.procedure(declared.discardReceiver, async ({ input: { id }, platform, request }) => {
      await app.database.transaction(platform.id, async (transaction) => {
        const nothing = { receiverId: null, receiverToken: null, providerStatus: null, nextCheckAt: null };
        const answer = { ...nothing, state: 'REFUSED', status: 'REJECTED', reason: 'NOT_OPENED' } as const;
        const [row] = await runStatement<ReceiverRow>(transaction, writeAnswer(platform.id, id, ['UNKNOWN'], answer));
        if (!row) throw new AppError('RECEIVER_NOT_FOUND', { fields: ['id'] });
        await runStatement(
          transaction,
          recordEvent(platform.id, request, {
            type: 'receiver.discarded',
            subject: { type: 'receiver', id, name: row.provider },
            details: { provider: row.provider, connectionId: row.connectionId, personId: row.personId },
          }),
        );
      });
      return {};
    });

    app.procedure(declared.listDocuments, async ({ input: { id }, platform }) =>
      toDocuments(await readDocuments(app, platform.id, id, null)),
    );

    app.procedure(declared.listOwnDocuments, async ({ input: { id }, platform, person }) =>
      toDocuments(await readDocuments(app, platform.id, id, person.id)),
    );

    app.procedure(declared.sendDocument, async ({ input: { documentId, name, content }, platform, request }) =>
      toDocument(await sendDocument(app, platform.id, request, { documentId, name, base64: content, owner: null })),
    );

    app.procedure(declared.sendOwnDocument, async ({ input, platform, person, request }) => {
      const { documentId, name, content } = input;
      const file = { documentId, name, base64: content, owner: person.id };
      return toDocument(await sendDocument(app, platform.id, request, file));
    });

    app.procedure(declared.createOwnDocumentLink, async ({ input: { documentId }, platform, person }) =>
      createLink(app, platform.id, documentId, person.id),
    );
  },
  { name: 'receivers-procedures', dependencies: ['procedures', 'database', 'clock'] },
);
