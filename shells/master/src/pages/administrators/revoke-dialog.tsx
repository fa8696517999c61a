import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { useTranslation } from 'react-i18next';
import type { ChangeDialogProps } from './change-dialog-props.ts';
import { type Administrator, useRevocation } from './use-administrators.ts';

interface RevokeDialogProps extends ChangeDialogProps {
  person: Administrator;
}

export function RevokeDialog({ person, platformId, platformName, onDone, onClose }: RevokeDialogProps) {
  const { t } = useTranslation('master');
  const { run, error, isBusy } = useRevocation();
  const { id: personId, name } = person;
  const revoke = async () => {
    if (await run({ personId, ...(platformId && { platformId }) })) onDone(t('administrators.revoked', { name }));
  };
  return (
    <ConfirmDialog
      isDanger
      title={t('administrators.revokeTitle', { name })}
      text={t('administrators.revokeText', { platform: platformName })}
      action={t('administrators.revoke')}
      isBusy={isBusy}
      error={error}
      onConfirm={revoke}
      onClose={onClose}
    />
  );
}
