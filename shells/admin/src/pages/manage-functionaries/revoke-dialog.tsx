import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { useTranslation } from 'react-i18next';
import { type Functionary, useRevocation } from './use-functionaries.ts';

interface RevokeDialogProps {
  person: Functionary;
  onDone: (message: string) => void;
  onClose: () => void;
}

export function RevokeDialog({ person, onDone, onClose }: RevokeDialogProps) {
  const { t } = useTranslation('admin');
  return (
    <ConfirmChange
      isDanger
      title={t('functionaries.revokeTitle', { name: person.name })}
      text={t('functionaries.revokeText')}
      action={t('functionaries.revoke')}
      change={useRevocation()}
      input={{ personId: person.id }}
      onDone={() => onDone(t('functionaries.revoked', { name: person.name }))}
      onClose={onClose}
    />
  );
}
