import { TextAreaField } from '@feira/shell-kit/components/form-fields';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { findFieldProblem, focusFirstProblem } from '@feira/shell-kit/field-problems';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DisputeCase, useDisputeAnswer } from './use-disputes.ts';

interface DefenceFormProps {
  dispute: DisputeCase;
  onGiveUp: () => void;
  onDone: () => void;
}

const MIN_LENGTH = 20;
const MAX_LENGTH = 5000;

/** What the seller says to it; sent once, together with the files. */
export function DefenceForm({ dispute, onGiveUp, onDone }: DefenceFormProps) {
  const { t } = useTranslation('refunds');
  const [text, setText] = useState(dispute.defence);
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
        label={t('disputes.defence')}
        hint={t('disputes.defenceHint')}
        name="defence"
        rows={6}
        maxLength={MAX_LENGTH}
        value={text}
        problem={
          isTried && isShort ? t('disputes.defenceShort', { count: MIN_LENGTH }) : findFieldProblem(error, 'defence')
        }
        onChange={setText}
      />
      <Refusal error={error} />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onGiveUp}>
          {t('disputes.giveUp')}
        </button>
        <button type="submit" className="button button-primary" aria-busy={isBusy}>
          {t('disputes.send')}
        </button>
      </div>
    </form>
  );
}
