import type { Output } from '@feira/schemas/procedure';
import { listMailTexts, previewMailText, sendTestMail, updateMailText } from '@feira/schemas/procedures/mail-texts';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useEffect, useState } from 'react';

export type MailText = Output<typeof listMailTexts>['mails'][number];
type Preview = Pick<MailText, 'mail' | 'locale' | 'subject' | 'intro'>;

const PAUSE_MS = 400;

export const useMailTexts = () => useProcedureQuery(listMailTexts, {});
export const useMailTextChange = () => useChange(updateMailText, listMailTexts);
export const useTestMail = () => useChange(sendTestMail);

/** Renders the typed text once the person pauses. */
export function usePreview({ mail, locale, subject, intro }: Preview) {
  const [typed, setTyped] = useState({ subject, intro });
  useEffect(() => {
    const timer = setTimeout(() => setTyped({ subject, intro }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [subject, intro]);
  return useProcedureQuery(previewMailText, { mail, locale, ...typed });
}
