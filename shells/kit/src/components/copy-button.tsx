import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';

const SHOWN_MS = 3000;

/** Copies a text and says so, also to those who do not see it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation('kit');
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed' | null>(null);
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('copyFailed'),
    );
  };
  return (
    <>
      <button type="button" className="button" onClick={copy}>
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} size={18} />
        {outcome ? t(outcome) : label}
      </button>
      <span className="visually-hidden" role="status">
        {outcome && t(outcome)}
      </span>
    </>
  );
}
