import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { useTranslation } from 'react-i18next';
import type { ChangeDialogProps } from './change-dialog-props.ts';
import { type Administrator, useRevocation } from './use-administrators.ts';

interface RevokeDialogProps extends ChangeDialogProps {
  person: Administrator;
}

export function RevokeDialog({ person, platformId, platformName, onDone, onClose }: RevokeDialogProps) {
  const { t } = useTranslation('master');
  const { id: personId, name } = person;
  return (
    <ConfirmChange
      isDanger
      title={t('administrators.revokeTitle', { name })}
      text={t('administrators.revokeText', { platform: platformName })}
      action={t('administrators.revoke')}
      change={useRevocation()}
      input={{ personId, ...(platformId && { platformId }) }}
      onDone={() => onDone(t('administrators.revoked', { name }))}
      onClose={onClose}
    />
  );
}
