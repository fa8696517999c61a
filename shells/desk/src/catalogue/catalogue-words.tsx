import type { OFFER_STATUSES, ProductStatus } from '@feira/schemas/catalogue';
import { PRODUCT_CATEGORIES, type ProductCategory } from '@feira/schemas/options';
import type { IconName } from '@feira/shell-kit/components/icon';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';

const PRODUCT_LOOKS = {
  DRAFT: ['canceled', 'edit'],
  IN_REVIEW: ['pending', 'clock'],
  ACTIVE: ['approved', 'check'],
  BLOCKED: ['rejected', 'stop'],
  ARCHIVED: ['canceled', 'package'],
} as const satisfies Record<ProductStatus, [StatusTone, IconName]>;

export function ProductStatusBadge({ status }: { status: ProductStatus }) {
  const { t } = useTranslation('catalogue');
  const [tone, icon] = PRODUCT_LOOKS[status];
  return <StatusBadge tone={tone} icon={icon} label={t(`productStatuses.${status}`)} />;
}

const OFFER_LOOKS = {
  DRAFT: ['canceled', 'edit'],
  PUBLISHED: ['approved', 'check'],
  ARCHIVED: ['canceled', 'package'],
} as const;

export function OfferStatusBadge({ status }: { status: (typeof OFFER_STATUSES)[number] }) {
  const { t } = useTranslation('catalogue');
  const [tone, icon] = OFFER_LOOKS[status];
  return <StatusBadge tone={tone} icon={icon} label={t(`offerStatuses.${status}`)} />;
}

export const ALL_CATEGORIES = Object.keys(PRODUCT_CATEGORIES) as ProductCategory[];

/** Returns the title of a category in the reader's language. */
export function useCategoryTitle(): (category: ProductCategory) => string {
  const { locale } = useHost();
  return (category) => PRODUCT_CATEGORIES[category][locale];
}

/** "Digital · Finanças" */
export function useKindWords() {
  const { t } = useTranslation('catalogue');
  const titleOf = useCategoryTitle();
  return ({ typeProduct, category }: { typeProduct: 'DIGITAL' | 'FISICO'; category: ProductCategory }) =>
    `${t(`types.${typeProduct}`)} · ${titleOf(category)}`;
}
