/** Reads and writes the rows of mails. The table is their queue and, without an SMTP server, the local mailbox. */

import type { Currency, Locale, PaymentMethod } from '@feira/schemas/common';
import type { DeclineAdvice } from '@feira/schemas/declines';
import type { Role } from '@feira/schemas/procedure';
import type { Wording } from '@feira/schemas/rules/buyer-mails';
import type { MailedType } from '@feira/schemas/rules/notification-topics';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import type { SealedColumn } from '../../plugins/resealing.ts';
import { ERASED_DOMAIN } from '../../shared/erased.ts';
import { writeEach } from '../../shared/merge.ts';
import { ofWholePlatform } from '../../shared/statement.ts';
import type { Counter } from '../velocity/model.ts';

/** Cents of a charge of a subscription, and the time from one to the next: in months where they are given, and otherwise in days. */
export interface MailedPlan {
  amount: number;
  frequencyInDays: number;
  months?: number | null;
}

/** The parameters of each mail. Links open accounts; times are ISO texts in UTC. */
export interface MailParameters {
  'verify-email': { name: string; link: string };
  /** For a registration with an e-mail that has an account. The link leads to the login page. */
  'account-exists': { name: string; link: string };
  'recover-password': { name: string; link: string };
  /** A link without a token is for a person who has a password, and leads to the login page. */
  invitation: { name: string; link: string; platformName: string; role: Role };
  'magic-link': { link: string };
  'change-email': { name: string; link: string };
  /** `newEmail` is masked, because this mail goes to the former address. */
  'email-changed': { name: string; newEmail: string };
  'erasure-asked': { name: string; link: string };
  /** Goes to an address that is overwritten once the mail has left, so it names nobody. */
  'erasure-done': Record<string, never>;
  'erasure-refused': { reason: string };
  'password-changed': { name: string; link: string };
  'new-device': { name: string; device: string; ip: string; time: string };
  'second-factor-changed': { name: string; isOn: boolean };
  /** For masters and administrators, about another one who may open more than before. */
  'access-widened': { name: string; person: string; by: string; link: string };
  'passkey-changed': { name: string; passkey: string; isAdded: boolean };
  /** `label` hides most of the key or account. `usableAt` is when money can first go there. */
  'payout-destination-added': { name: string; label: string; usableAt: string; link: string };
  /** `platformName` is the platform of the connection; the mail may come from its operator. */
  'certificate-expiring': { name: string; connection: string; platformName: string; expiresAt: string; link: string };
  /** Goes to an address whether or not an account has it, and says the same to both. */
  /** Asks the buyer of a subscription of another platform to go on with it here. */
  'subscription-moved': {
    name: string;
    seller: string;
    title: string;
    amount: number;
    currency: Currency;
    nextDueAt: string;
    link: string;
  };
  'contract-offered': {
    sellerName: string;
    title: string;
    basisPoints: number;
    isRegistrationOpen: boolean;
    link: string;
  };
  'refund-link': { link: string };
  /** Proves to the buyer that and when they asked. `decideBy` is empty when no decision is needed any more. */
  'refund-requested': RefundNews & {
    ground: 'LAW' | 'GUARANTEE' | 'LATE';
    state: 'WAITING' | 'GRANTED' | 'DECLINED';
    decideBy: string;
  };
  /** `answer` is the seller's text; empty when there is none. */
  'refund-decided': RefundNews & { state: 'WAITING' | 'GRANTED' | 'DECLINED'; answer: string };
  /** The answer to a charge was lost, and nothing was charged. */
  'payment-not-charged': BuyerNews;
  /** A refund that the buyer was told is granted did not happen: the provider refused it, or nobody authorised it there. */
  'refund-failed': BuyerNews;
  'refund-done': BuyerNews & { method: PaymentMethod };
  /** `code` is what the buyer pastes into the bank's app. `link` leads to the payment page. */
  'pix-created': PurchaseNews & { code: string; expiresAt: string };
  /** `billetLink` opens the boleto's document; empty where its provider has none. */
  'billet-created': PurchaseNews & { code: string; billetLink: string; expiresAt: string };
  /**
   * `isLate`: it was paid after its time, and accepted. `accessLink` opens what was bought; empty where there is nothing to open. `plan`: the
   * charges that follow in a subscription. `isDeliveredBySeller`: there is nothing to open here, because the seller delivers elsewhere. Earlier
   * versions wrote neither.
   */
  'payment-approved': PurchaseNews & {
    items: string[];
    method: PaymentMethod;
    isLate: boolean;
    accessLink: string;
    plan?: MailedPlan & { nextChargeAt: string };
    isDeliveredBySeller?: boolean;
  };
  /**
   * `link` leads back to the offer, or to the payment's page where a refused card has next steps. `mayBeCharged`: the charge may still appear.
   * `advice`: what to say of a refused card; earlier versions did not write it.
   */
  'payment-refused': PurchaseNews & {
    method: PaymentMethod;
    mayBeCharged: boolean;
    advice?: DeclineAdvice;
  };
  /** `keptUntil`: until then a new code costs the same; empty where none is made. */
  'payment-expired': PurchaseNews & { method: PaymentMethod; keptUntil: string };
  'payment-expiring': PurchaseNews & { method: PaymentMethod; code: string; expiresAt: string };
  /** The buyer's bank pays a charge of PIX Automático on `dueDate` (YYYY-MM-DD), without an act of the buyer. */
  'mandate-notice': PurchaseNews & { dueDate: string };
  /** `link` leads to the carrier's page where `isTracked`, else to the payment page. `trackingCode` is empty where there is none. */
  'order-shipped': PurchaseNews & { carrier: string; trackingCode: string; isTracked: boolean };
  'order-delivered': PurchaseNews;
  /** The fiscal invoice. `pdf` and `xml` are addresses; empty where there is none. `link` leads to the payment page. */
  'invoice-issued': PurchaseNews & { number: string; pdf: string; xml: string };
  /**
   * A step of the recovery of an abandoned cart, in the seller's words. `link` opens the filled checkout until `endsAt`; `coupon` is empty
   * where the step brings none, and `amount` is null where the cart had none.
   */
  'cart-reminder': {
    name: string;
    title: string;
    seller: string;
    amount: number | null;
    currency: Currency;
    supportEmail: string;
    coupon: string;
    wording: Wording;
    link: string;
    endsAt: string;
    unsubscribeLink: string;
  };
  /**
   * The news of a subscription. `link` opens the buyer's page of it. `at` is the time that the step names, in UTC; empty where there is
   * none. `advice`: what to say of a refused card.
   */
  'subscription-news': BuyerNews & {
    step:
      | 'BEGUN'
      | 'TRIAL_BEGUN'
      | 'TRIAL_ENDING'
      | 'CARD_REFUSED'
      | 'CARD_EXPIRING'
      | 'CARD_UNUSABLE'
      | 'CARD_CHANGED'
      | 'CODES_CHOSEN'
      | 'AGREEMENT_ENDED'
      | 'PIX_OFFERED'
      | 'REMINDER'
      | 'CANCEL_ORDERED'
      | 'PAUSED'
      | 'RESUMED'
      | 'PRICE_CHANGED'
      | 'PLAN_CHANGED'
      | 'PLAN_ORDERED'
      | 'ENDED';
    at: string;
    lastDigits: string;
    advice?: DeclineAdvice;
    /** The plan that holds; left out where the news is about another one, and by earlier versions. */
    plan?: MailedPlan;
    link: string;
  };
  /** A question of a buyer to a seller. `orderCode` is empty before a purchase. The seller's reply goes to `replyTo`, the buyer. */
  'buyer-question': {
    buyerName: string;
    title: string;
    orderCode: string;
    paragraphs: string[];
    replyTo: string;
    link: string;
  };
  /** A notification of the bell. `amount` is null where there is none; `dueAt` and `reason` are empty. */
  notice: {
    name: string;
    type: MailedType;
    title: string;
    amount: number | null;
    currency: Currency;
    dueAt: string;
    reason: string;
    link: string;
    unsubscribeLink: string;
  };
  /** An announcement of a platform to its people. `hasLink`: the link is the announcement's own; otherwise it leads to the account. */
  announcement: {
    name: string;
    title: string;
    paragraphs: string[];
    link: string;
    hasLink: boolean;
    unsubscribeLink: string;
  };
  'notice-summary': { name: string; lines: SummaryLine[]; link: string; unsubscribeLink: string };
  /** `code` asks for exactly what is missing; left out where there is none. */
  /** Paid too much, twice or too little. `isOver`: what was paid goes back, because the time is over. */
  'payment-mismatch': PurchaseNews & {
    paidAmount: number;
    settlement: 'UNDERPAID' | 'OVERPAID' | 'DUPLICATE';
    isOver: boolean;
    code?: string;
    expiresAt?: string;
  };
}

