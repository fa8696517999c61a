/** Serves the downloads of lists of sales. They are no procedures, because they stream a table of any length. */
import { adminWith, SELLER } from '@feira/schemas/procedure';
import {
  type ExportPlatformSalesInput,
  type ExportSalesInput,
  exportPlatformSalesInput,
  exportSalesInput,
} from '@feira/schemas/procedures/sales';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { checkPeriod } from '../../plugins/procedures.ts';
import type { Person } from '../../plugins/sessions.ts';
import { recordEvent } from '../audit/service.ts';
import { openSales } from './exports.ts';

const ERRORS = ['LOGIN_REQUIRED', 'ACCESS_DENIED', 'PERIOD_INVALID'] as const;
const FILE_NAME = { 'pt-BR': 'vendas', en: 'sales' };

export default fp(
  async (app) => {
    app.sellerTables.add({
      file: 'sales',
      about: {
        'pt-BR': 'Vendas com taxas, comissões, líquido, afiliado e UTMs.',
        en: 'Sales with fees, commissions, net, affiliate and UTMs.',
      },
      open: ({ platform, sellerId, locale }) => openSales(app, platform.id, { sellerId }, { locale, hasSeller: false }),
    });

    async function open(request: FastifyRequest, input: ExportPlatformSalesInput, sellerId: string | null) {
      const { format, lang: _, ...filter } = input;
      checkPeriod(filter, Number.POSITIVE_INFINITY);
      const { from = null, to = null } = filter;
      // The searched text may be a person's document, which the log must not hold.
      const details = { what: 'sales', from, to, format };
      await app.database.run(
        request.platform.id,
        recordEvent(request.platform.id, request, { type: 'ledger.exported', details }),
      );
      const people = { locale: request.locale, hasSeller: sellerId === null };
      return openSales(app, request.platform.id, { ...filter, sellerId }, people);
    }

    app.download<ExportSalesInput>({
      url: '/exports/sales',
      summary: "The signed-in seller's sales, as CSV or XLSX.",
      access: SELLER,
      errors: ERRORS,
      input: exportSalesInput,
      fileName: FILE_NAME,
      open: (request, input) => open(request, input, (request.person as Person).id),
    });

    app.download<ExportPlatformSalesInput>({
      url: '/exports/platform-sales',
      summary: 'The sales of all sellers of the platform, or of one, as CSV or XLSX.',
      access: adminWith('isSalesAvailable'),
      errors: ERRORS,
      input: exportPlatformSalesInput,
      fileName: FILE_NAME,
      open: (request, input) => open(request, input, input.sellerId ?? null),
    });
  },
  { name: 'sales-routes', dependencies: ['downloads', 'database', 'seller-tables'] },
);
