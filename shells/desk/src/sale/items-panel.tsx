import { formatCurrency } from '@feira/schemas/rules/currency';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { SalePanel } from './sale-panel.tsx';
import type { Order, Sale } from './use-sale.ts';

/** Shows the items, and how the price came about. */
export function ItemsPanel({ sale: { items, currency }, order }: { sale: Sale; order: Order }) {
  const { t } = useTranslation('sale');
  const { locale } = useHost();
  const { freight, discount, methodDiscount, total, amount, couponCode, delivery } = order;
  const money = (cents: number) => formatCurrency(cents, currency, locale);
  const interest = amount - total;
  return (
    <SalePanel title={t('items')}>
      <dl className="sale-sums">
        {items.map(({ title, quantity, unitPrice, isBump }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items of a sale never change their place.
          <div key={index}>
            <dt>
              {quantity > 1 && `${quantity} × `}
              {title}
              {isBump && <span className="muted"> · {t('bump')}</span>}
            </dt>
            <dd>{money((unitPrice ?? 0) * quantity)}</dd>
          </div>
        ))}
        {couponCode && (
          <div>
            <dt>
              {t('coupon', { code: couponCode })}
              <span className="muted"> · {t('couponIncluded')}</span>
            </dt>
            <dd className="muted">−{money(discount)}</dd>
          </div>
        )}
        {methodDiscount > 0 && (
          <div>
            <dt>
              {t('methodDiscount')}
              <span className="muted"> · {t('couponIncluded')}</span>
            </dt>
            <dd className="muted">−{money(methodDiscount)}</dd>
          </div>
        )}
        {(freight > 0 || delivery) && (
          <div>
            <dt>
              {t('freight')}
              {delivery && (
                <span className="muted">
                  {' · '}
                  {[delivery.description, delivery.deliveryTime].filter(Boolean).join(', ')}
                </span>
              )}
            </dt>
            <dd>{freight > 0 ? money(freight) : t('free')}</dd>
          </div>
        )}
        {interest > 0 && (
          <div>
            <dt>{t('interest')}</dt>
            <dd>{money(interest)}</dd>
          </div>
        )}
        <div className="sale-total">
          <dt>{t('charged')}</dt>
          <dd>{money(amount)}</dd>
        </div>
      </dl>
    </SalePanel>
  );
}
