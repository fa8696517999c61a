import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { PermissionFields } from '@feira/shell-kit/components/permission-fields';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { useHost } from '@feira/shell-kit/host-context';
import { mergePermissions } from '@feira/shell-kit/permissions/groups';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Functionary, usePermissionChange } from './use-functionaries.ts';

interface PermissionsDialogProps {
  person: Functionary;
  onDone: (message: string) => void;
  onClose: () => void;
}

export function PermissionsDialog({ person, onDone, onClose }: PermissionsDialogProps) {
  const { t } = useTranslation(['admin', 'kit']);
  const { session } = useHost();
  const [chosen, setChosen] = useState(person.permissions);
  const { run, error, isBusy } = usePermissionChange();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const permissions = mergePermissions(person.permissions, chosen, session.permissions);
    if (await run({ personId: person.id, permissions })) onDone(t('functionaries.changed', { name: person.name }));
  };
  return (
    <ModalDialog
      isWide
      title={t('functionaries.editTitle', { name: person.name })}
      text={t('functionaries.editText')}
      onClose={onClose}
    >
      <form className="form" onSubmit={save}>
        <PermissionFields chosen={chosen} held={session.permissions} onChange={setChosen} />
        <Refusal error={error} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('kit:cancel')}
          </button>
          <button type="submit" className="button button-primary" aria-busy={isBusy}>
            {t('functionaries.savePermissions')}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}
