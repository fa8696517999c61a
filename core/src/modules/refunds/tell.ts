/** Tells people how a refund ended: the buyer when their money is back, whoever gave it when it could not be. */
import { AREA_PATHS } from '@feira/schemas/addresses';
import type { FastifyInstance } from 'fastify';
import { runStatement, runStatements, type Statement } from '../../plugins/database.ts';
import { prepareMail } from '../mail/service.ts';
import { prepareNotification } from '../notifications/service.ts';
import { type EndedRow, takeEnded } from './model.ts';

/** Delivered at least once: the second time there is nobody left to tell. */
export async function tellEnd(app: FastifyInstance, platformId: string, refundId: string): Promise<void> {
  const platform = await app.findPlatform(platformId);
  if (!platform) return;
  await app.database.transaction(platformId, async (transaction) => {
    const [row] = await runStatement<EndedRow>(transaction, takeEnded(platformId, refundId));
    if (!row) return;
    const { title, amount, currency, method, buyerName: name, buyerEmail: to } = row;
    const news: Statement[] =
      row.state === 'REFUSED'
        ? tellFailure(platformId, refundId, row)
        : [
            await prepareMail(app, platformId, {
              ...{ to, locale: platform.settings.locale, template: 'refund-done' },
              parameters: { name, title, amount, currency, method },
            }),
          ];
    await runStatements(transaction, news);
  });
}

function tellFailure(platformId: string, refundId: string, row: EndedRow): Statement[] {
  const { title, buyerName, amount, currency, sellerId, grantedBy } = row;
  const notification = {
    type: 'refund.failed',
    parameters: { title, buyerName, amount, currency },
    source: `refund:${refundId}:failed`,
  } as const;
  const others = grantedBy && grantedBy !== sellerId ? [grantedBy] : [];
  return [
    prepareNotification(platformId, sellerId, { ...notification, href: `${AREA_PATHS.seller}/refunds` }),
    ...others.map((id) => prepareNotification(platformId, id, { ...notification, href: null })),
  ];
}
