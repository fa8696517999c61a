import { CheckField, TextField } from '@feira/shell-kit/components/form-fields';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { OfferDraft } from './use-offer-draft.ts';

/** Edits what happens after a buyer bought, or left without buying. */
export function AfterPanel({ controls }: OfferDraft) {
  const { t } = useTranslation('products');
  const id = useId();
  return (
    <section className="panel form" aria-labelledby={id}>
      <h2 id={id}>{t('groups.after')}</h2>
      <TextField label={t('thankYou')} hint={t('thankYouHint')} placeholder="https://" {...controls.thankYouUrl} />
      <TextField label={t('priceKept')} hint={t('priceKeptHint')} {...controls.priceKeptDays} />
      <CheckField
        isSwitch
        label={t('abandonedCart')}
        hint={t('abandonedCartHint')}
        {...controls.abandonedCartEnabled}
      />
    </section>
  );
}
