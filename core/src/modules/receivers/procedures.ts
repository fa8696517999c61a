import * as declared from '@feira/schemas/procedures/receivers';
import { documentType, normalizeDocument } from '@feira/schemas/rules/document';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { readPage } from '../../plugins/procedures.ts';
import { recordEvent } from '../audit/service.ts';
import { listConnections } from '../connections/service.ts';
import { listVerified } from '../verifications/service.ts';
import { adoptReceiver, createReceiver } from './creation.ts';
import { DOCUMENTS } from './document-model.ts';
import { createLink, readDocuments, sendDocument } from './documents.ts';
import { RECEIVERS, type ReceiverRow, selectApplicant, selectOfPerson, writeAnswer } from './model.ts';

const NO_FORM = { type: 'object', required: [], properties: {} };

const toReceiver = (row: ReceiverRow) => ({ ...row, receiverProvider: row.provider });

const toDocuments = ({ askedAt, rows }: Awaited<ReturnType<typeof readDocuments>>) => ({ askedAt, documents: rows });

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
      const { rows, next } = await readPage(app, platform.id, RECEIVERS, input);
      const items = rows.map((row) => ({ ...toReceiver(row), person: row.person }));
      return { items, next, connections: await listOpening(app, platform.id) };
    });

    app.procedure(declared.listPlatformDocuments, async ({ input, platform }) => {
      const { rows, next, count } = await readPage(app, platform.id, DOCUMENTS, input);
      return { items: rows, next, count };
    });

    app.procedure(declared.listOwnReceivers, async ({ platform, person }) => {
      const [result, applicant] = await app.database.read(
        platform.id,
        [selectOfPerson(platform.id, person.id), selectApplicant(platform.id, person.id)],
        true,
      );
      const receivers = result.rows.map(toReceiver);
      const document = applicant.rows[0]?.document ?? '';
      return {
        receivers,
        connections: await listOpening(app, platform.id),
        verified: await listVerified(app, platform.id, person.id),
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
        const row = await transaction.find(writeAnswer(platform.id, id, ['UNKNOWN'], answer));
        if (!row) throw new AppError('RECEIVER_NOT_FOUND', { fields: ['id'] });
        await transaction.run(
          recordEvent(platform.id, request, {
            type: 'receiver.discarded',
            subject: { type: 'receiver', id, name: row.provider },
            details: { provider: row.provider, connectionId: row.connectionId, personId: row.personId },
          }),
        );
      });
    });

    app.procedure(declared.listDocuments, async ({ input: { id }, platform }) =>
      toDocuments(await readDocuments(app, platform.id, id, null)),
    );

    app.procedure(declared.listOwnDocuments, async ({ input: { id }, platform, person }) =>
      toDocuments(await readDocuments(app, platform.id, id, person.id)),
    );

    app.procedure(declared.sendDocument, async ({ input: { documentId, name, content }, platform, request }) =>
      sendDocument(app, platform.id, request, { documentId, name, base64: content, owner: null }),
    );

    app.procedure(declared.sendOwnDocument, async ({ input, platform, person, request }) => {
      const { documentId, name, content } = input;
      const file = { documentId, name, base64: content, owner: person.id };
      return sendDocument(app, platform.id, request, file);
    });

    app.procedure(declared.createOwnDocumentLink, async ({ input: { documentId }, platform, person }) =>
      createLink(app, platform.id, documentId, person.id),
    );
  },
  { name: 'receivers-procedures', dependencies: ['procedures', 'database', 'clock'] },
);
