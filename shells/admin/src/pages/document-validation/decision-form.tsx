import { TextAreaField } from '@feira/shell-kit/components/form-fields';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { useDecision, type Verdicts, type Verification } from './use-verifications.ts';

interface DecisionFormProps {
  verification: Verification;
  verdicts: Verdicts;
  onDone: (message: string) => void;
}

/** Verifies the person, or refuses with the reasons that were marked. */
export function DecisionForm({ verification, verdicts, onDone }: DecisionFormProps) {
  const { t } = useTranslation('adminVerification');
  const { run, error, isBusy } = useDecision();
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<'marked' | 'reason' | null>(null);
  const { person, version, documents } = verification;
  const refused = documents.flatMap(({ kind }) => {
    const reason = verdicts[kind];
    return reason ? [{ kind, reason }] : [];
  });
  const words = note.trim();

  const decide = async (decision: 'VERIFY' | 'REFUSE') => {
    if (isBusy) return;
    const isMarked = refused.length > 0;
    const found = decision === 'VERIFY' ? isMarked && 'marked' : !isMarked && !words && 'reason';
    setProblem(found || null);
    if (found) return;
    const answer = await run({
      personId: person.id,
      version,
      decision,
      ...(decision === 'REFUSE' && isMarked && { refused }),
      ...(words && { note: words }),
    });
    if (answer) onDone(t(`done.${decision === 'REFUSE' ? 'refused' : answer.isComplete ? 'verified' : 'half'}`));
  };
  return (
    <section className="panel form review-decision" aria-labelledby="review-decision">
      <h3 id="review-decision">{t('decision')}</h3>
      <TextAreaField
        name="note"
        label={t('words')}
        hint={t('wordsHint')}
        rows={3}
        maxLength={500}
        value={note}
        onChange={setNote}
      />
      <div role="alert">{problem && <p className="field-error">{t(`problems.${problem}`)}</p>}</div>
      <Refusal error={error} />
      <div className="dialog-actions">
        <button type="button" className="button button-danger" aria-busy={isBusy} onClick={() => void decide('REFUSE')}>
          {t('refuse')}
        </button>
        <button
          type="button"
          className="button button-primary"
          aria-busy={isBusy}
          onClick={() => void decide('VERIFY')}
        >
          {t('verify')}
        </button>
      </div>
    </section>
  );
}
