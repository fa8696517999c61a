import * as declared from '@feira/schemas/procedures/refunds';
import fp from 'fastify-plugin';
import { refuseCrossSite } from '../../plugins/access.ts';
import { AppError } from '../../plugins/errors.ts';
import { parseAfter } from '../../plugins/procedures.ts';
import { cutPage } from '../../shared/page-cursor.ts';
import { keptOf } from '../payments/service.ts';
import { refundPayment } from './authorise.ts';
import { createLink, mailLink, readLink } from './buyer-links.ts';
import { decideRequest } from './decisions.ts';
import type { RequestRow } from './request-model.ts';
import { listOffered, type Offered, requestRefund } from './requests.ts';
import { obstacleOf } from './rules.ts';
import { settleRefund } from './settle.ts';
import { getRefundable, shareRefund } from './subject.ts';
import {
  countWaiting,
  type ListedRefund,
  type ListedRequest,
  type PlatformRefund,
  type RefundView,
  selectPlatformRefunds,
  selectRefunds,
  selectRefundTotal,
  selectRequests,
} from './views.ts';

const DEFAULT_LIMIT = 25;
const MOST_DAYS = 366;
const DAY_MS = 86_400_000;

function checkPeriod({ from, to }: { from?: string | undefined; to?: string | undefined }): void {
  if (!from || !to) return;
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1 || days > MOST_DAYS) throw new AppError('PERIOD_INVALID', { fields: ['to'] });
}

const toRefund = ({ createdAt, cause: _, ...view }: RefundView) => ({
  ...view,
  createdAt: createdAt.toISOString(),
  grantedAs: view.grantedAs ?? ('admin' as const),
});

const toListed = ({ microseconds: _, ...row }: ListedRefund) => toRefund(row);

const toPlatformRefund = ({ microseconds: _, createdAt, ...row }: PlatformRefund) => ({
  ...row,
  createdAt: createdAt.toISOString(),
});

const toRequest = ({ microseconds: _, publicId, refundId: __, ...row }: ListedRequest) => ({
  ...row,
  paymentId: publicId,
  decideBy: row.decideBy?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
});

const toPurchase = ({ subject, payment, basis, basisUntil, paidBy, request }: Offered) => ({
  paymentId: subject.publicId,
  title: subject.title,
  sellerName: subject.sellerName,
  amount: payment.amount,
  leftAmount: keptOf(payment),
  currency: payment.currency,
  method: payment.method,
  boughtAt: (payment.approvedAt ?? payment.createdAt).toISOString(),
  basis,
  basisUntil: basisUntil?.toISOString() ?? null,
  paidBy,
  request: request && toAsked(request),
  isReturned: keptOf(payment) === 0,
});

const toAsked = ({ protocol, state, createdAt, decideBy, answer, paidBy }: RequestRow) => ({
  protocol,
  state,
  answer,
  paidBy,
  createdAt: createdAt.toISOString(),
  decideBy: state === 'WAITING' ? (decideBy?.toISOString() ?? null) : null,
});

/** Requests that wait come first, so the cursor of a page says in which of the two parts it ended. */
const WAITING = 'w';
const OTHERS = 'o';

const parseRequestsAfter = (after: string) => ({
  ...parseAfter(after.startsWith(WAITING) || after.startsWith(OTHERS) ? after.slice(1) : ''),
  isWaiting: after.startsWith(WAITING),
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
      return {
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
      refund: toRefund(await refundPayment(app, { ...call, procedure: refundSale.name }, 'seller')),
    }));
    app.procedure(refundAny, async (call) => ({
      refund: toRefund(await refundPayment(app, { ...call, procedure: refundAny.name }, 'admin')),
    }));

    app.procedure(declared.listRefunds, async ({ input, platform, person }) => {
      const { after, limit = DEFAULT_LIMIT, currency = platform.settings.currency, ...filter } = input;
      checkPeriod(filter);
      const wanted = { ...filter, currency, ...(after && { after: parseAfter(after) }) };
      const [found, counted] = await app.database.read(platform.id, [
        selectRefunds(platform.id, person.id, wanted, limit + 1),
        selectRefundTotal(platform.id, person.id, wanted),
      ]);
      const { page, next } = cutPage((found?.rows ?? []) as ListedRefund[], limit);
      const { count = 0, total = 0 } = (counted?.rows[0] ?? {}) as { count?: number; total?: number };
      return { items: page.map(toListed), next, count, total };
    });

    app.procedure(declared.listPlatformRefunds, async ({ input, platform }) => {
      const { after, limit = DEFAULT_LIMIT, ...filter } = input;
      checkPeriod(filter);
      const wanted = { ...filter, ...(after && { after: parseAfter(after) }) };
      const [found] = await app.database.read(
        platform.id,
        [selectPlatformRefunds(platform.id, wanted, limit + 1)],
        true,
      );
      const { page, next } = cutPage((found?.rows ?? []) as PlatformRefund[], limit);
      return { items: page.map(toPlatformRefund), next };
    });

    app.procedure(declared.settleRefund, async ({ input, ...call }) => {
      await settleRefund(app, call, input);
      return {};
    });

    app.procedure(declared.listRequests, async ({ input, platform, person }) => {
      const { after, limit = DEFAULT_LIMIT, state } = input;
      const wanted = { state, ...(after && { after: parseRequestsAfter(after) }) };
      const [found, counted] = await app.database.read(
        platform.id,
        [selectRequests(platform.id, person.id, wanted, limit + 1), countWaiting(platform.id, person.id)],
        true,
      );
      const { page, next } = cutPage((found?.rows ?? []) as ListedRequest[], limit);
      const prefix = page.at(-1)?.state === 'WAITING' ? WAITING : OTHERS;
      const { waiting = 0 } = (counted?.rows[0] ?? {}) as { waiting?: number };
      return { items: page.map(toRequest), next: next && `${prefix}${next}`, waiting };
    });

    app.procedure(declared.decideRequest, async ({ input, ...call }) => {
      await decideRequest(app, call, input);
      return {};
    });

    // A page of another site must not make the platform send mails, nor use a link that its visitor has opened.
    app.procedure(declared.sendRefundLink, async ({ input, platform, request }) => {
      refuseCrossSite(request);
      await mailLink(app, { platform, request }, input.email);
      return {};
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
      const { protocol, state, basis, paidBy } = row;
      return { protocol, state, basis, paidBy, decideBy: toAsked(row).decideBy };
    });
  },
  { name: 'refunds-procedures', dependencies: ['procedures', 'database', 'platforms', 'idempotency', 'data-keys'] },
);
