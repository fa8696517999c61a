/** Writes, signs and verifies the receipt of a paid purchase. */
import { createHash } from 'node:crypto';
import type { Currency, PaymentMethod } from '@feira/schemas/common';
import { LEGAL_DAYS } from '@feira/schemas/procedures/refunds';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import type { Payment } from '../payments/model.ts';
import { findPayment } from '../payments/service.ts';
import { selectSubjectById } from '../refunds/purchase-model.ts';
import { deadlinesOf, readDeliveryDays } from '../refunds/service.ts';
import { signReceipt, verifyReceipt } from './keys.ts';
import { formatAddress, hasReceipt, type Order, readOrder } from './order-model.ts';

export type ReceiptsApp = Pick<
  FastifyInstance,
  'config' | 'database' | 'clock' | 'log' | 'outbox' | 'metrics' | 'findPlatformUrl'
>;

/** Times are ISO texts in UTC, amounts cents. */
export interface Receipt {
  /** To compare by eye; it opens nothing. */
  number: string;
  paidAt: string;
  platform: { name: string; legalName: string | null; document: string | null };
  /** Brazilian law has who sells on the internet name themselves with CNPJ or CPF. */
  seller: { name: string; document: string | null };
  buyer: { name: string; address: string | null };
  items: Order['items'];
  couponCode: string | null;
  discount: number;
  /** The cents that the payment method took off the price besides. */
  methodDiscount: number;
  freight: number;
  delivery: string | null;
  /** Interest of installments that the buyer bore. */
  interest: number;
  amount: number;
  refundedAmount: number;
  currency: Currency;
  method: PaymentMethod;
  installments: number;
  /** The number under which banks find a PIX; null for other methods, and where the provider does not tell it. */
  pixEndToEndId: string | null;
  /** The last moment to withdraw from the purchase without a reason (article 49 of Law 8.078/1990), with its days. */
  withdrawal: { days: number; until: string };
  guarantee: { days: number; until: string };
}

/** The part of a receipt that the public address shows. */
export interface Proof {
  platformId: string;
  paymentId: string;
  number: string;
  amount: number;
  currency: Currency;
  paidAt: string;
  seller: string;
}

export interface SignedReceipt {
  receipt: Receipt;
  /** The receipt as a compact JWS. */
  signature: string;
  /** The address where any reader verifies its number, amount, date and seller. */
  verifyUrl: string;
}

/** Letters and digits that cannot be mistaken for each other. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** It follows from the payment, and neither its address nor its id follows from it. */
function numberOf({ id }: Pick<Payment, 'id'>): string {
  const digest = createHash('sha256').update(`receipt|${id}`).digest().subarray(0, 10);
  const text = [...digest].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

const selectSeller = (platformId: string, paymentId: string): Statement<Receipt['seller']> => ({
  text: `SELECT person.name, person.document FROM payment p JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id
    JOIN person ON person.platform_id = s.platform_id AND person.id = s.seller_id WHERE p.platform_id = $1 AND p.id = $2`,
  values: [platformId, paymentId],
});

const END_TO_END = /^E[0-9A-Za-z]{31}$/;

/** Returns null where nothing was paid. */
export async function writeReceipt(
  app: ReceiptsApp,
  platform: PlatformContext,
  payment: Payment,
): Promise<SignedReceipt | null> {
  const { approvedAt, platformId, id, amount, currency } = payment;
  if (!approvedAt || !hasReceipt(payment)) return null;
  const [order, seller, subject] = await Promise.all([
    readOrder(app, payment),
    app.database.find(platformId, selectSeller(platformId, id), true),
    app.database.find(platformId, selectSubjectById(platformId, id), true),
  ]);
  if (!seller || !subject) throw new Error('A payment has no seller or product.');
  const { legal, guaranteed } = deadlinesOf({
    approvedAt,
    guaranteeDays: subject.guaranteeDays,
    deliveryDays: readDeliveryDays(subject.deliveryTime),
  });
  const number = numberOf(payment);
  const paidAt = approvedAt.toISOString();
  const { account } = platform.settings.customization;
  const movements = payment.evidence.flatMap(({ movementIds }) => movementIds);
  const receipt: Receipt = {
    number,
    paidAt,
    platform: { name: platform.name, legalName: account?.legalName || null, document: account?.document || null },
    seller,
    buyer: { name: order.buyerName, address: order.address && formatAddress(order.address) },
    items: order.items,
    couponCode: order.couponCode,
    discount: order.discount,
    methodDiscount: order.methodDiscount,
    freight: order.freight,
    delivery: order.delivery,
    interest: order.interest,
    amount,
    refundedAmount: payment.refundedAmount,
    currency,
    method: payment.method,
    installments: payment.installments,
    pixEndToEndId: movements.find((movement) => END_TO_END.test(movement)) ?? null,
    withdrawal: { days: LEGAL_DAYS, until: legal.toISOString() },
    guarantee: { days: Math.max(subject.guaranteeDays, LEGAL_DAYS), until: guaranteed.toISOString() },
  };
  const proof: Proof = { platformId, paymentId: id, number, amount, currency, paidAt, seller: seller.name };
  return {
    receipt,
    signature: await signReceipt(app, receipt),
    verifyUrl: `${await app.findPlatformUrl(platformId)}/receipts/${await signReceipt(app, proof)}`,
  };
}

/** Returns what a receipt of this platform proves, and whether its money has gone back since; null for any other text. */
export async function checkReceipt(
  app: ReceiptsApp,
  { id }: Pick<PlatformContext, 'id'>,
  token: string,
): Promise<(Proof & { isReturned: boolean }) | null> {
  const proof = (await verifyReceipt(app, token)) as Partial<Proof> | null;
  // A receipt itself is signed with the same key, and names no payment.
  if (!proof?.paymentId || proof.platformId !== id) return null;
  const payment = await findPayment(app, id, proof.paymentId);
  return payment && { ...(proof as Proof), isReturned: payment.status !== 'APPROVED' };
}
