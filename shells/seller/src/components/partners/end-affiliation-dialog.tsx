import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { useTranslation } from 'react-i18next';
import { useAffiliationEnd } from './use-partners.ts';

interface EndAffiliationDialogProps {
  affiliationId: string;
  onDone: (message: string) => void;
  onClose: () => void;
}

export function EndAffiliationDialog({ affiliationId, onDone, onClose }: EndAffiliationDialogProps) {
  const { t } = useTranslation('partners');
  const { run, error, isBusy } = useAffiliationEnd();
  const end = async () => {
    if (await run({ affiliationId })) onDone(t('ended'));
  };
  return (
    <ConfirmDialog
      isDanger
      title={t('endTitle')}
      text={t('endText')}
      action={t('end')}
      error={error}
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={end}
    />
  );
}
