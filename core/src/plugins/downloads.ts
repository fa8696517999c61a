/** Serves tables as files to people with the right to them, only on the platform's own pages and with a rate limit. */
import { toSaoPauloDate } from '@feira/plugin-kit';
import type { Locale } from '@feira/schemas/common';
import { EXPORTING } from '@feira/schemas/limits';
import type { Access } from '@feira/schemas/procedure';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { TABLE_TYPES, type Table, type TableFormat, writeTable } from '../shared/table.ts';
import { refuseCrossSite } from './access.ts';

export interface Download<Query> {
  url: string;
  summary: string;
  access: Access;
  /** Codes of the error catalogue besides VALIDATION_FAILED. */
  errors: readonly string[];
  /** The schema of the query: an object schema with the property `format`. */
  input: object;
  /** The name of the file, without day and ending. */
  fileName: Record<Locale, string>;
  /** Refuses, records who took it, and says what the table is; its rows are read afterwards. */
  open(request: FastifyRequest, query: Query, reply: FastifyReply): Promise<Table>;
}

declare module 'fastify' {
  interface FastifyInstance {
    download<Query extends { format: TableFormat }>(download: Download<Query>): void;
  }
}

export default fp(
  async (app) => {
    app.decorate('download', ({ url, summary, access, errors, input, fileName, open }) => {
      app.route<{ Querystring: never }>({
        method: 'GET',
        url,
        config: {
          access,
          limit: EXPORTING,
        },
        schema: {
          summary,
          tags: ['exports'],
          description: `Errors: ${['VALIDATION_FAILED', 'TOO_MANY_REQUESTS', 'CROSS_SITE_REQUEST', ...errors].join(', ')}.`,
          produces: Object.values(TABLE_TYPES),
          querystring: input,
        },
        handler: async (request, reply) => {
          // A link on another site must not make a person's browser download that person's data.
          refuseCrossSite(request);
          const query = request.query as Parameters<typeof open>[1];
          const table = await open(request, query, reply);
          const name = `${fileName[request.locale]}-${toSaoPauloDate(app.clock.now())}.${query.format}`;
          return reply
            .type(TABLE_TYPES[query.format])
            .header('content-disposition', `attachment; filename="${name}"`)
            .send(writeTable(table, query.format));
        },
      });
    });
  },
  { name: 'downloads', dependencies: ['access', 'clock', 'errors', 'admission', 'procedures'] },
);
