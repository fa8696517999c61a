import type { changeContract } from '@feira/schemas/procedures/partners';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { type FieldsOf, group } from '@feira/shell-kit/fields';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { CONTRACT, ContractFields } from './contract-fields.tsx';
import { type GivenContract, useContractChange } from './use-partners.ts';

interface ChangeDialogProps {
  contract: GivenContract;
  onDone: () => void;
  onClose: () => void;
}

const FIELDS = group(CONTRACT satisfies FieldsOf<typeof changeContract, 'contractId'>);

/** Offers a changed contract; the last day is entered again, because both sides agree on it again. */
export function ChangeDialog({ contract, onDone, onClose }: ChangeDialogProps) {
  const { t } = useTranslation('partners');
  const change = useContractChange();
  const { controls, dialog } = useDraft({ fields: FIELDS, stored: contract, change, say: t });
  return (
    <DialogForm
      title={t('contracts.changeTitle', { name: contract.partner.name ?? contract.partner.email })}
      text={t('contracts.changeText')}
      action={t('contracts.sendChange')}
      {...dialog(async (terms) => {
        if (await change.run({ contractId: contract.id, ...terms })) onDone();
      })}
      onClose={onClose}
    >
      <ContractFields controls={controls} />
    </DialogForm>
  );
}
