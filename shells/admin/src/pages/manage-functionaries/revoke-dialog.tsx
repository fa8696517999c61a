import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { useTranslation } from 'react-i18next';
import { type Functionary, useRevocation } from './use-functionaries.ts';

interface RevokeDialogProps {
  person: Functionary;
  onDone: (message: string) => void;
  onClose: () => void;
}

export function RevokeDialog({ person, onDone, onClose }: RevokeDialogProps) {
  const { t } = useTranslation('admin');
  const { run, error, isBusy } = useRevocation();
  const revoke = async () => {
    if (await run({ personId: person.id })) onDone(t('functionaries.revoked', { name: person.name }));
  };
  return (
    <ConfirmDialog
      isDanger
      title={t('functionaries.revokeTitle', { name: person.name })}
      text={t('functionaries.revokeText')}
      action={t('functionaries.revoke')}
      error={error}
      isBusy={isBusy}
      onConfirm={revoke}
      onClose={onClose}
    />
  );
}
