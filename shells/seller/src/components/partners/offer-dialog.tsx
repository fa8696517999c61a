import type { offerContract } from '@feira/schemas/procedures/partners';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { type FieldsOf, group, text } from '@feira/shell-kit/fields';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { CONTRACT, ContractFields } from './contract-fields.tsx';
import { useContractOffer, useProductChoice } from './use-partners.ts';

interface OfferDialogProps {
  /** The product where the page is about one; left out to choose it. */
  productId?: string;
  onDone: () => void;
  onClose: () => void;
}

const FIELDS = group({
  productId: text({ problem: 'contracts.productMissing' }),
  email: text({
    problem: 'contracts.emailInvalid',
    test: (typed) => /^\S+@\S+\.\S+$/.test(typed),
    control: { type: 'email', spellCheck: false, maxLength: 254 },
  }),
  ...CONTRACT,
} satisfies FieldsOf<typeof offerContract>);

export function OfferDialog({ productId, onDone, onClose }: OfferDialogProps) {
  const { t } = useTranslation('partners');
  const { data } = useProductChoice();
  const change = useContractOffer();
  const { controls, dialog } = useDraft({
    fields: FIELDS,
    ...(productId && { stored: { productId } }),
    change,
    say: t,
  });
  const products = (data?.items ?? []).map(({ product }) => ({ value: product.id, label: product.name }));
  return (
    <DialogForm
      title={t('contracts.offer')}
      text={t('contracts.offerText')}
      action={t('contracts.send')}
      {...dialog(async (input) => {
        if (await change.run(input)) onDone();
      })}
      onClose={onClose}
    >
      {!productId && (
        <SelectField
          label={t('product')}
          options={[{ value: '', label: t('contracts.chooseProduct') }, ...products]}
          {...controls.productId}
        />
      )}
      <TextField label={t('contracts.email')} {...controls.email} />
      <ContractFields controls={controls} />
    </DialogForm>
  );
}
