/** Serves a full export part by part. Its address is signed for one session and one minute, because a link cannot ask for a password. */

import { Readable } from 'node:stream';
import { toSaoPauloDate } from '@feira/plugin-kit';
import { EXPORTING } from '@feira/schemas/limits';
import { SELLER } from '@feira/schemas/procedure';
import fp from 'fastify-plugin';
import { refuseCrossSite } from '../../plugins/access.ts';
import { AppError } from '../../plugins/errors.ts';
import { recordEvent } from '../audit/service.ts';
import { selectPart } from './model.ts';
import { EXPORT_PATH, getReady, readAddress } from './service.ts';

export default fp(
  async (app) => {
    app.route<{ Querystring: { token: string } }>({
      method: 'GET',
      url: EXPORT_PATH,
      config: { access: SELLER, limit: EXPORTING },
      schema: {
        summary: 'A ZIP with everything that the signed-in seller has. fullExports.openExport returns its address.',
        tags: ['exports'],
        description:
          'Errors: VALIDATION_FAILED, TOO_MANY_REQUESTS, CROSS_SITE_REQUEST, LOGIN_REQUIRED, ACCESS_DENIED, TOKEN_INVALID, FULL_EXPORT_NOT_FOUND.',
        produces: ['application/zip'],
        querystring: {
          type: 'object',
          additionalProperties: false,
          required: ['token'],
          properties: { token: { type: 'string', maxLength: 300 } },
        },
      },
      handler: async (request, reply) => {
        refuseCrossSite(request);
        const { platform, person, locale } = request;
        const id = person && !person.impersonator ? readAddress(app, person, request.query.token) : null;
        if (!person || !id) throw new AppError('TOKEN_INVALID');
        const { bytes } = await getReady(app, platform.id, person.id, id);
        await app.database.run(platform.id, recordEvent(platform.id, request, { type: 'fullExport.downloaded' }));
        async function* parts(exportId: string) {
          for (let number = 0; ; number += 1) {
            const part = await app.database.find(platform.id, selectPart(platform.id, exportId, number), true);
            if (!part) return;
            yield part.content;
          }
        }
        const day = toSaoPauloDate(app.clock.now());
        const name = locale === 'en' ? `everything-${day}` : `tudo-${day}`;
        return reply
          .type('application/zip')
          .headers({
            'content-length': Number(bytes),
            'content-disposition': `attachment; filename="${name}.zip"`,
            'cache-control': 'private, no-store',
          })
          .send(Readable.from(parts(id)));
      },
    });
  },
  { name: 'full-exports-routes', dependencies: ['access', 'clock', 'errors', 'admission', 'database'] },
);
