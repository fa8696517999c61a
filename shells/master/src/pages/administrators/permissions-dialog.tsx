import { ADMIN_PERMISSIONS, type AdminPermission } from '@feira/schemas/options';
import type { setPermissions } from '@feira/schemas/procedures/people';
import { PermissionFields } from '@feira/shell-desk/permissions/permission-fields.tsx';
import { ConflictNotice, nameConflict } from '@feira/shell-kit/components/conflict-notice';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { choice, type FieldsOf, group } from '@feira/shell-kit/fields';
import { useVersionedDraft } from '@feira/shell-kit/use-versioned-draft';
import { useTranslation } from 'react-i18next';
import type { ChangeDialogProps } from './change-dialog-props.ts';
import { type Administrator, usePermissionChange } from './use-administrators.ts';

interface PermissionsDialogProps extends ChangeDialogProps {
  person: Administrator;
  /** Reads the person anew. */
  reload: () => Promise<{ data?: Administrator | undefined }>;
}

const FIELDS = group({
  permissions: choice<AdminPermission[]>([]),
} satisfies FieldsOf<typeof setPermissions, 'personId' | 'platformId' | 'version'>);

export function PermissionsDialog(props: PermissionsDialogProps) {
  const { person, reload, platformId, platformName, onDone, onClose } = props;
  const { t } = useTranslation('master');
  const change = usePermissionChange();
  const { controls, version, conflict, dialog } = useVersionedDraft({
    fields: FIELDS,
    record: person,
    change,
    say: t,
    reload,
  });
  const { id: personId, name } = person;
  const { value, onChange } = controls.permissions;
  return (
    <DialogForm
      isWide
      title={t('administrators.editTitle', { name })}
      text={t('administrators.editText', { platform: platformName })}
      action={t('administrators.save')}
      {...dialog(async (input) => {
        if (await change.run({ personId, ...input, version, ...(platformId && { platformId }) }))
          onDone(t('administrators.changed', { name }));
      })}
      onClose={onClose}
    >
      <ConflictNotice
        conflict={conflict}
        labelOf={(name) => nameConflict(conflict, name, t('administrators.permissions'))}
      />
      <PermissionFields chosen={value} held={ADMIN_PERMISSIONS} onChange={onChange} />
    </DialogForm>
  );
}
