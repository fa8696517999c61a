import { TextField } from '@feira/shell-kit/components/form-fields';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { findFieldProblem, focusFirstProblem } from '@feira/shell-kit/field-problems';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isHost, readHost } from './host-text.ts';
import { useClaim } from './use-domains.ts';

export function ClaimForm({ onDone }: { onDone: (message: string) => void }) {
  const { t } = useTranslation('admin');
  const [text, setText] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const { run, error, isBusy, reset } = useClaim();
  const form = useRef<HTMLFormElement>(null);
  const type = (next: string) => {
    setText(next);
    setIsWrong(false);
    if (error) reset();
  };
  const claim = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const host = readHost(text);
    setIsWrong(!isHost(host));
    if (!isHost(host)) return focusFirstProblem(form.current);
    if (!(await run({ host }))) return focusFirstProblem(form.current);
    setText('');
    onDone(t('domains.claimed', { host }));
  };
  // The server's codes of one field: said beside it, not above the form.
  const problem = isWrong
    ? t('domains.invalid')
    : (findFieldProblem(error, 'host') ?? (error?.code.startsWith('DOMAIN_') ? error.message : undefined));
  return (
    <form ref={form} className="panel domains-claim" noValidate onSubmit={claim}>
      <TextField
        label={t('domains.host')}
        hint={t('domains.hostHint')}
        placeholder={t('domains.hostExample')}
        inputMode="url"
        spellCheck={false}
        autoCapitalize="none"
        maxLength={300}
        value={text}
        problem={problem}
        onChange={type}
      />
      <button type="submit" className="button button-primary" aria-busy={isBusy}>
        {t('domains.claim')}
      </button>
      {!problem && <Refusal error={error} />}
    </form>
  );
}