/** The number of notifications of one type, and their sum in cents. */
export interface SummaryLine {
  type: MailedType;
  count: number;
  sums: { currency: Currency; amount: number }[];
}

/** Mails to a buyer. Amounts are cents. Mails that an earlier version wrote have neither an order code nor, about refunds, a seller. */
interface BuyerNews {
  name: string;
  title: string;
  seller: string;
  amount: number;
  currency: Currency;
  /** The name of the order among people, see rules/order-code.ts. */
  orderCode: string;
  /** The product's; empty where the platform answers. */
  supportEmail: string;
  /** The wording that a platform tries out before it saves it; the mail is a test then. */
  trial?: Wording;
}

interface PurchaseNews extends BuyerNews {
  link: string;
}

/** SELLER: the provider cannot refund, so the seller pays the buyer outside of the platform. */
interface RefundNews extends BuyerNews {
  protocol: string;
  paidBy: 'PROVIDER' | 'SELLER';
}

export type MailTemplate = keyof MailParameters;

interface MailOf<T extends MailTemplate> {
  /** One address, without a name. */
  to: string;
  locale: Locale;
  template: T;
  parameters: MailParameters[T];
}
export type NewMail = { [T in MailTemplate]: MailOf<T> }[MailTemplate];

export interface MailRow {
  platformId: string;
  id: string;
  recipient: string;
  template: MailTemplate;
  locale: Locale;
  /** Null after the mail was sent or abandoned. */
  sealedParameters: Buffer | null;
  keyVersion: number;
  state: 'WAITING' | 'SENT' | 'FAILED';
  failure: string | null;
  attempts: number;
  createdAt: Date;
  /** Computed by the database, whose clock wrote the row. */
  ageSeconds: number;
}

