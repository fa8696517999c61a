import { productGeneral } from '@feira/schemas/entities/product';
import type { Input } from '@feira/schemas/procedure';
import type { updateProduct } from '@feira/schemas/procedures/products';
import { PictureField } from '@feira/shell-desk/uploads/picture-field.tsx';
import { ConflictNotice } from '@feira/shell-kit/components/conflict-notice';
import { TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { entityFields } from '@feira/shell-kit/entity-fields';
import { type FieldsIn, group } from '@feira/shell-kit/fields';
import { useVersionedDraft } from '@feira/shell-kit/use-versioned-draft';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { EMAIL, HTTPS, PICTURE } from '../../components/products/address-fields.ts';
import { CategoryField } from '../../components/products/category-field.tsx';
import { IDENTITY } from '../../components/products/product-fields.ts';
import { TypeField } from '../../components/products/type-field.tsx';
import { useProductChange } from '../../components/products/use-products.ts';
import { OffersPanel } from './offers-panel.tsx';
import type { TabProps } from './tab-props.ts';

const GENERAL = entityFields(productGeneral, { ...IDENTITY, image: PICTURE, salesPage: HTTPS, supportEmail: EMAIL });
const FIELDS = group(GENERAL satisfies Partial<FieldsIn<Input<typeof updateProduct>>>);

/** The product as buyers meet it, and its offers. */
export function GeneralTab({ product, reload }: TabProps) {
  const { t } = useTranslation('products');
  const id = useId();
  const change = useProductChange();
  const { controls, changes, isDirty, version, conflict, clear, form, bar } = useVersionedDraft({
    fields: FIELDS,
    record: product,
    change,
    say: t,
    reload,
  });
  const save = async () => {
    const answer = await change.run({ productId: product.id, version, ...changes });
    if (answer) clear();
    return answer;
  };
  return (
    <>
      <OffersPanel product={product} />
      <form {...form(save)} className="panel form" aria-labelledby={id}>
        <UnsavedGuard isDirty={isDirty} />
        <h2 id={id}>{t('general')}</h2>
        <TextField label={t('name')} hint={t('nameHint')} {...controls.name} />
        <TextAreaField label={t('description')} hint={t('descriptionHint')} {...controls.description} />
        <TypeField control={controls.typeProduct} />
        <PictureField
          kind="PRODUCT_COVER"
          takesAddress
          label={t('image')}
          hint={t('imageHint')}
          alt={controls.name.value}
          shape="square"
          {...controls.image}
        />
        <div className="form-grid">
          <CategoryField control={controls.category} />
          <TextField label={t('salesPage')} hint={t('salesPageHint')} placeholder="https://" {...controls.salesPage} />
          <TextField label={t('supportEmail')} hint={t('supportEmailHint')} {...controls.supportEmail} />
        </div>
        <ConflictNotice
          conflict={conflict}
          labelOf={(name) => t(productGeneral[name as keyof typeof productGeneral].label)}
        />
        <SaveBar isDirty={isDirty} {...bar} />
      </form>
    </>
  );
}
