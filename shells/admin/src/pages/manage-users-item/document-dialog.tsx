import type { setUserDocument } from '@feira/schemas/procedures/people';
import { isDocument, normalizeDocument } from '@feira/schemas/rules/document';
import { maskCpfOrCnpj } from '@feira/schemas/rules/mask';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { type FieldsOf, group, text } from '@feira/shell-kit/fields';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import type { User } from './use-profile.ts';
import { useDocumentCorrection } from './use-user-changes.ts';

interface DocumentDialogProps {
  user: User;
  onDone: () => void;
  onClose: () => void;
}

const FIELDS = group({
  document: text({
    problem: 'users.correctWrong',
    test: (typed) => isDocument(normalizeDocument(typed)),
    mask: maskCpfOrCnpj,
    control: { spellCheck: false },
  }),
  reason: text({ problem: 'users.correctReasonMissing', control: { maxLength: 300 } }),
} satisfies FieldsOf<typeof setUserDocument, 'personId'>);

/** Corrects the document in whose name a person is paid, and says what happens to the destinations so far. */
export default function DocumentDialog({ user, onDone, onClose }: DocumentDialogProps) {
  const { t } = useTranslation('admin');
  const change = useDocumentCorrection();
  const { controls, dialog } = useDraft({ fields: FIELDS, change, say: t });
  return (
    <DialogForm
      title={t('users.correctTitle', { name: user.name })}
      text={t('users.correctText')}
      action={t('users.correctAction')}
      {...dialog(async (input) => {
        if (await change.run({ personId: user.id, ...input })) onDone();
      })}
      onClose={onClose}
    >
      <TextField label={t('users.document')} {...controls.document} />
      <TextAreaField label={t('users.correctReason')} hint={t('users.correctReasonHint')} {...controls.reason} />
    </DialogForm>
  );
}
