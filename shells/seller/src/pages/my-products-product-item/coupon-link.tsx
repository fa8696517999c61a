import { formatCurrency } from '@feira/schemas/rules/currency';
import { priceOrder } from '@feira/schemas/rules/order-price';
import { labelOffers } from '@feira/shell-desk/products/offer-label.ts';
import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { Icon } from '@feira/shell-kit/components/icon';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import type { Coupon, OfferItem, Product } from '../../components/products/use-products.ts';
import { findScope } from './coupon-fields.ts';

interface CouponLinkProps {
  product: Product;
  coupon: Coupon;
  offers: readonly OfferItem[];
}

const takes = (product: Product, { discount, ...coupon }: Coupon, { id, status, coin }: OfferItem): boolean =>
  status === 'PUBLISHED' &&
  (findScope(product, coupon) !== 'OFFERS' || coupon.offerIds.includes(id)) &&
  (!('coin' in discount) || discount.coin === coin);

const linkTo = ({ url }: OfferItem, { code }: Coupon) => `${url}?coupon=${code}`;

/** Returns the offers on sale that take a coupon. */
const findTaking = ({ product, coupon, offers }: CouponLinkProps): OfferItem[] =>
  offers.filter((offer) => takes(product, coupon, offer));

/** Copies the address of a checkout with the coupon; where several offers take it, a dialog lists theirs. */
export function CouponLink({ onOpen, ...props }: CouponLinkProps & { onOpen: () => void }) {
  const { t } = useTranslation('products');
  const [first, ...others] = findTaking(props);
  const { code } = props.coupon;
  if (!first) return null;
  if (others.length === 0)
    return (
      <CopyButton
        text={linkTo(first, props.coupon)}
        label={t('coupons.copy')}
        description={t('coupons.copyOf', { code })}
      />
    );
  return (
    <button type="button" className="button" aria-label={t('coupons.linksOf', { code })} onClick={onOpen}>
      <Icon name="link" size={18} />
      {t('coupons.links')}
    </button>
  );
}

export function LinksDialog({ onClose, ...props }: CouponLinkProps & { onClose: () => void }) {
  const { t } = useTranslation('products');
  const { locale } = useHost();
  const title = t('coupons.linksTitle', { code: props.coupon.code });
  const taking = findTaking(props);
  const labels = labelOffers(taking, locale);
  return (
    <ModalDialog isWide title={title} text={t('coupons.linksText')} onClose={onClose}>
      <ul className="coupon-links" aria-label={title}>
        {taking.map((offer) => (
          <LinkRow key={offer.id} offer={offer} label={labels.get(offer.id)!} coupon={props.coupon} />
        ))}
      </ul>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t('coupons.close')}
        </button>
      </div>
    </ModalDialog>
  );
}

function LinkRow({ offer, label, coupon }: { offer: OfferItem; label: string; coupon: Coupon }) {
  const { t } = useTranslation('products');
  const { locale } = useHost();
  const { price, coin } = offer;
  const alone = { price, product: { typeProduct: 'DIGITAL' }, orderBumps: [], deliveryOptions: [] } as const;
  const { total } = priceOrder(alone, { bumps: [], discount: coupon.discount });
  return (
    <li>
      <span>{label}</span>
      <span className="bump-price">
        <s>{formatCurrency(price, coin, locale)}</s>
        <strong>{formatCurrency(total, coin, locale)}</strong>
      </span>
      <CopyButton
        text={linkTo(offer, coupon)}
        label={t('coupons.copy')}
        description={t('coupons.copyOffer', { title: label, code: coupon.code })}
      />
    </li>
  );
}
