import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../copy-text.ts';
import { Icon } from './icon.tsx';

const SHOWN_MS = 3000;

interface CopyButtonProps {
  text: string;
  label: string;
  /** Screen readers read it after the label: it names the text beside the button. */
  description?: string;
}

/** Copies a text and reports it, also to those who do not see it. */
export function CopyButton({ text, label, description }: CopyButtonProps) {
  const { t } = useTranslation('kit');
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed' | null>(null);
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () => void copyText(text).then((isCopied) => setOutcome(isCopied ? 'copied' : 'copyFailed'));
  return (
    <>
      <button type="button" className="button" onClick={copy}>
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} size={18} />
        {outcome ? t(outcome) : label}
        {description && <span className="visually-hidden"> {description}</span>}
      </button>
      <span className="visually-hidden" role="status">
        {outcome && t(outcome)}
      </span>
    </>
  );
}
