import type { offerContract } from '@feira/schemas/procedures/partners';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { type FieldsOf, group, text } from '@feira/shell-kit/fields';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { useContractOffer, useProductChoice } from '../../components/partners/use-partners.ts';
import { CONTRACT, ContractFields } from './contract-fields.tsx';

interface OfferDialogProps {
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

export function OfferDialog({ onDone, onClose }: OfferDialogProps) {
  const { t } = useTranslation('partners');
  const { data } = useProductChoice();
  const change = useContractOffer();
  const { controls, dialog } = useDraft({ fields: FIELDS, change, say: t });
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
      <SelectField
        label={t('product')}
        options={[{ value: '', label: t('contracts.chooseProduct') }, ...products]}
        {...controls.productId}
      />
      <TextField label={t('contracts.email')} {...controls.email} />
      <ContractFields controls={controls} />
    </DialogForm>
  );
}
