import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { useTranslation } from 'react-i18next';
import { useContractEnd } from './use-partners.ts';

interface EndContractDialogProps {
  contractId: string;
  onDone: () => void;
  onClose: () => void;
}

export function EndContractDialog({ contractId, onDone, onClose }: EndContractDialogProps) {
  const { t } = useTranslation('partners');
  return (
    <ConfirmChange
      isDanger
      title={t('contracts.endTitle')}
      text={t('contracts.endText')}
      action={t('end')}
      change={useContractEnd()}
      input={{ contractId }}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
