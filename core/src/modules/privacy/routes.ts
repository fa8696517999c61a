/** Serves the copy of a person's data. Its address is signed for one session and one minute, because a link cannot ask for a password. */
import { toSaoPauloDate } from '@feira/plugin-kit';
import { EXPORTING } from '@feira/schemas/limits';
import fp from 'fastify-plugin';
import { refuseCrossSite } from '../../plugins/access.ts';
import { AppError } from '../../plugins/errors.ts';
import { recordEvent } from '../audit/service.ts';
import { writeCopy } from './copy.ts';
import { COPY_PATH, isCopyToken } from './copy-address.ts';

export default fp(
  async (app) => {
    app.route<{ Querystring: { token: string } }>({
      method: 'GET',
      url: COPY_PATH,
      config: { access: { kind: 'signedIn' }, limit: EXPORTING },
      schema: {
        summary:
          'A ZIP with all that the platform holds of the signed-in person. privacy.openCopy returns its address.',
        tags: ['exports'],
        description: 'Errors: VALIDATION_FAILED, TOO_MANY_REQUESTS, CROSS_SITE_REQUEST, LOGIN_REQUIRED, TOKEN_INVALID.',
        produces: ['application/zip'],
        querystring: {
          type: 'object',
          additionalProperties: false,
          required: ['token'],
          properties: { token: { type: 'string', maxLength: 200 } },
        },
      },
      handler: async (request, reply) => {
        refuseCrossSite(request);
        const { platform, person, locale } = request;
        if (!person || person.impersonator || !isCopyToken(app, person, request.query.token))
          throw new AppError('TOKEN_INVALID');
        const day = toSaoPauloDate(app.clock.now());
        const name = locale === 'en' ? `your-data-${day}` : `seus-dados-${day}`;
        const zip = await writeCopy(app, platform, { personId: person.id, email: person.email.toLowerCase() }, locale);
        await app.database.run(platform.id, recordEvent(platform.id, request, { type: 'privacy.copyMade' }));
        return reply
          .type('application/zip')
          .header('content-disposition', `attachment; filename="${name}.zip"`)
          .send(zip);
      },
    });
  },
  { name: 'privacy-routes', dependencies: ['access', 'clock', 'errors', 'admission', 'database', 'data-keys'] },
);
