/** Serves the page that ends a seller's reminders, without signing in, and the download of a seller's carts. */
import { SELLER } from '@feira/schemas/procedure';
import { type ExportCartsInput, exportCartsInput } from '@feira/schemas/procedures/abandoned-carts';
import fp from 'fastify-plugin';
import { checkPeriod } from '../../plugins/procedures.ts';
import type { Person } from '../../plugins/sessions.ts';
import { recordEvent } from '../audit/service.ts';
import { addUnsubscribePage } from '../mail/service.ts';
import { openCarts } from './exports.ts';
import { readUnsubscription, UNSUBSCRIBE_PATH } from './links.ts';
import { insertUnsubscription, stopUnsubscribed } from './model.ts';
import { UNSUBSCRIBE_PAGE } from './unsubscribe-texts.ts';

export default fp(
  async (app) => {
    await addUnsubscribePage(app, {
      url: UNSUBSCRIBE_PATH,
      texts: UNSUBSCRIBE_PAGE,
      read: (platformId, token) => readUnsubscription(app, platformId, token),
      end: (platformId, { sellerId, emailHash }) =>
        app.database.write(platformId, [
          insertUnsubscription(platformId, sellerId, emailHash),
          stopUnsubscribed(platformId, sellerId, emailHash),
        ]),
    });

    app.download<ExportCartsInput>({
      url: '/exports/abandoned-carts',
      summary: "The signed-in seller's abandoned carts, as CSV or XLSX. Documents stay out.",
      access: SELLER,
      errors: ['LOGIN_REQUIRED', 'ACCESS_DENIED', 'PERIOD_INVALID'],
      input: exportCartsInput,
      fileName: { 'pt-BR': 'carrinhos-abandonados', en: 'abandoned-carts' },
      async open(request, { format, lang: _, ...filter }) {
        checkPeriod(filter);
        const { id } = request.platform;
        const { from = null, to = null } = filter;
        // The searched text may be a person's e-mail, which the log must not hold.
        const details = { what: 'abandoned-carts', from, to, format };
        await app.database.run(id, recordEvent(id, request, { type: 'ledger.exported', details }));
        const sellerId = (request.person as Person).id;
        return openCarts(app, id, { ...filter, sellerId, now: app.clock.now() }, request.locale);
      },
    });
  },
  {
    name: 'abandoned-carts-routes',
    dependencies: ['access', 'platforms', 'locale', 'config', 'database', 'downloads', 'clock'],
  },
);
