/** Serves the downloads of lists of subscriptions. They are no procedures, because they stream a table of any length. */
import { adminWith, SELLER } from '@feira/schemas/procedure';
import {
  type ExportPlatformSubscriptionsInput,
  type ExportSubscriptionsInput,
  exportPlatformSubscriptionsInput,
  exportSubscriptionsInput,
} from '@feira/schemas/procedures/subscriptions';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { checkPeriod } from '../../plugins/procedures.ts';
import type { Person } from '../../plugins/sessions.ts';
import { recordEvent } from '../audit/service.ts';
import { openSubscriptions } from './exports.ts';

const ERRORS = ['LOGIN_REQUIRED', 'ACCESS_DENIED', 'PERIOD_INVALID'] as const;
const FILE_NAME = { 'pt-BR': 'assinaturas', en: 'subscriptions' };

export default fp(
  async (app) => {
    app.sellerTables.add({
      file: 'subscriptions',
      about: { 'pt-BR': 'Assinaturas.', en: 'Subscriptions.' },
      open: ({ platform, sellerId, locale }) =>
        openSubscriptions(app, platform.id, { sellerId }, { locale, hasSeller: false }),
    });

    async function open(request: FastifyRequest, input: ExportPlatformSubscriptionsInput, sellerId: string | null) {
      const { format, lang: _, ...filter } = input;
      checkPeriod(filter);
      const { from = null, to = null } = filter;
      // The searched text may be a person's e-mail, which the log must not hold.
      const details = { what: 'subscriptions', from, to, format };
      const { id } = request.platform;
      await app.database.run(id, recordEvent(id, request, { type: 'ledger.exported', details }));
      const people = { locale: request.locale, hasSeller: sellerId === null };
      return openSubscriptions(app, id, { ...filter, sellerId }, people);
    }

    app.download<ExportSubscriptionsInput>({
      url: '/exports/subscriptions',
      summary: "The signed-in seller's subscriptions, as CSV or XLSX.",
      access: SELLER,
      errors: ERRORS,
      input: exportSubscriptionsInput,
      fileName: FILE_NAME,
      open: (request, input) => open(request, input, (request.person as Person).id),
    });

    app.download<ExportPlatformSubscriptionsInput>({
      url: '/exports/platform-subscriptions',
      summary: 'The subscriptions of all sellers of the platform, or of one, as CSV or XLSX.',
      access: adminWith('isSalesAvailable'),
      errors: ERRORS,
      input: exportPlatformSubscriptionsInput,
      fileName: FILE_NAME,
      open: (request, input) => open(request, input, input.sellerId ?? null),
    });
  },
  { name: 'subscriptions-routes', dependencies: ['downloads', 'database', 'locale', 'platforms', 'seller-tables'] },
);
