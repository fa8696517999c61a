import type { AdminPermission } from '@feira/schemas/options';
import type { setPermissions } from '@feira/schemas/procedures/people';
import { mergePermissions } from '@feira/shell-desk/permissions/groups.ts';
import { PermissionFields } from '@feira/shell-desk/permissions/permission-fields.tsx';
import { ConflictNotice, nameConflict } from '@feira/shell-kit/components/conflict-notice';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { choice, type FieldsOf, group } from '@feira/shell-kit/fields';
import { useHost } from '@feira/shell-kit/host-context';
import { useVersionedDraft } from '@feira/shell-kit/use-versioned-draft';
import { useTranslation } from 'react-i18next';
import { type Functionary, usePermissionChange } from './use-functionaries.ts';

interface PermissionsDialogProps {
  person: Functionary;
  /** Reads the person anew. */
  reload: () => Promise<{ data?: Functionary | undefined }>;
  onDone: (message: string) => void;
  onClose: () => void;
}

const FIELDS = group({
  permissions: choice<AdminPermission[]>([]),
} satisfies FieldsOf<typeof setPermissions, 'personId' | 'platformId' | 'version'>);

export function PermissionsDialog({ person, reload, onDone, onClose }: PermissionsDialogProps) {
  const { t } = useTranslation('admin');
  const { session } = useHost();
  const change = usePermissionChange();
  const { controls, version, conflict, dialog } = useVersionedDraft({
    fields: FIELDS,
    record: person,
    change,
    say: t,
    reload,
  });
  const { value, onChange } = controls.permissions;
  return (
    <DialogForm
      isWide
      title={t('functionaries.editTitle', { name: person.name })}
      text={t('functionaries.editText')}
      action={t('functionaries.savePermissions')}
      {...dialog(async (input) => {
        const permissions = mergePermissions(person.permissions, input.permissions, session.permissions);
        if (await change.run({ personId: person.id, permissions, version }))
          onDone(t('functionaries.changed', { name: person.name }));
      })}
      onClose={onClose}
    >
      <ConflictNotice
        conflict={conflict}
        labelOf={(name) => nameConflict(conflict, name, t('functionaries.permissions'))}
      />
      <PermissionFields chosen={value} held={session.permissions} onChange={onChange} />
    </DialogForm>
  );
}
