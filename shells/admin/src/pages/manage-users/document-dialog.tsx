import { isDocument, normalizeDocument } from '@feira/schemas/rules/document';
import { maskCpfOrCnpj } from '@feira/schemas/rules/mask';
import { TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { DialogForm } from '@feira/shell-kit/components/money/dialog-form';
import { findFieldProblem } from '@feira/shell-kit/field-problems';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentCorrection } from './use-user-changes.ts';
import type { User } from './use-users.ts';

interface DocumentDialogProps {
  user: User;
  onDone: () => void;
  onClose: () => void;
}

const MAX_REASON = 300;

/** Corrects whose name somebody is paid in, and says what happens to where the money went so far. */
export function DocumentDialog({ user, onDone, onClose }: DocumentDialogProps) {
  const { t } = useTranslation('admin');
  const { run, error, isBusy, reset } = useDocumentCorrection();
  const [fields, setFields] = useState({ document: '', reason: '' });
  const [isTried, setIsTried] = useState(false);
  const isValid = isDocument(normalizeDocument(fields.document));
  const hasReason = fields.reason.trim() !== '';
  const change = (changed: Partial<typeof fields>) => {
    setFields({ ...fields, ...changed });
    if (error) reset();
  };
  const send = () => {
    setIsTried(true);
    if (!isValid || !hasReason) return false;
    void run({ personId: user.id, ...fields }).then((answer) => answer && onDone());
    return true;
  };
  return (
    <DialogForm
      title={t('users.correctTitle', { name: user.name })}
      text={t('users.correctText')}
      action={t('users.correctAction')}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onSend={send}
    >
      <TextField
        label={t('users.document')}
        name="document"
        maxLength={18}
        spellCheck={false}
        value={fields.document}
        problem={isTried && !isValid ? t('users.correctWrong') : findFieldProblem(error, 'document')}
        onChange={(document) => change({ document: maskCpfOrCnpj(document) })}
      />
      <TextAreaField
        label={t('users.correctReason')}
        name="reason"
        maxLength={MAX_REASON}
        hint={t('users.correctReasonHint')}
        value={fields.reason}
        problem={isTried && !hasReason ? t('users.correctReasonMissing') : findFieldProblem(error, 'reason')}
        onChange={(reason) => change({ reason })}
      />
    </DialogForm>
  );
}
