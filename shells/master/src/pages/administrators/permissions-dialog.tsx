import { ADMIN_PERMISSIONS, type AdminPermission } from '@feira/schemas/options';
import type { setPermissions } from '@feira/schemas/procedures/people';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { PermissionFields } from '@feira/shell-kit/components/permission-fields';
import { choice, type FieldsOf, group } from '@feira/shell-kit/fields';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import type { ChangeDialogProps } from './change-dialog-props.ts';
import { type Administrator, usePermissionChange } from './use-administrators.ts';

interface PermissionsDialogProps extends ChangeDialogProps {
  person: Administrator;
}

const FIELDS = group({
  permissions: choice<AdminPermission[]>([]),
} satisfies FieldsOf<typeof setPermissions, 'personId' | 'platformId'>);

export function PermissionsDialog({ person, platformId, platformName, onDone, onClose }: PermissionsDialogProps) {
  const { t } = useTranslation('master');
  const change = usePermissionChange();
  const { controls, dialog } = useDraft({ fields: FIELDS, stored: person, change, say: t });
  const { id: personId, name } = person;
  const { value, onChange } = controls.permissions;
  return (
    <DialogForm
      isWide
      title={t('administrators.editTitle', { name })}
      text={t('administrators.editText', { platform: platformName })}
      action={t('administrators.save')}
      {...dialog(async (input) => {
        if (await change.run({ personId, ...input, ...(platformId && { platformId }) }))
          onDone(t('administrators.changed', { name }));
      })}
      onClose={onClose}
    >
      <PermissionFields chosen={value} held={ADMIN_PERMISSIONS} onChange={onChange} />
    </DialogForm>
  );
}
