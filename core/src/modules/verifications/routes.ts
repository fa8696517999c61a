/** Serves a document to the member of the team who asked for its address, and writes every look into the log. */
import { READING } from '@feira/schemas/limits';
import fp from 'fastify-plugin';
import { refuseCrossSite } from '../../plugins/access.ts';
import { AppError } from '../../plugins/errors.ts';
import { recordEvent } from '../audit/service.ts';
import { toSubject } from './deciding.ts';
import { DOCUMENT_PATH, readAddress } from './document-address.ts';
import { selectSealed } from './model.ts';
import { openFile } from './sealing.ts';
import { nameFile } from './service.ts';

/** Opened directly, a file is a document; nothing runs in it. Browsers show no PDF where the policy says `sandbox`. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

export default fp(
  async (app) => {
    app.route<{ Querystring: { token: string } }>({
      method: 'GET',
      url: DOCUMENT_PATH,
      config: {
        access: { kind: 'role', roles: ['admin'], permission: 'isValidateDocumentsAvailable' },
        limit: READING,
      },
      schema: {
        summary: 'A document of a person. verifications.openDocument returns its address.',
        tags: ['verifications'],
        description:
          'Errors: VALIDATION_FAILED, TOO_MANY_REQUESTS, CROSS_SITE_REQUEST, LOGIN_REQUIRED, ACCESS_DENIED, TOKEN_INVALID.',
        querystring: {
          type: 'object',
          additionalProperties: false,
          required: ['token'],
          properties: { token: { type: 'string', maxLength: 300 } },
        },
      },
      handler: async (request, reply) => {
        refuseCrossSite(request);
        const { platform, person } = request;
        const id = person && !person.impersonator ? readAddress(app, person, request.query.token) : null;
        const document = id && (await app.database.find(platform.id, selectSealed(platform.id, id), true));
        if (!document) throw new AppError('TOKEN_INVALID');
        const content = await openFile(app, platform.id, document);
        const { kind, mediaType } = document;
        const details = { personDocument: kind };
        const look = { type: 'verification.documentSeen', subject: toSubject(document), details } as const;
        await app.database.run(platform.id, recordEvent(platform.id, request, look));
        return reply
          .headers({
            'content-type': mediaType,
            'content-disposition': `inline; filename="${nameFile(kind, mediaType)}"`,
            'content-security-policy': POLICY,
            'x-content-type-options': 'nosniff',
            'cache-control': 'private, no-store',
          })
          .send(content);
      },
    });
  },
  { name: 'verifications-routes', dependencies: ['access', 'clock', 'errors', 'admission', 'database', 'data-keys'] },
);
