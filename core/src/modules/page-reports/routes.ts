/** Takes reports of browsers about content that a policy has blocked. */
import { REPORTING } from '@feira/schemas/limits';
import { REPORTS_PATH } from '@feira/schemas/page-reports';
import fp from 'fastify-plugin';
import { countReport } from './model.ts';
import { readReports } from './report.ts';

const BODY_LIMIT = 32 * 1024;
const TYPES = ['application/csp-report', 'application/reports+json', 'application/json'];

export default fp(
  async (app) => {
    await app.register(async (reports) => {
      reports.removeAllContentTypeParsers();
      reports.addContentTypeParser(TYPES, { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) => {
        try {
          done(null, JSON.parse(body as string));
        } catch {
          done(null, null);
        }
      });
      reports.route({
        method: 'POST',
        url: REPORTS_PATH,
        bodyLimit: BODY_LIMIT,
        config: { access: { kind: 'public' }, limit: REPORTING },
        schema: { hide: true },
        handler: async ({ body, platform, log }, reply) => {
          for (const report of readReports(body)) {
            const [counted] = await app.database.write(platform.id, [countReport(platform.id, report)]);
            if (counted.rows[0]?.isNew)
              log.error({ alert: 'page-blocked', ...report }, 'The policy of a page has blocked something new');
          }
          return reply.send();
        },
      });
    });
  },
  { name: 'page-reports-routes', dependencies: ['database', 'platforms', 'access'] },
);
