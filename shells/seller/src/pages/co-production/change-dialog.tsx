import { writeBasisPoints } from '@feira/shell-kit/amount-text';
import { DialogForm } from '@feira/shell-kit/components/money/dialog-form';
import { useHost } from '@feira/shell-kit/host-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readShare } from '../../components/partners/share-text.ts';
import { type GivenContract, useContractChange } from '../../components/partners/use-partners.ts';
import { ContractFields, type ContractText } from './contract-fields.tsx';

interface ChangeDialogProps {
  contract: GivenContract;
  onDone: () => void;
  onClose: () => void;
}

/** Offers another version; the last day is asked for anew, because it is what is agreed on anew. */
export function ChangeDialog({ contract, onDone, onClose }: ChangeDialogProps) {
  const { t } = useTranslation('partners');
  const { locale } = useHost();
  const { run, error, isBusy, reset } = useContractChange();
  const [text, setText] = useState<ContractText>({ share: writeBasisPoints(contract.basisPoints, locale), endsOn: '' });
  const [isTried, setIsTried] = useState(false);
  const send = () => {
    setIsTried(true);
    const basisPoints = readShare(text.share);
    if (basisPoints === null) return false;
    const terms = { basisPoints, endsOn: text.endsOn || null };
    void run({ contractId: contract.id, ...terms }).then((answer) => answer && onDone());
    return true;
  };
  return (
    <DialogForm
      title={t('contracts.changeTitle', { name: contract.person.name })}
      text={t('contracts.changeText')}
      action={t('contracts.sendChange')}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onSend={send}
    >
      <ContractFields
        text={text}
        isTried={isTried}
        error={error}
        onChange={(changed) => {
          setText({ ...text, ...changed });
          if (error) reset();
        }}
      />
    </DialogForm>
  );
}
