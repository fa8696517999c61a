import type { setProductTerms } from '@feira/schemas/procedures/partners';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { CheckField, TextField } from '@feira/shell-kit/components/form-fields';
import { check, count, type FieldsOf, group } from '@feira/shell-kit/fields';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { SHARE } from './share-field.ts';
import { type ProductItem, useProductTerms } from './use-partners.ts';

interface TermsDialogProps {
  item: ProductItem;
  onDone: () => void;
  onClose: () => void;
}

const FIELDS = group({
  isOpen: check(),
  basisPoints: SHARE,
  windowDays: count('products.windowInvalid', 1, 365),
  isAutomatic: check(),
} satisfies FieldsOf<typeof setProductTerms, 'productId'>);

/** Sets the terms of a product for future affiliates. */
export function TermsDialog({ item, onDone, onClose }: TermsDialogProps) {
  const { t } = useTranslation('partners');
  const change = useProductTerms();
  const { controls, dialog } = useDraft({ fields: FIELDS, stored: item, change, say: t });
  return (
    <DialogForm
      title={t('products.title', { name: item.product.name })}
      text={t('products.text')}
      action={t('products.save')}
      {...dialog(async (terms) => {
        if (await change.run({ productId: item.product.id, ...terms })) onDone();
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
    </DialogForm>
  );
}
