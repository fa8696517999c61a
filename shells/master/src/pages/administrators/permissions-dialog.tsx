import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { PermissionFields } from '@feira/shell-kit/components/permission-fields';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangeDialogProps } from './change-dialog-props.ts';
import { type Administrator, usePermissionChange } from './use-administrators.ts';

interface PermissionsDialogProps extends ChangeDialogProps {
  person: Administrator;
}

export function PermissionsDialog({ person, platformId, platformName, onDone, onClose }: PermissionsDialogProps) {
  const { t } = useTranslation(['master', 'kit']);
  const [permissions, setPermissions] = useState(person.permissions);
  const { run, error, isBusy } = usePermissionChange();
  const { id: personId, name } = person;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const input = { personId, permissions, ...(platformId && { platformId }) };
    if (await run(input)) onDone(t('administrators.changed', { name }));
  };
  return (
    <ModalDialog
      isWide
      title={t('administrators.editTitle', { name })}
      text={t('administrators.editText', { platform: platformName })}
      onClose={onClose}
    >
      <form className="form" onSubmit={save}>
        <PermissionFields chosen={permissions} held={ADMIN_PERMISSIONS} onChange={setPermissions} />
        <Refusal error={error} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('kit:cancel')}
          </button>
          <button type="submit" className="button button-primary" aria-busy={isBusy}>
            {t('administrators.save')}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}
