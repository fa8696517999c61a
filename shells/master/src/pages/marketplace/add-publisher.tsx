import { TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { findFieldProblem, focusFirstProblem } from '@feira/shell-kit/field-problems';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePublisherAddition } from '../../marketplace/use-packages.ts';
import { findProblems } from './publisher-draft.ts';

const EMPTY = { name: '', publicKey: '' };

export function AddPublisher({ onDone }: { onDone: (name: string) => void }) {
  const { t } = useTranslation('marketplace');
  const [draft, setDraft] = useState(EMPTY);
  const [isTried, setIsTried] = useState(false);
  const { run, error, isBusy, reset } = usePublisherAddition();
  const form = useRef<HTMLFormElement>(null);
  const problems = isTried ? findProblems(draft) : {};
  const edit = (changes: Partial<typeof EMPTY>) => {
    setDraft({ ...draft, ...changes });
    if (error) reset();
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsTried(true);
    if (Object.keys(findProblems(draft)).length > 0) return focusFirstProblem(form.current);
    const name = draft.name.trim();
    if (!(await run({ name, publicKey: draft.publicKey.trim() }))) return;
    setDraft(EMPTY);
    setIsTried(false);
    onDone(name);
  };
  const problemOf = (field: 'name' | 'publicKey') => {
    const problem = problems[field];
    return problem ? t(`trust.${problem}`) : findFieldProblem(error, field);
  };
  const isOfField = problemOf('name') || problemOf('publicKey');
  return (
    <form ref={form} className="form trust-add" noValidate onSubmit={add}>
      <h3>{t('trust.addTitle')}</h3>
      <TextField
        name="publisherName"
        label={t('trust.addName')}
        hint={t('trust.addNameHint')}
        maxLength={120}
        value={draft.name}
        problem={problemOf('name')}
        onChange={(name) => edit({ name })}
      />
      <TextAreaField
        name="publicKey"
        label={t('trust.addKey')}
        hint={t('trust.addKeyHint')}
        maxLength={1000}
        value={draft.publicKey}
        problem={problemOf('publicKey')}
        onChange={(publicKey) => edit({ publicKey })}
      />
      {!isOfField && <Refusal error={error} />}
      <div>
        <button type="submit" className="button button-primary" aria-busy={isBusy}>
          {t('trust.add')}
        </button>
      </div>
    </form>
  );
}
