import { affiliateTerms } from '@feira/schemas/entities/affiliate-terms';
import type { setProductTerms } from '@feira/schemas/procedures/partners';
import { ConflictNotice } from '@feira/shell-kit/components/conflict-notice';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { CheckField, TextField } from '@feira/shell-kit/components/form-fields';
import { entityFields } from '@feira/shell-kit/entity-fields';
import { type FieldsOf, group } from '@feira/shell-kit/fields';
import { useVersionedDraft } from '@feira/shell-kit/use-versioned-draft';
import { useTranslation } from 'react-i18next';
import { SHARE } from './share-field.ts';
import { type ProductItem, useProductItem, useProductTerms } from './use-partners.ts';

interface TermsDialogProps {
  item: ProductItem;
  onDone: () => void;
  onClose: () => void;
}

const TERMS = entityFields(affiliateTerms, { basisPoints: SHARE });
const FIELDS = group(TERMS satisfies FieldsOf<typeof setProductTerms, 'productId' | 'version'>);

/** Sets the terms of a product for future affiliates. */
export function TermsDialog({ item, onDone, onClose }: TermsDialogProps) {
  const { t } = useTranslation('partners');
  const change = useProductTerms();
  const { refetch } = useProductItem(item.product.id);
  const { controls, dialog, version, conflict } = useVersionedDraft({
    fields: FIELDS,
    record: item,
    change,
    say: t,
    reload: async () => ({ data: (await refetch()).data?.items[0] }),
  });
  return (
    <DialogForm
      title={t('products.title', { name: item.product.name })}
      text={t('products.text')}
      action={t('products.save')}
      {...dialog(async (terms) => {
        if (await change.run({ productId: item.product.id, version, ...terms })) onDone();
      })}
      onClose={onClose}
    >
      <CheckField isSwitch label={t('products.isOpen')} hint={t('products.openHint')} {...controls.isOpen} />
      <TextField
        label={t('products.share')}
        hint={t('products.shareHint')}
        suffix={t('percent')}
        {...controls.basisPoints}
      />
      <TextField label={t('products.window')} hint={t('products.windowHint')} {...controls.windowDays} />
      <CheckField label={t('products.isAutomatic')} {...controls.isAutomatic} />
      <ConflictNotice
        conflict={conflict}
        labelOf={(name) => t(affiliateTerms[name as keyof typeof affiliateTerms].label)}
      />
    </DialogForm>
  );
}
