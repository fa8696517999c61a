/** Serves the lines that an import has refused, or that its undo has kept, as a file; and the page at which buyers go on with a subscription. */
import { SELLER } from '@feira/schemas/procedure';
import { type ExportProblemsInput, exportProblemsInput } from '@feira/schemas/procedures/imports';
import fp from 'fastify-plugin';
import type { PersonCall } from '../../plugins/procedures.ts';
import type { Person } from '../../plugins/sessions.ts';
import type { Column } from '../../shared/table.ts';
import { addAgreementPage } from './agreement-page.ts';
import { words } from './fields.ts';
import { readProblems } from './service.ts';

const PAGE = 1_000;
const HEADERS = [
  words('Linha', 'Row'),
  words('Campo', 'Field'),
  words('Valor', 'Value'),
  words('Motivo', 'Reason'),
  words('O que fazer', 'What to do'),
];

export default fp(
  async (app) => {
    await addAgreementPage(app);
    app.download<ExportProblemsInput>({
      url: '/exports/import-problems',
      summary: "The lines of one of the signed-in seller's imports that were refused or kept, as CSV or XLSX.",
      access: SELLER,
      errors: ['LOGIN_REQUIRED', 'ACCESS_DENIED', 'IMPORT_NOT_FOUND'],
      input: exportProblemsInput,
      fileName: { 'pt-BR': 'linhas-recusadas', en: 'rejected-rows' },
      open: async (request, { importId, of }) => {
        const call: PersonCall = { platform: request.platform, person: request.person as Person, request };
        const { locale } = request;
        const first = await readProblems(app, call, { importId, of }, PAGE);
        async function* batches() {
          for (let page = first; ; page = await readProblems(app, call, { importId, of, after: page.next }, PAGE)) {
            yield page.items.map(({ line, field, value, why, fix }) => [String(line), field, value, why, fix]);
            if (page.next === null) return;
          }
        }
        const columns: Column[] = HEADERS.map(({ [locale]: header }) => ({ header, kind: 'text' }));
        return { name: words('Linhas', 'Rows')[locale], locale, columns, batches: batches() };
      },
    });
  },
  { name: 'imports-routes', dependencies: ['downloads', 'database', 'locale', 'platforms', 'imports-jobs'] },
);
