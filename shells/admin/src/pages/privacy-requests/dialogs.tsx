import { isEmail } from '@feira/schemas/rules/email';
import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { group, text } from '@feira/shell-kit/fields';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../components/money/reason-dialog.tsx';
import './add-texts.ts';
import { type PrivacyRequest, useApproval, useOpening, useRefusal } from './use-requests.ts';

interface DialogProps {
  onDone: (message: string) => void;
  onClose: () => void;
}
interface RequestDialogProps extends DialogProps {
  request: PrivacyRequest;
}

const nameOf = ({ name, email }: PrivacyRequest) => name ?? email;
/** The least letters of a reason, as the server asks. */
const LEAST_REASON = 10;

const FIELDS = group({
  email: text({ problem: 'emailProblem', test: isEmail, control: { maxLength: 254, inputMode: 'email' } }),
});

/** Writes down what somebody asks for outside of the pages. */
export function OpenDialog({ onDone, onClose }: DialogProps) {
  const { t } = useTranslation('adminPrivacy');
  const change = useOpening();
  const { controls, dialog } = useDraft({ fields: FIELDS, change, say: t });
  return (
    <DialogForm
      title={t('openTitle')}
      text={t('openText')}
      action={t('openAction')}
      onClose={onClose}
      {...dialog(async (input) => {
        if (await change.run(input)) onDone(t('opened'));
      })}
    >
      <TextField label={t('email')} {...controls.email} />
    </DialogForm>
  );
}

export function ApproveDialog({ request, onDone, onClose }: RequestDialogProps) {
  const { t } = useTranslation('adminPrivacy');
  const { run, error, isBusy } = useApproval();
  const approve = async () => {
    const answer = await run({ requestId: request.id });
    if (answer) onDone(t(answer.isComplete ? 'approved' : 'approvedHalf'));
  };
  return (
    <ConfirmDialog
      isDanger
      title={t('approveTitle', { name: nameOf(request) })}
      text={t('approveText')}
      action={t('approveAction')}
      error={error}
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() => void approve()}
    />
  );
}

export function RefuseDialog({ request, onDone, onClose }: RequestDialogProps) {
  const { t } = useTranslation('adminPrivacy');
  const change = useRefusal();
  return (
    <ReasonDialog
      title={t('refuseTitle', { name: nameOf(request) })}
      text={t('refuseText')}
      action={t('refuseAction')}
      hint={t('refuseHint')}
      minLength={LEAST_REASON}
      change={change}
      onClose={onClose}
      onSend={async (reason) => {
        if (await change.run({ requestId: request.id, reason })) onDone(t('refused'));
      }}
    />
  );
}