/** The place that parameters are sealed to. Parameters of another mail do not open in this row. */
export const parametersPlace = (platformId: string, id: string): string => `mail|${platformId}|${id}`;

export const PARAMETERS: SealedColumn = {
  table: 'mail',
  id: 'id',
  sealed: 'sealed_parameters',
  version: 'key_version',
  condition: 'next_attempt_at IS NOT NULL AND sealed_parameters IS NOT NULL',
  place: parametersPlace,
};

interface WrittenMail extends Pick<MailRow, 'id' | 'recipient' | 'template' | 'locale' | 'keyVersion'> {
  /** In base64. */
  sealed: string;
  counter: Counter | null;
}

/** Writes the mail unless it was written before, `counter` has reached its limit, or its address stands for one that was erased. */
export const insertMail = writeEach<WrittenMail>(
  'mail-insert',
  {
    id: 'uuid',
    recipient: 'text',
    template: 'text',
    locale: 'text',
    sealed: 'bytea',
    keyVersion: 'integer',
    counter: 'jsonb',
  },
  `, written AS (
    INSERT INTO mail (platform_id, id, recipient, template, locale, sealed_parameters, key_version)
    -- A mail that comes twice is counted once.
    SELECT $1::uuid, id, recipient, template, locale, sealed, key_version FROM (SELECT DISTINCT ON (id) * FROM one) AS mail_of_one
    WHERE recipient NOT LIKE '%@${ERASED_DOMAIN}' AND CASE WHEN counter IS NULL THEN true
      WHEN EXISTS (SELECT FROM mail m WHERE m.id = mail_of_one.id AND m.platform_id = $1) THEN false
      ELSE count_velocity($1, jsonb_build_array(counter)) IS NULL END
    ON CONFLICT (id, platform_id) DO NOTHING RETURNING id
  ) SELECT place FROM one WHERE id IN (SELECT id FROM written)`,
);

