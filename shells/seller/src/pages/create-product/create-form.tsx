import type { Currency } from '@feira/schemas/common';
import { AmountField } from '@feira/shell-kit/components/amount-field';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { amount, group } from '@feira/shell-kit/fields';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { CategoryField } from '../../components/products/category-field.tsx';
import { IDENTITY } from '../../components/products/product-fields.ts';
import { TypeField } from '../../components/products/type-field.tsx';
import { useFirstOffer } from './use-first-offer.ts';

const FIELDS = group({ ...IDENTITY, price: amount('problems.price', 1) });
const CURRENCY: Currency = 'BRL';

/** Four questions; everything else has a default that can be changed later. */
export function CreateForm({ onDone }: { onDone: (offerId: string) => void }) {
  const { t } = useTranslation('products');
  const change = useFirstOffer();
  const { controls, form, isDirty } = useDraft({ fields: FIELDS, change, say: t });
  return (
    <form
      className="panel form create-form"
      {...form(async (product) => {
        const offerId = await change.run(product);
        if (offerId) onDone(offerId);
        return offerId;
      })}
    >
      <UnsavedGuard isDirty={isDirty && !change.isBusy && !change.isDone} />
      <p className="muted create-lead">{t('create.lead')}</p>
      <TextField label={t('name')} hint={t('nameHint')} {...controls.name} />
      <TypeField control={controls.typeProduct} />
      <CategoryField control={controls.category} />
      <AmountField label={t('price')} currency={CURRENCY} hint={t('create.priceHint')} {...controls.price} />
      <Refusal error={change.error} />
      <button type="submit" className="button button-primary button-large" aria-busy={change.isBusy}>
        {t(change.isBusy ? 'create.busy' : 'create.action')}
      </button>
    </form>
  );
}
