import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { TextAreaField } from '@feira/shell-kit/components/form-fields';
import { group, text } from '@feira/shell-kit/fields';
import { useDraft } from '@feira/shell-kit/use-draft';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';

interface ReasonDialogProps {
  title: string;
  text: string;
  /** The label of the button, which names the action. */
  action: string;
  /** Says who reads the reason, and what makes a good one. */
  hint: string;
  /** The name of the field in the procedure's input. */
  field?: 'reason' | 'note';
  minLength?: number;
  /** False where the action only explains and destroys nothing. */
  isDanger?: boolean;
  change: Parameters<typeof useDraft>[0]['change'];
  onSend: (reason: string) => unknown;
  onClose: () => void;
  children?: ReactNode;
}

/** The field for the reason of a decision against a request. */
export const reason = (minLength = 1) => text({ problem: 'reasonMissing', minLength, control: { maxLength: 300 } });

/** Asks for a reason before a request is refused. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { hint, field = 'reason', minLength, isDanger = true, change, onSend, children, ...words } = props;
  const { t } = useTranslation('adminMoney');
  const { controls, dialog } = useDraft({ fields: group({ [field]: reason(minLength) }), change, say: t });
  return (
    <DialogForm {...words} isDanger={isDanger} {...dialog((input) => onSend(input[field]!))}>
      {children}
      <TextAreaField label={t('reason')} hint={hint} rows={3} {...controls[field]!} />
    </DialogForm>
  );
}
