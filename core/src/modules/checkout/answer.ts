/** Keeps the answer of a purchase: every repeat of a call under its idempotency key gets the same. */
import { createHash } from 'node:crypto';
import { ERRORS } from '@feira/schemas/error-catalogue';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { signToken } from '../../shared/signed-token.ts';
import { type Connection, findConnection } from '../connections/service.ts';
import { type Payment, THROTTLED } from '../payments/model.ts';
import { awaitsReview, checkPayment, mayBeCharged, waitsForCards } from '../payments/service.ts';
import { keepAnswer, selectAnswer } from './model.ts';
import { type OrderPage, readOrderPage } from './order-page.ts';
import type { PurchaseCall, PurchaseInput, PurchaseOutput } from './stages.ts';
import { toPaymentView } from './view.ts';

export const PROCEDURE = 'checkout.purchase';

export const hashRequest = (input: PurchaseInput): Buffer => createHash('sha256').update(canonical(input)).digest();

/** The names of card and device are made anew for each try, and each tab has come from elsewhere: they say nothing about what is bought. */
const MADE_ANEW = new Set([
  'token',
  'creditCardId',
  'fingerPrints',
  'abandonedCartId',
  'referer',
  'adConsent',
  'pageView',
]);

/** The same fields in another order are the same request. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (key, item) => {
    if (MADE_ANEW.has(key)) return undefined;
    if (item === null || typeof item !== 'object' || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)));
  });

export type Answer = { status: 200; body: PurchaseOutput } | { status: number; body: { code: 'PAYMENT_REFUSED' } };

/**
 * A refused card is a result the buyer can act on, and so is one whose charge may still appear: the page says so. Any other refusal
 * is an error of the purchase.
 */
export function toAnswer(
  app: FastifyInstance,
  payment: Payment,
  page: OrderPage,
  connection: Connection | null,
): Answer {
  const isRefused = payment.status === 'REJECTED' && !payment.isProvisional;
  const last = payment.attempts.at(-1);
  const isAnswered = payment.method === 'CREDIT_CARD' && last?.state === 'ANSWERED';
  const isRequestRefused = last?.state === 'REFUSED' || last?.reason === THROTTLED;
  const isCardRefusal = isAnswered || (mayBeCharged(payment) && !isRequestRefused);
  if (isRefused && !isCardRefusal) return { status: ERRORS.PAYMENT_REFUSED.status, body: { code: 'PAYMENT_REFUSED' } };
  const view = toPaymentView(app, payment, page, connection, { isPage: false });
  return {
    status: 200,
    body: {
      paymentId: payment.publicId,
      method: payment.method,
      status: view.status,
      payment: view,
      upsellToken: signToken(app.config.encryptionKey, 'upsell', payment.publicId),
    },
  };
}

export function unwrap(answer: Answer): PurchaseOutput {
  if ('code' in answer.body) throw new AppError(answer.body.code);
  return answer.body;
}

const findAnswer = async (app: FastifyInstance, { platform, idempotencyKey }: PurchaseCall) =>
  (await app.database.read(platform.id, [selectAnswer(platform.id, PROCEDURE, idempotencyKey)], true))[0].rows[0];

/** Returns whether the key was used before, so that the call is a repeated one. */
export const isRepeated = async (app: FastifyInstance, call: PurchaseCall): Promise<boolean> =>
  (await findAnswer(app, call)) !== undefined;

/**
 * Returns the first answer of a repeated call, or null when the key is new. Where the first call never finished, the repeated one
 * asks the provider as the janitor would, and answers with what there is.
 */
export async function replayAnswer(
  app: FastifyInstance,
  call: PurchaseCall,
  requestHash: Buffer,
): Promise<PurchaseOutput | null> {
  const { platform, idempotencyKey } = call;
  const known = await findAnswer(app, call);
  if (!known) return null;
  if (!requestHash.equals(known.requestHash))
    throw new AppError('IDEMPOTENCY_KEY_REUSED', { fields: ['idempotency-key'] });
  call.reply?.header('idempotency-replayed', 'true');
  if (known.responseStatus !== null)
    return unwrap({ status: known.responseStatus, body: known.responseBody } as Answer);
  const payment = (await checkPayment(app, platform.id, known.paymentId, { isOnlyWhenLost: true }))?.payment;
  const isAsking = payment && waitsForCards(payment) && !awaitsReview(payment, payment.evidence);
  if (!payment || payment.attempts.at(-1)?.state === 'CREATED' || isAsking)
    throw new AppError('IDEMPOTENCY_KEY_IN_USE');
  const connection = await findConnection(app, platform.id, payment.attempts.at(-1)?.connectionId ?? '');
  const answer = toAnswer(app, payment, await readOrderPage(app, payment), connection);
  const [kept] = await app.database.write(platform.id, [keepAnswer(platform.id, PROCEDURE, idempotencyKey, answer)]);
  const stored = kept?.rows[0];
  return unwrap({ status: stored?.responseStatus, body: stored?.responseBody } as Answer);
}
