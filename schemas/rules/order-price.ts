/** Prices an order in cents and tells whether it is shipped. The checkout's page, its form without JavaScript and the server all ask here. */
import type { PaymentMethod } from '../src/common.ts';

export interface PricedBump {
  id: string;
  price: number;
  /** Physical goods. */
  isTangible: boolean;
}
export interface PricedDelivery {
  id: string;
  fareAmount: number;
  preSelected: boolean;
}

type MethodDiscounts = Pick<PricedOffer, 'pixDiscountBasisPoints' | 'billetDiscountBasisPoints'>;

/** The parts of an offer that decide its price. */
export interface PricedOffer<B extends PricedBump = PricedBump, D extends PricedDelivery = PricedDelivery> {
  /** Also the first charge of a subscription; its recurring price is charged from the second on. */
  price: number;
  /** A fixed freight, which leaves no choice of delivery. */
  fretePrice?: number | null;
  /** The discounts for buyers who pay by PIX or by boleto, in basis points of the price. */
  pixDiscountBasisPoints?: number;
  billetDiscountBasisPoints?: number;
  product: { typeProduct: 'DIGITAL' | 'FISICO' };
  orderBumps: readonly B[];
  deliveryOptions: readonly D[];
}

/** The discount of a coupon: a share of the price, or cents of the offer's currency. */
export type PriceCut = { basisPoints: number } | { amount: number };

/** A coupon as its buyer uses it. */
export interface UsedCoupon {
  discount: PriceCut;
  /** The charges of a subscription that it takes its discount off, from the first on; null for all. */
  cycles: number | null;
}

export interface OrderChoice {
  /** The ids of the ticked bumps. */
  bumps: readonly string[];
  deliveryOptionId?: string | undefined;
  discount?: PriceCut | null | undefined;
  /** The pieces of the product; one where it is left out. */
  quantity?: number;
  /** The method that the order is paid by; without it no discount of a method counts. */
  method?: PaymentMethod | undefined;
  /** False as long as the zip code is not complete: freight does not count yet. */
  hasZip?: boolean;
}

export interface OrderPrice<B, D> {
  bumps: B[];
  /** Something is sent by post: the order needs an address. */
  isShipped: boolean;
  /** Undefined where nothing is shipped or there is no choice. */
  deliveryOption: D | undefined;
  freight: number;
  /** The coupon's discount, as a positive amount. */
  discount: number;
  /** The discount of the payment method, on what the coupon has left of the price; as a positive amount. */
  methodDiscount: number;
  /** Price less discounts, bumps and freight; before the interest of installments. */
  total: number;
}

/** The least that a coupon leaves of a price, in cents: providers refuse charges of nothing. */
export const MINIMUM_CHARGE = 100;

const isPhysical = (offer: PricedOffer): boolean => offer.product.typeProduct === 'FISICO';

/** Tells whether some choice of bumps would make the order one that is shipped. */
export const mayShip = (offer: PricedOffer): boolean =>
  isPhysical(offer) || offer.orderBumps.some(({ isTangible }) => isTangible);

/** The ways of delivery that a buyer chooses from. */
export const listDeliveries = <D extends PricedDelivery>(offer: PricedOffer<PricedBump, D>): readonly D[] =>
  offer.fretePrice == null ? offer.deliveryOptions : [];

/** The chosen delivery; the preselected one without a choice, else the first. */
export function findDelivery<D extends PricedDelivery>(
  offer: PricedOffer<PricedBump, D>,
  id: string | undefined,
): D | undefined {
  const options = listDeliveries(offer);
  return options.find((option) => option.id === id) ?? options.find(({ preSelected }) => preSelected) ?? options[0];
}

/** Returns the cents that a coupon takes off. Half a cent is the buyer's. Bumps and freight are never cheaper by a coupon. */
export function cutPrice(price: number, cut: PriceCut): number {
  const wanted = 'amount' in cut ? cut.amount : Math.round((price * cut.basisPoints) / 10_000);
  return Math.max(0, Math.min(wanted, price - MINIMUM_CHARGE));
}

/** Returns the share of the price that a buyer saves by a method, in basis points. */
export const methodCutOf = (
  { pixDiscountBasisPoints = 0, billetDiscountBasisPoints = 0 }: MethodDiscounts,
  method: PaymentMethod | undefined,
): number => (method === 'PIX' ? pixDiscountBasisPoints : method === 'BILLET' ? billetDiscountBasisPoints : 0);

/** Returns what each later charge of a subscription costs as long as the coupon holds. A free trial is no charge: the next one is the first. */
export const priceRenewal = (
  price: number,
  coupon: UsedCoupon | null | undefined,
  { isTrialFree }: { isTrialFree?: boolean | undefined } = {},
): number => (coupon && (isTrialFree || coupon.cycles !== 1) ? price - cutPrice(price, coupon.discount) : price);

/** Returns a discount of which every piece of the order has an equal part in whole cents, rounded in the buyer's favour where that leaves a charge. */
export function cutPieces(price: number, cut: PriceCut, quantity: number): number {
  const wanted = cutPrice(price, cut);
  const even = Math.ceil(wanted / quantity) * quantity;
  return price - even < MINIMUM_CHARGE ? Math.floor(wanted / quantity) * quantity : even;
}

/** Ids that the offer does not have are as if they were not chosen. */
export function priceOrder<B extends PricedBump, D extends PricedDelivery>(
  offer: PricedOffer<B, D>,
  choice: OrderChoice,
): OrderPrice<B, D> {
  const bumps = offer.orderBumps.filter(({ id }) => choice.bumps.includes(id));
  const isShipped = isPhysical(offer) || bumps.some(({ isTangible }) => isTangible);
  const deliveryOption = isShipped ? findDelivery(offer, choice.deliveryOptionId) : undefined;
  const freight = isShipped && choice.hasZip !== false ? (offer.fretePrice ?? deliveryOption?.fareAmount ?? 0) : 0;
  const { quantity = 1 } = choice;
  const price = offer.price * quantity;
  const discount = choice.discount ? cutPieces(price, choice.discount, quantity) : 0;
  const methodCut = { basisPoints: methodCutOf(offer, choice.method) };
  const methodDiscount = cutPieces(price - discount, methodCut, quantity);
  const reduced = price - discount - methodDiscount;
  const total = bumps.reduce((sum, { price }) => sum + price, reduced + freight);
  return { bumps, isShipped, deliveryOption, freight, discount, methodDiscount, total };
}
