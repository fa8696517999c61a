import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { useTranslation } from 'react-i18next';
import { useContractEnd } from './use-partners.ts';

interface EndContractDialogProps {
  contractId: string;
  onDone: () => void;
  onClose: () => void;
}

export function EndContractDialog({ contractId, onDone, onClose }: EndContractDialogProps) {
  const { t } = useTranslation('partners');
  const { run, error, isBusy } = useContractEnd();
  const end = async () => {
    if (await run({ contractId })) onDone();
  };
  return (
    <ConfirmDialog
      isDanger
      title={t('contracts.endTitle')}
      text={t('contracts.endText')}
      action={t('end')}
      error={error}
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={end}
    />
  );
}
