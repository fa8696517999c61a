import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { useTranslation } from 'react-i18next';
import { useAffiliationEnd } from './use-partners.ts';

interface EndAffiliationDialogProps {
  affiliationId: string;
  onDone: (message: string) => void;
  onClose: () => void;
}

export function EndAffiliationDialog({ affiliationId, onDone, onClose }: EndAffiliationDialogProps) {
  const { t } = useTranslation('partners');
  return (
    <ConfirmChange
      isDanger
      title={t('endTitle')}
      text={t('endText')}
      action={t('end')}
      change={useAffiliationEnd()}
      input={{ affiliationId }}
      onClose={onClose}
      onDone={() => onDone(t('ended'))}
    />
  );
}
