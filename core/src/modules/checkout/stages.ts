/** Types of the stages of a purchase: its call, what is prepared of it, and what is charged. */
import type { Locale } from '@feira/schemas/common';
import type { Input, Output } from '@feira/schemas/procedure';
import type { purchase } from '@feira/schemas/procedures/checkout';
import type { UsedCoupon } from '@feira/schemas/rules/order-price';
import type { PlanOrder } from '@feira/schemas/subscription';
import type { FastifyReply } from 'fastify';
import type { PlatformContext } from '../../plugins/platforms.ts';
import type { Variants } from '../checkout-builder/service.ts';
import type { AppliedCoupon } from '../coupons/service.ts';
import type { Rates } from '../fees/model.ts';
import type { ChargedMandate } from '../mandates/service.ts';
import type { DeliveryOption, Offer } from '../offers/model.ts';
import type { Terms } from '../payments/model.ts';
import type { AdConsent } from '../pixels/model.ts';
import type { Decision } from '../routing/service.ts';
import type { CardProof, CardTries } from '../velocity/service.ts';
import type { Remembered } from './affiliate-cookie.ts';
import type { PresentedCard } from './card.ts';
import type { Visitor } from './carts.ts';
import type { Bought, CustomAnswer, Intent, Upsell } from './model.ts';
import type { Quote } from './pricing.ts';

export type PurchaseInput = Input<typeof purchase>;

export type PurchaseOutput = Output<typeof purchase>;

export interface PurchaseCall {
  platform: PlatformContext;
  input: PurchaseInput;
  idempotencyKey: string;
  customerIp: string;
  /** The challenge that the buyer's machine has solved. Left out where no browser made the call. */
  proof?: CardProof | null;
  /** Belongs to this browser. It is no part of the request that a repeat is compared with, because it changes with every link that is followed. */
  remembered: Remembered;
  /** The versions of checkouts that this browser was shown by tests. */
  variants: Variants;
  /** Proves which carts are this browser's. */
  visitor: Visitor;
  /** Null where the buyer did not agree that the purchase is reported to advertising networks. */
  adConsent: AdConsent | null;
  /** Set where the purchase is a step of a funnel. */
  upsell?: Upsell;
  /** Set where the buyer's bank pays under a mandate: that decides the connection, and nobody acts at a page. */
  mandate?: ChargedMandate;
  /** True where a free trial is prepared: nothing is charged, and later charges are at the recurring price. */
  isTrial?: boolean;
  /** Set where the purchase is a cycle of a subscription, which the server makes. */
  renewal?: Renewal;
  /** The delivery of an order that was made before, at its price. */
  keptFreight?: DeliveryOption;
  /** The answers of an order that was made before; null where it has none. */
  keptAnswers?: CustomAnswer[] | null;
  /** The language of the page, and of the mails to the buyer. */
  locale: Locale;
  /** Left out where no browser made the call. */
  reply?: FastifyReply;
}

/** The part of an amount that one of two cards pays, or the whole that is held for a person's review. */
export interface Hold {
  attemptId: string;
  amount: number;
  card: PresentedCard;
}

export interface Prepared {
  offer: Offer;
  quote: Quote;
  coupon: AppliedCoupon | null;
  /** Cents charged, interest included. */
  amount: number;
  installments: number;
  /** Null for other methods. The first where two cards pay. */
  card: PresentedCard | null;
  /** The parts of the amount that cards hold before they are charged, in the order of the calls; null where a card is charged at once. */
  holds: Hold[] | null;
  /** The cards whose tries are counted; null where the buyer pays by no card, or does not make the charge. */
  tries: CardTries | null;
  buyer: { document: string | null; phone: string | null };
  customFields: CustomAnswer[] | null;
  checkoutUrl: string;
  attemptId: string;
  decision: Decision;
  terms: Terms;
  affiliate: Rates['affiliate'];
  /** The public id of a payment of the same order whose code is still to be paid; null where there is none. */
  openCode: string | null;
}

/** The input of charges: those of a purchase, or of a new code for an order that was made before. */
export interface Charging {
  call: Pick<PurchaseCall, 'platform' | 'input' | 'customerIp' | 'remembered' | 'mandate' | 'renewal'> & {
    locale?: PurchaseCall['locale'];
  };
  prepared: Pick<Prepared, 'offer' | 'amount' | 'installments' | 'card' | 'buyer' | 'checkoutUrl'> & {
    coupon: UsedCoupon | null;
  };
  intent: {
    sale: Pick<Intent['sale'], 'id' | 'address'>;
    items: Bought['items'];
    subscription?: Pick<NonNullable<Intent['subscription']>, 'id'> | null;
  };
  /** The number of attempts that made the earlier codes of the payment. */
  earlier: number;
}

/** A try to charge a cycle of a subscription. */
export interface Renewal {
  subscriptionId: string;
  cycle: number;
  attempt: number;
  /** Cents, as they were promised. */
  amount: number;
  /** The coupon of the sign-up, with the cents that the amount is less. */
  coupon: { code: string; discount: number } | null;
  title: string;
  /** The plan that the subscription is moved to once this is paid; null where it goes on as it is. */
  plan: PlanOrder | null;
  /** The affiliate with whom the cycle is shared, besides the people with a contract. */
  affiliate: Rates['affiliate'];
  card: PresentedCard | null;
  /** BUYER: the buyer asked for it at their page. */
  initiator: 'BUYER' | 'MERCHANT';
  /** A code stays payable until then, within what its provider takes. */
  payableUntil: Date;
}
