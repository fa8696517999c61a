/** Serves every list of lists.ts as a file: the rows that its procedure answers to the same person and filter, page by page. */
import type { Procedure } from '@feira/schemas/procedure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Table, TableFormat } from '../../shared/table.ts';
import { recordEvent } from '../audit/service.ts';
import { LIST_FILES, type ListFile, toColumn, toValue } from './lists.ts';

const PAGE = 100;

export default fp(
  async (app) => {
    for (const file of LIST_FILES)
      app.download<Record<string, string> & { format: TableFormat }>({
        url: `/exports/${file.procedure.name}`,
        summary: `The rows of ${file.procedure.name}, as CSV or XLSX.`,
        access: file.procedure.access,
        errors: file.procedure.errors,
        input: toInput(file.procedure),
        fileName: file.name,
        open: (request, query, reply) => open(app, request, reply, file, query),
      });
  },
  { name: 'exports-routes', dependencies: ['downloads', 'database', 'procedures'] },
);

/** Returns the input of the list without its pages, and the format of the file. */
function toInput({ input }: Procedure) {
  const { properties, ...rest } = input as { properties: Record<string, unknown>; required?: string[] };
  const { after: _after, limit: _limit, ...filter } = properties;
  return {
    ...rest,
    required: [...(rest.required ?? []), 'format'],
    properties: {
      ...filter,
      format: { type: 'string', enum: ['csv', 'xlsx'] },
      lang: { type: 'string', maxLength: 20 },
    },
  };
}

async function open(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { procedure, rows, name, fields }: ListFile,
  { format, lang: _, ...filter }: Record<string, string> & { format: TableFormat },
): Promise<Table> {
  const { locale, platform } = request;
  const read = async (after: string | null) =>
    (await app.callQuery(procedure, request, reply, { ...filter, limit: PAGE, ...(after && { after }) })) as Record<
      string,
      object[]
    > & { next: string | null };
  // The first page is read before anything is sent, so that a refusal is still an answer.
  const first = await read(null);
  const { from = null, to = null } = filter;
  // The searched text may be personal data, which the log must not hold.
  const details = { what: name.en, from, to, format };
  await app.database.run(platform.id, recordEvent(platform.id, request, { type: 'ledger.exported', details }));
  async function* batches() {
    for (let page = first; ; page = await read(page.next)) {
      yield page[rows]!.map((row) => fields.map((path) => toValue(row, path, locale)));
      if (!page.next) return;
    }
  }
  return { name: name[locale], locale, columns: fields.map((path) => toColumn(path, locale)), batches: batches() };
}
