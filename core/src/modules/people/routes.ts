/** The export is a route, not a procedure, because it streams a file. */
import { Readable } from 'node:stream';
import { toSaoPauloDate } from '@feira/plugin-kit';
import { type ExportUsersInput, exportUsersInput } from '@feira/schemas/procedures/people';
import fp from 'fastify-plugin';
import { refuseCrossSite } from '../../plugins/access.ts';
import { recordEvent } from '../audit/service.ts';
import { writeUsers } from './export.ts';
import { seekPeople } from './search.ts';

export default fp(
  async (app) => {
    app.route<{ Querystring: ExportUsersInput }>({
      method: 'GET',
      url: '/api/people.exportUsers',
      config: { access: { kind: 'role', roles: ['admin'], permission: 'isExportUsersAvailable' } },
      schema: {
        operationId: 'people.exportUsers',
        summary: 'Every user that the filter of people.listUsers finds, as a CSV file.',
        tags: ['people'],
        description: 'Errors: VALIDATION_FAILED, LOGIN_REQUIRED, ACCESS_DENIED, CROSS_SITE_REQUEST.',
        produces: ['text/csv'],
        querystring: exportUsersInput,
      },
      handler: async (request, reply) => {
        // A link on another site must not make an administrator's browser download all users.
        refuseCrossSite(request);
        const { platform, person, locale } = request;
        const { role, status, search } = request.query;
        const hasDocuments = person?.permissions.includes('isUserDocumentsAvailable') ?? false;
        await app.database.write(platform.id, [
          recordEvent(platform.id, request, {
            type: 'people.exported',
            // The search text may be personal data, so the event only records that there was one.
            details: { role: role ?? null, status: status ?? null, isSearched: Boolean(search?.trim()), hasDocuments },
          }),
        ]);
        const sought = await seekPeople(app, platform.id, search, { seesDocuments: hasDocuments });
        const wanted = { filter: { role, status, ...sought }, locale, hasDocuments };
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="users-${toSaoPauloDate(app.clock.now())}.csv"`)
          .send(Readable.from(writeUsers(app, platform.id, wanted)));
      },
    });
  },
  { name: 'people-routes', dependencies: ['procedures', 'database', 'clock'] },
);
