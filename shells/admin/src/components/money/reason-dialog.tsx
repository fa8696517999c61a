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
  /** Names the act. */
  action: string;
  /** Who reads the reason, and what makes a good one. */
  hint: string;
  /** The name of its field as the server has it. */
  field?: 'reason' | 'note';
  minLength?: number;
  /** Explaining something destroys nothing. */
  isDanger?: boolean;
  change: Parameters<typeof useDraft>[0]['change'];
  onSend: (reason: string) => unknown;
  onClose: () => void;
  children?: ReactNode;
}

/** The reason of a decision against what another person waits for. */
export const reason = (minLength = 1) => text({ problem: 'reasonMissing', minLength, control: { maxLength: 300 } });

/** Asks for a reason before something is refused that somebody waits for. */
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
