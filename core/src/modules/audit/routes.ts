/** Serves the download of the audit log. It is no procedure, because it streams a table of any length. */
import { AUDITOR, type ExportEventsInput, exportEventsInput } from '@feira/schemas/procedures/audit';
import fp from 'fastify-plugin';
import { resolveOperated } from '../../plugins/platforms.ts';
import { checkPeriod } from '../../plugins/procedures.ts';
import { openEvents } from './export.ts';
import { readCurrency } from './model.ts';
import { recordEvent } from './service.ts';

export default fp(
  async (app) => {
    app.download<ExportEventsInput>({
      url: '/exports/audit-log',
      summary: 'The events of the audit log that the filter of audit.listEvents finds, as CSV or XLSX.',
      access: AUDITOR,
      errors: ['LOGIN_REQUIRED', 'ACCESS_DENIED', 'PLATFORM_NOT_FOUND', 'PERIOD_INVALID'],
      input: exportEventsInput,
      fileName: { 'pt-BR': 'registro-de-atividades', en: 'activity-log' },
      open: async (request, { format, platformId, lang: _, ...filter }) => {
        checkPeriod(filter);
        const target = await resolveOperated(app, request, platformId);
        const { from = null, to = null } = filter;
        // The searched text may be personal data.
        const details = { what: 'audit-log', from, to, format };
        await app.database.run(target, recordEvent(target, request, { type: 'ledger.exported', details }));
        const currency = await readCurrency(app, target);
        return openEvents(app, target, filter, { locale: request.locale, currency });
      },
    });
  },
  { name: 'audit-routes', dependencies: ['downloads', 'database', 'platforms', 'locale'] },
);
