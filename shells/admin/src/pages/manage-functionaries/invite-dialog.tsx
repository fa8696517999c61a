import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import type { inviteFunctionary } from '@feira/schemas/procedures/people';
import { PermissionFields } from '@feira/shell-desk/permissions/permission-fields.tsx';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { type FieldsOf, group, several } from '@feira/shell-kit/fields';
import { useHost } from '@feira/shell-kit/host-context';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { INVITATION } from '../../components/invitation.ts';
import { InvitationFields } from '../../components/invitation-fields.tsx';
import { useInvitation } from './use-functionaries.ts';

interface InviteDialogProps {
  onDone: (message: string) => void;
  onClose: () => void;
}

const FIELDS = group({
  ...INVITATION,
  permissions: several(ADMIN_PERMISSIONS, 'functionaries.noneChosen'),
} satisfies FieldsOf<typeof inviteFunctionary, 'platformId'>);

export function InviteDialog({ onDone, onClose }: InviteDialogProps) {
  const { t } = useTranslation('admin');
  const { session } = useHost();
  const change = useInvitation();
  const { controls, dialog } = useDraft({ fields: FIELDS, change, say: t });
  const { value, problem, onChange } = controls.permissions;
  return (
    <DialogForm
      isWide
      title={t('functionaries.inviteTitle')}
      text={t('functionaries.inviteText')}
      action={t('people.sendInvitation')}
      {...dialog(async (input) => {
        if (await change.run(input)) onDone(t('functionaries.invited', { email: input.email }));
      })}
      onClose={onClose}
    >
      <InvitationFields controls={controls} />
      <PermissionFields chosen={value} held={session.permissions} onChange={onChange} />
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </DialogForm>
  );
}
