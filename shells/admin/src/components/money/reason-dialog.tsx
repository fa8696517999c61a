import type { ApiError } from '@feira/shell-kit/client';
import { TextAreaField } from '@feira/shell-kit/components/form-fields';
import { DialogForm } from '@feira/shell-kit/components/money/dialog-form';
import { findFieldProblem } from '@feira/shell-kit/field-problems';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';

interface ReasonDialogProps {
  title: string;
  text: string;
  /** Names the act. */
  action: string;
  /** Who reads the reason, and what makes a good one. */
  hint: string;
  /** The name of its field as the server has it. */
  field?: string;
  minimum?: number;
  /** Explaining something destroys nothing. */
  isDanger?: boolean;
  /** Something else in the dialog is not right yet, and says so itself. */
  isBlocked?: boolean;
  isBusy: boolean;
  error: ApiError | null;
  onSend: (reason: string) => void;
  onClose: () => void;
  children?: ReactNode;
}

const LONGEST = 300;

/** Asks why, before something is refused that somebody waits for. */
export function ReasonDialog(props: ReasonDialogProps) {
  const {
    hint,
    field = 'reason',
    minimum = 1,
    isBlocked = false,
    isDanger = true,
    isBusy,
    error,
    onSend,
    children,
    ...dialog
  } = props;
  const { t } = useTranslation('adminMoney');
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const isMissing = reason.trim().length < minimum;
  const send = () => {
    setIsTried(true);
    const isReady = !isMissing && !isBlocked;
    if (isReady) onSend(reason.trim());
    return isReady;
  };
  return (
    <DialogForm {...dialog} isDanger={isDanger} isBusy={isBusy} error={error} onSend={send}>
      {children}
      <TextAreaField
        name={field}
        label={t('reason')}
        hint={hint}
        rows={3}
        maxLength={LONGEST}
        value={reason}
        problem={isTried && isMissing ? t('reasonMissing') : findFieldProblem(error, field)}
        onChange={setReason}
      />
    </DialogForm>
  );
}
