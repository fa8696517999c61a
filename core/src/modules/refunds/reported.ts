/** Applies what a provider tells of single refunds of a charge, in answers to lookups and in events. */

import { AWAITING_AUTHORISATION, DENIED } from '@feira/schemas/procedures/refunds';
import type { ReportedRefund } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import type { Payment, Refund } from '../payments/model.ts';
import { applyCommand } from '../payments/service.ts';
import { POLL_SECONDS, setRefundState } from './model.ts';

type Told = Pick<ReportedRefund, 'status' | 'reason'>;

/** Returns the part of a provider's word that is stored as the reason of its refund. */
export function reasonOf({ status, reason }: Told): string | null {
  if (status === 'AWAITING') return AWAITING_AUTHORISATION;
  return status === 'DENIED' ? DENIED : (reason ?? null);
}

/** The longest that lists show. */
const MAX_REASON = 500;

/** Returns why a refund was denied, in the provider's own words. */
export const providerReasonOf = ({ status, reason }: Told): string | null =>
  status === 'DENIED' ? (reason?.slice(0, MAX_REASON) ?? null) : null;

export const isReported = (
  { id, providerRefundId }: Pick<Refund, 'id' | 'providerRefundId'>,
  { reference, refundId }: Pick<ReportedRefund, 'reference' | 'refundId'>,
): boolean => (reference === undefined ? refundId !== undefined && refundId === providerRefundId : reference === id);

/** Takes our own refunds of an attempt's charge to where the provider says that they are. Repeated, it changes nothing. */
export async function applyReportedRefunds(
  app: FastifyInstance,
  payment: Payment,
  attemptId: string,
  reported: readonly ReportedRefund[],
): Promise<Payment> {
  let current = payment;
  for (const refund of payment.refunds.filter((item) => item.attemptId === attemptId)) {
    const told = reported.find((item) => isReported(refund, item));
    if (told) current = await applyOne(app, current, refund, told);
  }
  return current;
}

async function applyOne(
  app: FastifyInstance,
  payment: Payment,
  { id, state, reason: known }: Refund,
  told: ReportedRefund,
): Promise<Payment> {
  if (state === 'DONE' || state === 'REFUSED') return payment;
  const reason = reasonOf(told);
  const providerRefundId = told.refundId ?? null;
  if (told.status === 'PENDING' || told.status === 'AWAITING') {
    if (state === 'PENDING' && known === reason) return payment;
    const from = ['REQUESTED', 'SENDING', 'PENDING', 'UNKNOWN'] as const;
    const change = { from, to: 'PENDING', reason, providerRefundId, inSeconds: POLL_SECONDS } as const;
    await setRefundState(app, payment.platformId, id, change);
    return payment;
  }
  const end = told.status === 'DONE' ? ('DONE' as const) : ('REFUSED' as const);
  const after = await applyCommand(app, payment, {
    kind: 'REFUND_ENDED',
    end: { id, state: end, reason, providerReason: providerReasonOf(told), providerRefundId },
  });
  if (end === 'REFUSED')
    app.log.error(
      { alert: 'refund-refused', paymentId: payment.id, refundId: id, reason },
      'The provider refused to give money back',
    );
  return after;
}
