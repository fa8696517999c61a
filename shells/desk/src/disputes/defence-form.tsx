import { TextAreaField } from '@feira/shell-kit/components/form-fields';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { findFieldProblem, focusFirstProblem } from '@feira/shell-kit/field-problems';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { type DisputeCase, useDisputeAnswer } from './use-defence.ts';

interface DefenceFormProps {
  dispute: DisputeCase;
  label: string;
  hint: string;
  text: string;
  onType: (text: string) => void;
  /** Further buttons beside the one that sends the defence. */
  children: ReactNode;
  onDone: () => void;
}

const MIN_LENGTH = 20;
const MAX_LENGTH = 5000;

/**
 * Sends the defence to the bank, once, together with the files. The dialog around it keeps the text, so this form has no table
 * of fields.
 */
export function DefenceForm({ dispute, label, hint, text, children, onType, onDone }: DefenceFormProps) {
  const { t } = useTranslation('defence');
  const [isTried, setIsTried] = useState(false);
  const { run, error, isBusy } = useDisputeAnswer();
  const form = useRef<HTMLFormElement>(null);
  const isShort = text.trim().length < MIN_LENGTH;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsTried(true);
    if (isShort) return focusFirstProblem(form.current);
    if (await run({ disputeId: dispute.id, defence: text.trim() })) onDone();
  };
  return (
    <form ref={form} className="form" noValidate onSubmit={send}>
      <TextAreaField
        label={label}
        hint={hint}
        name="defence"
        rows={6}
        maxLength={MAX_LENGTH}
        value={text}
        problem={isTried && isShort ? t('short', { count: MIN_LENGTH }) : findFieldProblem(error, 'defence')}
        onChange={onType}
      />
      <Refusal error={error} />
      <div className="dialog-actions">
        {children}
        <button type="submit" className="button button-primary" aria-busy={isBusy}>
          {t('send')}
        </button>
      </div>
    </form>
  );
}
