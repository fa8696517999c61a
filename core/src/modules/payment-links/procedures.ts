import * as declared from '@feira/schemas/procedures/payment-links';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { readPage } from '../../plugins/procedures.ts';
import { drawQr } from '../../shared/draw-qr.ts';
import { OWN_LINKS, selectOwnLink } from './model.ts';
import { closePaymentLink, createPaymentLink, updatePaymentLink } from './service.ts';

export default fp(
  async (app) => {
    const findAddress = async (platformId: string) => {
      const platformUrl = await app.findPlatformUrl(platformId);
      return (linkId: string) => `${platformUrl}/checkout/${linkId}`;
    };

    app.procedure(declared.listMyPaymentLinks, async ({ input, platform, person }) => {
      const filter = { ...input, sellerId: person.id, now: app.clock.now() };
      const { rows, next } = await readPage(app, platform.id, OWN_LINKS, filter);
      const addressOf = await findAddress(platform.id);
      return { items: rows.map((row) => ({ ...row, url: addressOf(row.id) })), next };
    });

    app.procedure(declared.getMyPaymentLink, async ({ input, platform, person }) => {
      const statement = selectOwnLink(platform.id, input.linkId, person.id, app.clock.now());
      const link = await app.database.find(platform.id, statement, true);
      if (!link) throw new AppError('PAYMENT_LINK_NOT_FOUND', { fields: ['linkId'] });
      const url = (await findAddress(platform.id))(link.id);
      const qr = drawQr(url);
      return { ...link, url, qrPath: qr.path, qrSize: qr.size };
    });

    app.procedure(declared.createPaymentLink, ({ input, ...call }) => createPaymentLink(app, call, input));
    app.procedure(declared.updatePaymentLink, ({ input, ...call }) => updatePaymentLink(app, call, input));
    app.procedure(declared.closePaymentLink, ({ input, ...call }) => closePaymentLink(app, call, input));
  },
  { name: 'payment-links-procedures', dependencies: ['procedures', 'database', 'platforms'] },
);
