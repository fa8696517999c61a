import type { Currency } from '@feira/schemas/common';
import { coupon } from '@feira/schemas/entities/coupon';
import { maximumOf } from '@feira/schemas/entities/entity';
import type { createCoupon } from '@feira/schemas/procedures/coupons';
import {
  amount,
  choice,
  count,
  type FieldsOf,
  field,
  group,
  orNull,
  percent,
  type Reading,
  type ShownOf,
  text,
  withRules,
} from '@feira/shell-kit/fields';
import { MOMENT } from '../../components/products/moment.ts';
import type { Coupon, Product } from '../../components/products/use-products.ts';

const CODE = /^[A-Z0-9_-]{3,30}$/;
const mostOf = (name: 'maxUses' | 'maxUsesPerBuyer' | 'cycles') => maximumOf(coupon[name].schema);

type Discount = Coupon['discount'];
type Targets = Pick<Coupon, 'offerIds' | 'productIds'>;
type Locale = Parameters<typeof PARTS.show>[1];

const PARTS = group({
  kind: choice<'SHARE' | 'AMOUNT'>('SHARE'),
  share: percent('problems.share', 10_000, 1),
  amount: amount('problems.discount', 1),
  coin: choice<Currency>('BRL'),
});

/** A share of the price, or an amount of one currency. */
const DISCOUNT = {
  fields: PARTS.fields,
  show: (stored: Discount | null | undefined, locale: Locale) =>
    PARTS.show(
      {
        kind: stored && 'amount' in stored ? 'AMOUNT' : 'SHARE',
        ...(stored && ('amount' in stored ? stored : { share: stored.basisPoints })),
      } as Parameters<typeof PARTS.show>[0],
      locale,
    ),
  read: (shown: ShownOf<typeof PARTS>): Reading<Discount, 'problems.share' | 'problems.discount'> => {
    const { share, amount: cents, coin } = PARTS.fields;
    if (shown.kind === 'SHARE') {
      const { value, problems } = group({ share }).read(shown);
      return { value: { basisPoints: value.share }, problems };
    }
    return group({ amount: cents, coin }).read(shown);
  },
};

export const COUPON_CHARGES = ['FIRST', 'SOME', 'ALL'] as const;
type CouponCharges = (typeof COUPON_CHARGES)[number];

const CYCLE_PARTS = group({
  kind: choice<CouponCharges>('FIRST'),
  count: count('problems.couponCycles', 2, mostOf('cycles')),
});

/** The charges of a subscription that get the discount: the first, some or all. */
const CYCLES = {
  fields: CYCLE_PARTS.fields,
  show: (stored: Coupon['cycles'] | undefined, locale: Locale) =>
    CYCLE_PARTS.show(
      {
        kind: stored === null ? 'ALL' : (stored ?? 1) === 1 ? 'FIRST' : 'SOME',
        ...(stored && stored > 1 && { count: stored }),
      } as Parameters<typeof CYCLE_PARTS.show>[0],
      locale,
    ),
  read: ({ kind, count: typed }: ShownOf<typeof CYCLE_PARTS>): Reading<Coupon['cycles'], 'problems.couponCycles'> => {
    if (kind !== 'SOME') return { value: kind === 'ALL' ? null : 1, problems: {} };
    const { value, problems } = group({ count: CYCLE_PARTS.fields.count }).read({ count: typed });
    return { value: value.count, problems };
  },
};

export const SCOPES = ['PRODUCT', 'OFFERS', 'ALL'] as const;
export type Scope = (typeof SCOPES)[number];

/** Returns for what of the product a coupon is. */
export const findScope = (product: Pick<Product, 'id'>, { offerIds, productIds }: Targets): Scope =>
  productIds.includes(product.id) ? 'PRODUCT' : offerIds.length + productIds.length > 0 ? 'OFFERS' : 'ALL';

/** The targets of a coupon that are not of this product. */
export const findElsewhere = (product: Product, { offerIds, productIds }: Targets): Targets => ({
  offerIds: offerIds.filter((id) => !product.offers.some((offer) => offer.id === id)),
  productIds: productIds.filter((id) => id !== product.id),
});

const NOWHERE: Targets = { offerIds: [], productIds: [] };

/** The targets as one choice. Those of other products stay as they are, save where the coupon becomes one for everything. */
function targetFields(product: Product) {
  const parts = group({
    scope: choice<Scope>('PRODUCT'),
    offerIds: field<string[], string[]>({ show: (stored) => stored ?? [], read: (shown) => shown }),
  });
  return {
    fields: parts.fields,
    show: (stored: Targets | null | undefined, locale: Locale) =>
      parts.show(
        stored && {
          scope: findScope(product, stored),
          offerIds: stored.offerIds.filter((id) => product.offers.some((offer) => offer.id === id)),
        },
        locale,
      ),
    read: (
      { scope, offerIds }: ShownOf<typeof parts>,
      stored?: Targets | null,
    ): Reading<Targets, 'problems.couponOffers'> => {
      if (scope === 'ALL') return { value: NOWHERE, problems: {} };
      const elsewhere = findElsewhere(product, stored ?? NOWHERE);
      return scope === 'PRODUCT'
        ? { value: { ...elsewhere, productIds: [...elsewhere.productIds, product.id] }, problems: {} }
        : {
            value: { ...elsewhere, offerIds: [...elsewhere.offerIds, ...offerIds] },
            problems: offerIds.length === 0 ? { offerIds: 'problems.couponOffers' } : {},
          };
    },
  };
}

type Given = keyof Targets | 'isActive';

/** The fields of a coupon as the tab of a product shows them. */
export const couponFields = (product: Product) =>
  withRules(
    group({
      ...({
        code: text({
          problem: 'problems.couponCode',
          test: (typed) => CODE.test(typed),
          mask: (typed) => typed.toUpperCase().replace(/\s/g, ''),
          control: { autoCapitalize: 'characters', spellCheck: false },
        }),
        discount: DISCOUNT,
        maxUses: orNull(count('problems.uses', 1, mostOf('maxUses'))),
        maxUsesPerBuyer: orNull(count('problems.usesPerBuyer', 1, mostOf('maxUsesPerBuyer'))),
        cycles: CYCLES,
        startsAt: MOMENT,
        endsAt: MOMENT,
      } satisfies FieldsOf<typeof createCoupon, Given>),
      targets: targetFields(product),
    }),
    ({ startsAt, endsAt }) => [
      [startsAt !== null && endsAt !== null && endsAt <= startsAt, 'endsAt', 'problems.window'],
    ],
  );
