import type { inviteManager } from '@feira/schemas/procedures/people';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { type FieldsOf, group } from '@feira/shell-kit/fields';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { INVITATION } from '../../components/invitation.ts';
import { InvitationFields } from '../../components/invitation-fields.tsx';
import { useInvitation } from './use-managers.ts';

interface InviteDialogProps {
  onDone: (message: string) => void;
  onClose: () => void;
}

const FIELDS = group(INVITATION satisfies FieldsOf<typeof inviteManager>);

export function InviteDialog({ onDone, onClose }: InviteDialogProps) {
  const { t } = useTranslation('admin');
  const change = useInvitation();
  const { controls, dialog } = useDraft({ fields: FIELDS, change, say: t });
  return (
    <DialogForm
      title={t('managers.inviteTitle')}
      text={t('managers.inviteText')}
      action={t('people.sendInvitation')}
      {...dialog(async (input) => {
        if (await change.run(input)) onDone(t('managers.invited', { email: input.email }));
      })}
      onClose={onClose}
    >
      <InvitationFields controls={controls} />
    </DialogForm>
  );
}
