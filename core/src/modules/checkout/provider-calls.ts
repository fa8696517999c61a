/** Makes the call that charges, and says how it ended. */
import type { ProviderError } from '@feira/plugin-kit';
import type { TransactionRequest, TransactionResult } from '@feira/schemas/provider';
import { generateTestCpf } from '@feira/schemas/rules/cpf';
import { randomSoftDescriptor } from '@feira/schemas/rules/soft-descriptor';
import type { FastifyInstance } from 'fastify';
import { withMemo } from '../../shared/memo.ts';
import { toStorable } from '../../shared/storable.ts';
import { type Connection, callProvider } from '../connections/service.ts';
import type { ChargedMandate } from '../mandates/service.ts';
import { type Attempt, type Payment, THROTTLED } from '../payments/model.ts';
import {
  type AttemptEnded,
  ownEvidence,
  toEvidence,
  toHeldCard,
  toInstructionsOf,
  toMandateEvidence,
  toReportedExpiry,
  toSplits,
  type UnansweredCall,
} from '../payments/service.ts';
import { callOrder } from '../provider-orders/service.ts';
import { isAuthenticated } from '../risk/service.ts';
import type { Decision } from '../routing/service.ts';
import type { Charging } from './stages.ts';

const DUMMY_PHONE = '11999999999';

const FAILED_STATES = { NOT_SENT: 'NOT_SENT', REJECTED: 'REFUSED', UNKNOWN: 'UNKNOWN' } as const satisfies Record<
  string,
  UnansweredCall['state']
>;

interface Sending extends Charging {
  /** Its last attempt is the one that is made now. */
  payment: Payment;
  decision: Decision;
}

export interface Sent {
  ended: AttemptEnded;
  /** Null where the provider answered, also where it refused the card. */
  failure: { error: ProviderError; end: UnansweredCall } | null;
}

/** Reports no evidence where the answer was lost: then nothing is known. */
export async function sendCharge(app: FastifyInstance, sending: Sending): Promise<Sent> {
  const { payment, decision } = sending;
  const { connection, isProbe } = decision;
  const { mandate } = sending.call;
  const attempt = payment.attempts.at(-1) as Attempt;
  const attemptId = attempt.id;
  const call = mandate
    ? () => callMandate(sending, mandate)
    : () => callProvider(connection, 'createTransaction', toRequest(sending), payment.id);
  const outcome = await callOrder(() => app.circuits.countCall(connection, { kind: 'charge', isProbe }, call));
  const origin = { source: 'answer', attemptId, occurredAt: app.clock.now() } as const;
  if (outcome.kind === 'ANSWERED') {
    const { answer } = outcome;
    return {
      ended: {
        kind: 'ATTEMPT_ENDED',
        evidence: [(mandate ? toMandateEvidence : toEvidence)(connection.manifest, answer, origin)],
        end: {
          id: attemptId,
          state: 'ANSWERED',
          transactionId: answer.transactionId,
          card: toHeldCard(attempt, answer),
          instructions: toInstructionsOf(payment, attempt, answer),
          expiresAt: toReportedExpiry(payment.method, answer, attempt.createdAt),
          memo: answer.memo,
          agreementCode: null,
        },
      },
      failure: null,
    };
  }
  const { error } = outcome;
  const { code, outcome: known, message, status } = error;
  app.log.warn(
    { err: error, paymentId: payment.id, provider: connection.providerId },
    'A charge failed or its outcome is unknown',
  );
  const word = known === 'NOT_SENT' ? 'NOT_SENT' : 'REFUSED';
  const end = { id: attemptId, state: FAILED_STATES[known], reason: status === 429 ? THROTTLED : code };
  return {
    ended: {
      kind: 'ATTEMPT_ENDED',
      evidence: known === 'UNKNOWN' ? [] : [ownEvidence(word, { ...origin, reason: toStorable(message) })],
      end,
    },
    failure: { error, end },
  };
}

