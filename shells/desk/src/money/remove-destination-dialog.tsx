import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { useTranslation } from 'react-i18next';
import { type Destination, useDestinationRemoval } from './use-money.ts';

interface RemoveDestinationDialogProps {
  destination: Destination;
  onDone: () => void;
  onClose: () => void;
}

export function RemoveDestinationDialog({ destination, onDone, onClose }: RemoveDestinationDialogProps) {
  const { t } = useTranslation('money');
  const { run, error, isBusy } = useDestinationRemoval();
  const remove = async () => {
    if (await run({ destinationId: destination.id })) onDone();
  };
  return (
    <ConfirmDialog
      isDanger
      title={t('destinations.removeTitle', { label: destination.label })}
      text={t('destinations.removeText')}
      action={t('destinations.remove')}
      error={error}
      isBusy={isBusy}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
