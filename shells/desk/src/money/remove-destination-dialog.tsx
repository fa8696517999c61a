import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { useTranslation } from 'react-i18next';
import { type Destination, useDestinationRemoval } from './use-money.ts';

interface RemoveDestinationDialogProps {
  destination: Destination;
  onDone: () => void;
  onClose: () => void;
}

export function RemoveDestinationDialog({ destination, onDone, onClose }: RemoveDestinationDialogProps) {
  const { t } = useTranslation('money');
  return (
    <ConfirmChange
      isDanger
      title={t('destinations.removeTitle', { label: destination.label })}
      text={t('destinations.removeText')}
      action={t('destinations.remove')}
      change={useDestinationRemoval()}
      input={{ destinationId: destination.id }}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