/** The buyer's bank is asked to pay on the day that is due. Its answer is like the one of any charge: nobody has paid yet. */
async function callMandate(
  { prepared, intent, call, payment, decision }: Sending,
  { mandateId, dueDate, memo }: ChargedMandate,
): Promise<TransactionResult> {
  const { name, email } = call.input;
  const { document, phone } = prepared.buyer;
  const request = {
    reference: payment.attempts.at(-1)?.id as string,
    mandateId,
    amount: prepared.amount,
    dueDate,
    customer: { name, email, ...(document && { document }), ...(phone && { phone }) },
    description: intent.items[0]?.title ?? payment.title,
    webhookUrl: decision.connection.webhookUrl,
    ...withMemo(memo),
  };
  const { mandateChargeId, ...answer } = await callProvider(decision.connection, 'chargeMandate', request, payment.id);
  return { ...answer, transactionId: mandateChargeId };
}

function toRequest(sending: Sending): TransactionRequest {
  const { call, prepared, intent, payment, decision } = sending;
  const { platform, input, customerIp } = call;
  const { offer, buyer, card } = prepared;
  const isFilled = platform.settings.fillMissingIdentity;
  const document = buyer.document ?? (isFilled ? generateTestCpf(Math.random) : undefined);
  const phone = buyer.phone ?? (isFilled ? DUMMY_PHONE : undefined);
  const reference = payment.attempts.at(-1)?.id as string;
  const splits = payment.terms ? toSplits(payment.terms, reference, prepared.amount) : undefined;
  return {
    reference,
    orderId: intent.sale.id,
    amount: prepared.amount,
    currency: offer.coin,
    paymentMethod: input.paymentMethod,
    customer: { name: input.name, email: input.email, ...(document && { document }), ...(phone && { phone }) },
    items: intent.items.map((item, index) => ({
      id: item.orderBumpId ?? item.offerId,
      title: item.quantity > 1 ? `${item.quantity} × ${item.title}` : item.title,
      // Providers compare the items with the amount: freight and interest travel with the first, so its pieces are told as one.
      unitPrice: index === 0 ? prepared.amount - sumOfItems(intent.items.slice(1)) : item.unitPrice,
      quantity: 1,
      tangible: item.isTangible,
    })),
    description: payment.title,
    installments: prepared.installments,
    ...card?.input,
    ...(payment.attempts.at(-1)?.isHold && { authorizeOnly: true }),
    ...(isAuthenticated(payment.terms) && { authenticate: true }),
    ...toAgreement(sending),
    userId: offer.sellerId,
    ...(offer.sellerDocument && { userDocument: offer.sellerDocument }),
    webhookUrl: decision.connection.webhookUrl,
    ...(hasNextSteps(decision.connection, payment) && { returnUrl: toReturnUrl(sending) }),
    checkoutUrl: prepared.checkoutUrl,
    ...(input.referer && { referrerUrl: input.referer }),
    customerIp,
    ...(intent.sale.address && { address: intent.sale.address }),
    ...(splits && { splits }),
    ...(input.fingerPrints && { fingerPrints: input.fingerPrints }),
    softDescriptor: platform.settings.softDescriptor ?? randomSoftDescriptor(Math.random),
    expiresAt: payment.expiresAt.toISOString(),
  };
}

/** Providers that tell such charges apart learn who starts a charge of a subscription's card, and under which agreement of the buyer. */
function toAgreement({
  call,
  prepared,
  intent,
  decision,
}: Sending): Pick<TransactionRequest, 'initiator' | 'agreement'> {
  const { agreements } = decision.connection.manifest.capabilities.methods?.CREDIT_CARD ?? {};
  if (!agreements || !prepared.card || !intent.subscription) return {};
  return { agreement: intent.subscription.id, initiator: call.renewal?.initiator ?? 'BUYER' };
}

/** Others are not told the address of a payment's page. */
const hasNextSteps = ({ manifest }: Connection, { method }: Payment): boolean =>
  manifest.capabilities.methods?.[method]?.redirect !== undefined;

/** Without a query, because providers add theirs in ways of their own. */
const toReturnUrl = ({ call, prepared, payment }: Sending): string =>
  new URL(`/checkout/payment/${payment.publicId}/return/${call.locale ?? 'pt-BR'}`, prepared.checkoutUrl).href;

const sumOfItems = (items: readonly { unitPrice: number }[]) => items.reduce((sum, item) => sum + item.unitPrice, 0);