const columnsOf = (row: string) => `${row}.platform_id, ${row}.id, ${row}.recipient, ${row}.template, ${row}.locale,
  ${row}.sealed_parameters, ${row}.key_version, ${row}.attempts, ${row}.state, ${row}.failure,
  ${row}.created_at, extract(epoch FROM now() - ${row}.created_at)::int AS age_seconds`;

/** Claims due mails for a limited time, so that mails of a dead node become due again. */
/** Mails that are to be sent now. */
export const DUE_MAILS = 'mail WHERE next_attempt_at <= now()';

export const claimDue = (limit: number, claimSeconds: number): Statement<MailRow> => ({
  text: `WITH due AS (
    SELECT platform_id, id FROM ${DUE_MAILS} ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  UPDATE mail m SET attempts = m.attempts + 1, next_attempt_at = now() + make_interval(secs => $2) FROM due
  WHERE m.platform_id = due.platform_id AND m.id = due.id
  RETURNING ${columnsOf('m')}`,
  values: [limit, claimSeconds],
});

export type Verdict =
  | { state: 'SENT' }
  | { state: 'FAILED'; failure: string }
  | { state: 'WAITING'; failure: string; retryInSeconds: number };

/**
 * Stores the result of an attempt, and deletes the parameters after the last one. A node whose claim has expired changes nothing, except to
 * report that the mail was sent.
 */
export const finishMail = (
  { platformId, id, attempts }: Pick<MailRow, 'platformId' | 'id' | 'attempts'>,
  verdict: Verdict,
): Statement => ({
  name: 'mail-finish',
  text: `UPDATE mail SET state = $3, failure = $4,
      sent_at = CASE WHEN $3 = 'SENT' THEN now() END,
      sealed_parameters = CASE WHEN $3 = 'WAITING' THEN sealed_parameters END,
      next_attempt_at = CASE WHEN $3 = 'WAITING' THEN now() + make_interval(secs => $5) END
    WHERE platform_id = $1 AND id = $2 AND state = 'WAITING' AND ($3 = 'SENT' OR attempts = $6)`,
  values: [
    platformId,
    id,
    verdict.state,
    verdict.state === 'SENT' ? null : verdict.failure,
    verdict.state === 'WAITING' ? verdict.retryInSeconds : 0,
    attempts,
  ],
});

/** Selects the newest mails of one platform for the local mailbox. */
export const selectMails = (platformId: string, limit: number): Statement<MailRow> => ({
  text: `SELECT ${columnsOf('m')} FROM mail m WHERE m.platform_id = $1 AND ${ofWholePlatform('m.created_at')}
    ORDER BY m.created_at DESC, m.id DESC LIMIT $2`,
  values: [platformId, limit],
});

export const selectMail = (platformId: string, id: string): Statement<MailRow> => ({
  text: `SELECT ${columnsOf('m')} FROM mail m WHERE m.platform_id = $1 AND m.id = $2`,
  values: [platformId, id],
});

const KEPT_DAYS = 30;

/** Deletes old mails, because recipients are personal data and are only kept to investigate failures. */
export async function purgeMails({ database }: Pick<FastifyInstance, 'database'>): Promise<void> {
  await database.deleteAll((limit) => ({
    text: `DELETE FROM mail WHERE (platform_id, id) IN (
      SELECT platform_id, id FROM mail WHERE created_at < now() - make_interval(days => $1) LIMIT $2)`,
    values: [KEPT_DAYS, limit],
  }));
}
