import type { blockProduct } from '@feira/schemas/procedures/products';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { TextAreaField } from '@feira/shell-kit/components/form-fields';
import { type FieldsOf, group, text } from '@feira/shell-kit/fields';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { type ReviewedProduct, useBlock } from './use-review.ts';

const SHORTEST = 3;
const FIELDS = group({
  reason: text({ problem: 'reasonMissing', minLength: SHORTEST, control: { maxLength: 500 } }),
} satisfies FieldsOf<typeof blockProduct, 'productId' | 'version'>);

interface BlockDialogProps {
  product: ReviewedProduct;
  onDone: () => void;
  onClose: () => void;
}

export function BlockDialog({ product, onDone, onClose }: BlockDialogProps) {
  const { t } = useTranslation('review');
  const change = useBlock();
  const { controls, dialog } = useDraft({ fields: FIELDS, change, say: t });
  return (
    <DialogForm
      isDanger
      title={t('blockTitle', { name: product.name })}
      text={t('blockText')}
      action={t('block')}
      {...dialog(async ({ reason }) => {
        if (await change.run({ productId: product.id, version: product.version, reason })) onDone();
      })}
      onClose={onClose}
    >
      <TextAreaField label={t('reason')} hint={t('reasonHint')} rows={3} {...controls.reason} />
    </DialogForm>
  );
}
