import { contactPath, type SceneProps } from './scene-props.ts';

/** Says who delivers, how, and whom to ask, where there is nothing to open here. */
export function SellerDelivery({ t, locale, payment }: SceneProps) {
  if (!payment.isDeliveredBySeller) return null;
  const { supportEmail } = payment;
  return (
    <section className="block receipt" aria-labelledby="seller-delivery">
      <h2 id="seller-delivery">{t('sellerDelivery')}</h2>
      <p>{t('sellerDeliveryText', { seller: payment.sellerName })}</p>
      <p className="visit-links">
        <a href={contactPath(payment, locale)}>{t('contact')}</a>
        {supportEmail && <a href={`mailto:${supportEmail}`}>{supportEmail}</a>}
      </p>
    </section>
  );
}
