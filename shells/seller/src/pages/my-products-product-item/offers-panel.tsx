import { formatCurrency } from '@feira/schemas/rules/currency';
import { OfferStatusBadge } from '@feira/shell-desk/catalogue/catalogue-words.tsx';
import { AmountField } from '@feira/shell-kit/components/amount-field';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { amount, group, text } from '@feira/shell-kit/fields';
import { useHost } from '@feira/shell-kit/host-context';
import { openPage } from '@feira/shell-kit/use-address';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toOffer } from '../../components/products/addresses.ts';
import { type Product, useOfferCreation } from '../../components/products/use-products.ts';

/** The offers of a product: each is a price with a checkout of its own. */
export function OffersPanel({ product }: { product: Product }) {
  const { t } = useTranslation('products');
  const { locale } = useHost();
  const id = useId();
  const [isCreating, setIsCreating] = useState(false);
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{t('offers.title')}</h2>
        <button type="button" className="button" onClick={() => setIsCreating(true)}>
          <Icon name="plus" size={18} />
          {t('offers.create')}
        </button>
      </div>
      {product.offers.length === 0 && <p className="muted">{t('offers.none')}</p>}
      <ul className="offer-rows" aria-label={t('offers.title')}>
        {product.offers.map((offer) => (
          <li key={offer.id} className="offer-row">
            <PageLink to={toOffer(offer.id)}>{offer.title}</PageLink>
            <span className="number">{formatCurrency(offer.price, offer.coin, locale)}</span>
            <OfferStatusBadge status={offer.status} />
          </li>
        ))}
      </ul>
      {isCreating && <OfferDialog product={product} onClose={() => setIsCreating(false)} />}
    </section>
  );
}

const FIELDS = group({
  title: text({ problem: 'problems.title', control: { maxLength: 120 } }),
  price: amount('problems.price', 1),
});

function OfferDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { t } = useTranslation('products');
  const change = useOfferCreation();
  const { controls, dialog } = useDraft({ fields: FIELDS, stored: { title: product.name }, change, say: t });
  return (
    <DialogForm
      title={t('offers.create')}
      text={t('offers.createText')}
      action={t('offers.createAction')}
      {...dialog(async (input) => {
        const made = await change.run({ productId: product.id, ...input });
        if (made) openPage(toOffer(made.offerId));
      })}
      onClose={onClose}
    >
      <TextField label={t('offerTitle')} hint={t('offerTitleHint')} {...controls.title} />
      <AmountField label={t('price')} currency="BRL" {...controls.price} />
    </DialogForm>
  );
}
