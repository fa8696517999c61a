import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { PermissionFields } from '@feira/shell-kit/components/permission-fields';
import { useHost } from '@feira/shell-kit/host-context';
import { mergePermissions } from '@feira/shell-kit/permissions/groups';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Functionary, usePermissionChange } from './use-functionaries.ts';

interface PermissionsDialogProps {
  person: Functionary;
  onDone: (message: string) => void;
  onClose: () => void;
}

export function PermissionsDialog({ person, onDone, onClose }: PermissionsDialogProps) {
  const { t } = useTranslation('admin');
  const { session } = useHost();
  const [chosen, setChosen] = useState(person.permissions);
  const { run, error, isBusy } = usePermissionChange();
  const save = () => {
    const permissions = mergePermissions(person.permissions, chosen, session.permissions);
    void run({ personId: person.id, permissions }).then(
      (answer) => answer && onDone(t('functionaries.changed', { name: person.name })),
    );
    return true;
  };
  return (
    <DialogForm
      isWide
      title={t('functionaries.editTitle', { name: person.name })}
      text={t('functionaries.editText')}
      action={t('functionaries.savePermissions')}
      isBusy={isBusy}
      error={error}
      onSend={save}
      onClose={onClose}
    >
      <PermissionFields chosen={chosen} held={session.permissions} onChange={setChosen} />
    </DialogForm>
  );
}
