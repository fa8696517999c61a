import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import { PermissionFields } from '@feira/shell-desk/permissions/permission-fields.tsx';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import type { ChangeDialogProps } from './change-dialog-props.ts';
import { INVITATION } from './invitation.ts';
import { useInvitation } from './use-administrators.ts';

export function InviteDialog({ platformId, platformName, onDone, onClose }: ChangeDialogProps) {
  const { t } = useTranslation('master');
  const change = useInvitation();
  const { controls, dialog } = useDraft({ fields: INVITATION, change, say: t });
  const { value, problem, onChange } = controls.permissions;
  return (
    <DialogForm
      isWide
      title={t('administrators.inviteTitle', { platform: platformName })}
      text={t('administrators.inviteText')}
      action={t('administrators.send')}
      {...dialog(async (input) => {
        if (await change.run({ ...input, ...(platformId && { platformId }) }))
          onDone(t('administrators.invited', { email: input.email }));
      })}
      onClose={onClose}
    >
      <div className="form-grid">
        <TextField label={t('administrators.name')} {...controls.name} />
        <TextField label={t('administrators.email')} {...controls.email} />
      </div>
      <PermissionFields chosen={value} held={ADMIN_PERMISSIONS} onChange={onChange} />
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </DialogForm>
  );
}
