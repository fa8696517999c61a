import { TextField } from '@feira/shell-kit/components/form-fields';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { MomentField } from '../../components/products/moment-field.tsx';
import type { OfferDraft } from './use-offer-draft.ts';

/** Edits the stock, the pieces of an order and the sale window. */
export function LimitsPanel({
  controls,
  shown,
  taken,
  isPhysical,
}: OfferDraft & { taken: number; isPhysical: boolean }) {
  const { t } = useTranslation('products');
  const id = useId();
  return (
    <section className="panel form" aria-labelledby={id}>
      <h2 id={id}>{t('groups.limits')}</h2>
      <div className="form-grid">
        <TextField
          label={t('stock')}
          hint={shown.stockLimit ? t('stockTaken', { count: taken }) : t('stockHint')}
          {...controls.stockLimit}
        />
        {isPhysical && (shown.type === 'ONE_TIME' || shown.maxQuantity !== '1') && (
          <TextField label={t('maxQuantity')} hint={t('maxQuantityHint')} {...controls.maxQuantity} />
        )}
        <MomentField label={t('startsAt')} hint={t('startsAtHint')} {...controls.saleStartsAt} />
        <MomentField label={t('endsAt')} hint={t('endsAtHint')} {...controls.saleEndsAt} />
      </div>
    </section>
  );
}
