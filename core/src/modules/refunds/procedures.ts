import * as declared from '@feira/schemas/procedures/refunds';
import fp from 'fastify-plugin';
import { refuseCrossSite } from '../../plugins/access.ts';
import { AppError } from '../../plugins/errors.ts';
import { readPage } from '../../plugins/procedures.ts';
import { keptOf } from '../payments/service.ts';
import { refundPayment } from './authorise.ts';
import { createLink, mailLink, readLink } from './buyer-links.ts';
import { decideRequest, grantRequest } from './decisions.ts';
import { repeatRefund } from './repeat.ts';
import type { RequestRow } from './request-model.ts';
import { listOffered, type Offered, requestRefund } from './requests.ts';
import { obstacleOf } from './rules.ts';
import { settleRefund } from './settle.ts';
import { getRefundable, shareRefund } from './subject.ts';
import { PLATFORM_REFUNDS, PLATFORM_REQUESTS, REQUESTS, SELLERS_REFUNDS, selectRefundsOfSales } from './views.ts';

const toPurchase = ({ subject, payment, ground, groundUntil, paidBy, request }: Offered) => ({
  paymentId: subject.publicId,
  title: subject.title,
  sellerName: subject.sellerName,
  amount: payment.amount,
  leftAmount: keptOf(payment),
  currency: payment.currency,
  method: payment.method,
  boughtAt: payment.approvedAt ?? payment.createdAt,
  ground,
  groundUntil,
  paidBy,
  request: request && toAsked(request),
  isReturned: keptOf(payment) === 0,
});

const toAsked = ({ protocol, state, createdAt, decideBy, answer, paidBy }: RequestRow) => ({
  protocol,
  state,
  answer,
  paidBy,
  createdAt,
  decideBy: state === 'WAITING' ? decideBy : null,
});

export default fp(
  async (app) => {
    app.procedure(declared.getRefundable, async ({ input, platform, person }) => {
      const isStaff = person.roles.includes('admin') && person.permissions.includes('isSalesAvailable');
      const { subject, payment, support } = await getRefundable(
        app,
        platform.id,
        input.paymentId,
        isStaff ? null : person.id,
      );
      const obstacle = obstacleOf(payment, support, app.clock.now());
      const kept = keptOf(payment);
      const amount = Math.min(input.amount ?? kept, kept);
      if (input.amount !== undefined && input.amount > kept)
        throw new AppError('REFUND_TOO_LARGE', { fields: ['amount'] });
      const isSeller = subject.sellerId === person.id;
      const own = shareRefund(payment, kept, isSeller).find(({ role }) => role === (isSeller ? 'seller' : 'PLATFORM'));
      const { saleId, title, buyerName, sellerId, sellerName } = subject;
      return {
        sale: { saleId, title, buyerName, sellerId, sellerName, method: payment.method, boughtAt: payment.createdAt },
        currency: payment.currency,
        paidAmount: payment.amount,
        returnedAmount: payment.amount - kept,
        refundable: obstacle ? 0 : kept,
        isPartialPossible: support === 'partial',
        obstacle,
        ownShare: own?.amount ?? 0,
        shares: shareRefund(payment, amount, isSeller),
      };
    });

    const { refundSale, refundPayment: refundAny } = declared;
    app.procedure(refundSale, async (call) => ({
      refund: await refundPayment(app, { ...call, procedure: refundSale.name }, 'seller'),
    }));
    app.procedure(refundAny, async (call) => ({
      refund: await refundPayment(app, { ...call, procedure: refundAny.name }, 'admin'),
    }));

    app.procedure(declared.listRefunds, async ({ input, platform, person }) => {
      const filter = { currency: platform.settings.currency, ...input, sellerId: person.id };
      const { rows, next, totals } = await readPage(app, platform.id, SELLERS_REFUNDS, filter);
      return { items: rows, next, ...totals };
    });

    app.expander('refunds', (platformId, sellerId, saleIds) =>
      app.database.list(platformId, selectRefundsOfSales(platformId, sellerId, saleIds)),
    );

    app.procedure(declared.listPlatformRefunds, async ({ input, platform }) => {
      const { rows, next, count } = await readPage(app, platform.id, PLATFORM_REFUNDS, input);
      return { items: rows, next, count };
    });

    app.procedure(declared.settleRefund, ({ input, ...call }) => settleRefund(app, call, input));

    app.procedure(declared.repeatRefund, ({ input, ...call }) => repeatRefund(app, call, input));

    app.procedure(declared.listRequests, async ({ input, platform, person }) => {
      const { rows, next, totals } = await readPage(app, platform.id, REQUESTS, { ...input, sellerId: person.id });
      return { items: rows, next, ...totals };
    });

    app.procedure(declared.listPlatformRequests, async ({ input, platform }) => {
      const { rows, next, count } = await readPage(app, platform.id, PLATFORM_REQUESTS, input);
      return { items: rows, next, count };
    });

    app.procedure(declared.decideRequest, ({ input, ...call }) => decideRequest(app, call, input));

    app.procedure(declared.grantRequest, ({ input, ...call }) => grantRequest(app, call, input.requestId));

    // A page of another site must neither make the platform send mails nor use a link that its visitor has opened.
    app.procedure(declared.sendRefundLink, async ({ input, platform, request }) => {
      refuseCrossSite(request);
      await mailLink(app, { platform, request }, input.email);
    });

    app.procedure(declared.openRefundPage, async ({ platform, person, reply }) => {
      reply.header('cache-control', 'no-store');
      return { token: await createLink(app, platform, person) };
    });

    app.procedure(declared.listRefundable, async ({ input, platform, request, reply }) => {
      refuseCrossSite(request);
      reply.header('cache-control', 'no-store');
      const email = await readLink(app, { platform, request }, input.token);
      return { email, purchases: (await listOffered(app, platform.id, email)).map(toPurchase) };
    });

    app.procedure(declared.requestRefund, async ({ input: { token, ...wanted }, platform, request, reply }) => {
      refuseCrossSite(request);
      reply.header('cache-control', 'no-store');
      const visit = { platform, request };
      const row = await requestRefund(app, visit, await readLink(app, visit, token), wanted);
      const { protocol, state, ground, paidBy } = row;
      return { protocol, state, ground, paidBy, decideBy: toAsked(row).decideBy };
    });
  },
  { name: 'refunds-procedures', dependencies: ['procedures', 'database', 'platforms', 'idempotency', 'data-keys'] },
);
