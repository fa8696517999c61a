import type { Locale } from '@feira/schemas/common';
import { getOwnVerification, submitVerification } from '@feira/schemas/procedures/verifications';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { DOCUMENT_MISSING, findMissing } from '@feira/schemas/rules/verification';
import '@feira/shell-desk/verification/add-texts.ts';
import { VerificationStatus } from '@feira/shell-desk/verification/verification-status.tsx';
import type { Client } from '@feira/shell-kit/client';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { formatDate } from '@feira/shell-kit/format';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { useSubmit } from '../../../components/use-submit.ts';
import { DoneNotice, Section } from '../section.tsx';
import { useLoaded } from '../use-account.ts';
import './add-texts.ts';
import { DocumentItem, type OwnVerification } from './document-item.tsx';
import './verification.css';

interface VerificationSectionProps {
  client: Client;
  locale: Locale;
  isReadOnly: boolean;
}

/** The address of the notices that lead here ends with it. */
const MARK = '#verification';

/** Takes the documents by which a person proves who they are. It is not there where nobody asks for them. */
export default function VerificationSection({ client, locale, isReadOnly }: VerificationSectionProps) {
  const { t } = useTranslation(['ownVerification', 'verification']);
  const { value, error, reload } = useLoaded(client, getOwnVerification);
  const place = useRef<HTMLDivElement>(null);
  const isShown = value !== null && (value.demand !== 'NEVER' || value.status !== 'NONE');
  useEffect(() => {
    if (isShown && location.hash === MARK) place.current?.scrollIntoView();
  }, [isShown]);
  if (!isShown && !error) return null;
  return (
    <div ref={place} className="verification-place">
      <Section title={t('verification:title')} text={t('text')}>
        {error && !value && <LoadError error={error} onRetry={reload} />}
        {value && (
          <Steps verification={value} client={client} locale={locale} isReadOnly={isReadOnly} reload={reload} />
        )}
      </Section>
    </div>
  );
}

interface StepsProps extends VerificationSectionProps {
  verification: OwnVerification;
  reload: () => Promise<void>;
}

function Steps({ verification, client, locale, isReadOnly, reload }: StepsProps) {
  const { t } = useTranslation(['ownVerification', 'verification']);
  const { failure, isBusy, submit } = useSubmit();
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [done, setDone] = useState<'sent' | 'submitted' | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const { status, documents, note, documentType, keptDays } = verification;
  const isOpen = !isReadOnly && status !== 'IN_REVIEW' && status !== 'VERIFIED';

  const handIn = async () => {
    setDone(null);
    const wanted = documents.filter(({ isWanted }) => isWanted).map(({ kind }) => kind);
    const sent = documents.flatMap(({ kind, sent: file }) => (file ? [{ kind, refusal: file.refusal }] : []));
    const found = findMissing(wanted, sent);
    setMissing(found);
    if (found.length > 0) {
      list.current?.querySelector<HTMLElement>(`[data-kind="${found[0]}"] button`)?.focus();
      return;
    }
    const refused = await submit(() => client.call(submitVerification, {}));
    await reload();
    if (!refused) setDone('submitted');
  };
  const sent = async () => {
    setMissing([]);
    await reload();
    setDone('sent');
  };
  return (
    <>
      <div className="verification-head">
        <VerificationStatus status={status} />
      </div>
      <Explanation verification={verification} locale={locale} />
      {note && isOpen && (
        <div className="notice notice-warning">
          <p>
            <strong>{t('note')}</strong>
            <span>{note}</span>
          </p>
        </div>
      )}
      {documentType === null && isOpen && <p className="notice notice-error">{t('numberMissing')}</p>}
      <ul ref={list} className="verification-documents" aria-label={t('list')}>
        {documents.map((document) => (
          <DocumentItem
            key={document.kind}
            document={document}
            client={client}
            locale={locale}
            isOpen={isOpen}
            problem={missing.includes(document.kind) ? DOCUMENT_MISSING[document.kind][locale] : null}
            onSent={sent}
          />
        ))}
      </ul>
      {isOpen && (
        <>
          <p className="muted">{t('files')}</p>
          <FailureNotice failure={failure} />
          <div className="account-actions">
            <button
              type="button"
              className="button button-primary"
              aria-busy={isBusy}
              onClick={() => !isBusy && void handIn()}
            >
              {t('submit')}
            </button>
          </div>
          <p className="muted">{t('submitHint', { count: keptDays })}</p>
        </>
      )}
      <DoneNotice text={done && t(`done.${done}`)} />
    </>
  );
}

/** Says why documents are asked for, or what became of them. */
function Explanation({ verification, locale }: Pick<StepsProps, 'verification' | 'locale'>) {
  const { t } = useTranslation('ownVerification');
  const { status, demand, freeUpTo, currency, submittedAt, expiresAt } = verification;
  const on = (at: string | null) => ({ date: at ? formatDate(at, locale) : '' });
  const amount = formatCurrency(freeUpTo, currency, locale);
  if (status === 'IN_REVIEW') return <p>{t('inReview', on(submittedAt))}</p>;
  if (status === 'VERIFIED') return <p>{t('verified', on(expiresAt))}</p>;
  if (status === 'EXPIRED') return <p>{t('expired', on(expiresAt))}</p>;
  if (status === 'REFUSED') return <p>{t('refused')}</p>;
  return <p>{t(`why.${demand}`, { amount })}</p>;
}
