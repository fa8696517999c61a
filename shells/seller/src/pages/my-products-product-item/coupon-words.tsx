import { formatCurrency } from '@feira/schemas/rules/currency';
import type { IconName } from '@feira/shell-kit/components/icon';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { formatBasisPoints, formatCount, formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import type { Coupon, Product } from '../../components/products/use-products.ts';
import { findElsewhere, findScope } from './coupon-fields.ts';

type CouponStatus = 'ACTIVE' | 'SCHEDULED' | 'EXPIRED' | 'USED_UP' | 'ENDED';

/** Returns why the checkout does not take a coupon now, or that it does. */
export function findCouponStatus(coupon: Coupon, now = new Date()): CouponStatus {
  const { isActive, startsAt, endsAt, maxUses, uses } = coupon;
  if (!isActive) return 'ENDED';
  if (endsAt && now >= new Date(endsAt)) return 'EXPIRED';
  if (maxUses !== null && uses >= maxUses) return 'USED_UP';
  return startsAt && now < new Date(startsAt) ? 'SCHEDULED' : 'ACTIVE';
}

const LOOKS: Record<CouponStatus, { tone: StatusTone; icon: IconName }> = {
  ACTIVE: { tone: 'approved', icon: 'check' },
  SCHEDULED: { tone: 'pending', icon: 'clock' },
  EXPIRED: { tone: 'canceled', icon: 'clock' },
  USED_UP: { tone: 'canceled', icon: 'check' },
  ENDED: { tone: 'canceled', icon: 'stop' },
};

export function CouponStatusBadge({ coupon }: { coupon: Coupon }) {
  const { t } = useTranslation('products');
  const status = findCouponStatus(coupon);
  return <StatusBadge {...LOOKS[status]} label={t(`coupons.statuses.${status}`)} />;
}

/** Returns the words for the terms of a product's coupons. */
export function useCouponWords(product: Product) {
  const { t } = useTranslation('products');
  const { locale } = useHost();
  return {
    discount: ({ discount, cycles }: Coupon): string => {
      const cut =
        'amount' in discount
          ? formatCurrency(discount.amount, discount.coin, locale)
          : formatBasisPoints(discount.basisPoints, locale);
      if (cycles === 1) return cut;
      return cycles === null ? t('coupons.offAll', { cut }) : t('coupons.offSome', { cut, count: cycles });
    },
    scope: (coupon: Coupon): string => {
      const scope = findScope(product, coupon);
      const own = product.offers.filter(({ id }) => coupon.offerIds.includes(id));
      const words = scope === 'OFFERS' ? t('coupons.offersOf', { count: own.length }) : t(`coupons.scopes.${scope}`);
      const elsewhere = findElsewhere(product, coupon);
      const isElsewhere = elsewhere.offerIds.length + elsewhere.productIds.length > 0;
      return isElsewhere ? t('coupons.andElsewhere', { scope: words }) : words;
    },
    validity: ({ startsAt, endsAt }: Coupon): string => {
      const [start, end] = [startsAt, endsAt].map((at) => at && `${formatDate(at, locale)} ${formatTime(at, locale)}`);
      if (start && end) return t('coupons.window', { start, end });
      return start ? t('coupons.from', { start }) : end ? t('coupons.until', { end }) : t('coupons.always');
    },
    uses: ({ uses, maxUses }: Coupon): string =>
      maxUses === null
        ? formatCount(uses, locale)
        : t('coupons.usesOf', { uses: formatCount(uses, locale), limit: formatCount(maxUses, locale) }),
    perBuyer: ({ maxUsesPerBuyer }: Coupon): string | undefined =>
      maxUsesPerBuyer === null ? undefined : t('coupons.perBuyer', { limit: formatCount(maxUsesPerBuyer, locale) }),
    revenue: ({ revenue }: Coupon): string =>
      revenue.map(({ amount, currency }) => formatCurrency(amount, currency, locale)).join(' + ') ||
      formatCurrency(0, product.offers[0]?.coin ?? 'BRL', locale),
  };
}
