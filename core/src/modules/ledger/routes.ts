/** Serves the downloads of the ledger. They are no procedures, because they stream a table of any length. */
import { CURRENCIES } from '@feira/schemas/common';
import { adminWith, EARNERS } from '@feira/schemas/procedure';
import {
  type ExportAccountingInput,
  type ExportStatementInput,
  exportAccountingInput,
  exportStatementInput,
} from '@feira/schemas/procedures/balances';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { checkPeriod } from '../../plugins/procedures.ts';
import type { Person } from '../../plugins/sessions.ts';
import { recordEvent } from '../audit/service.ts';
import { openAccounting, openStatement } from './exports.ts';

const ERRORS = ['LOGIN_REQUIRED', 'ACCESS_DENIED', 'PERIOD_INVALID'] as const;

export default fp(
  async (app) => {
    for (const currency of CURRENCIES)
      app.sellerTables.add({
        file: `statement-${currency}`,
        about: {
          'pt-BR': `Extrato do saldo em ${currency}, com o saldo depois de cada movimento.`,
          en: `Statement of the balance in ${currency}, with the balance after each movement.`,
        },
        open: ({ platform, sellerId: personId, locale }) =>
          openStatement(app, platform.id, { personId, currency }, locale),
      });

    const auditExport = (request: FastifyRequest, details: Record<string, unknown>) =>
      app.database.run(
        request.platform.id,
        recordEvent(request.platform.id, request, { type: 'ledger.exported', details }),
      );

    app.download<ExportAccountingInput>({
      url: '/exports/accounting',
      summary: "Every entry of the platform's ledger in a period, for its accountant, as CSV or XLSX.",
      access: adminWith('isDashboardAvailable'),
      errors: ERRORS,
      input: exportAccountingInput,
      fileName: { 'pt-BR': 'contabilidade', en: 'accounting' },
      async open(request, { from, to, format, currency = request.platform.settings.currency }) {
        checkPeriod({ from, to });
        await auditExport(request, { what: 'accounting', from, to, currency, format });
        return openAccounting(app, request.platform.id, { from, to, currency }, request.locale);
      },
    });

    app.download<ExportStatementInput>({
      url: '/exports/statement',
      summary: "Every movement of the signed-in person's balance in a period, as CSV or XLSX.",
      access: EARNERS,
      errors: ERRORS,
      input: exportStatementInput,
      fileName: { 'pt-BR': 'extrato', en: 'statement' },
      async open(request, { from, to, kind, format, currency = request.platform.settings.currency }) {
        checkPeriod({ from, to });
        await auditExport(request, { what: 'statement', from, to, currency, format, kind: kind ?? null });
        const { id: personId } = request.person as Person;
        return openStatement(app, request.platform.id, { personId, currency, from, to, kind }, request.locale);
      },
    });
  },
  { name: 'ledger-routes', dependencies: ['downloads', 'database', 'seller-tables'] },
);
