import type { RefusalReason } from '@feira/schemas/verification';
import '@feira/shell-desk/verification/add-texts.ts';
import { formatDocument } from '@feira/schemas/rules/document';
import { VerificationStatus } from '@feira/shell-desk/verification/verification-status.tsx';
import { EmailText } from '@feira/shell-kit/components/email-text';
import { FactList } from '@feira/shell-kit/components/fact-list';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { Icon } from '@feira/shell-kit/components/icon';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { DecisionForm } from './decision-form.tsx';
import { DocumentPane } from './document-pane.tsx';
import './review.css';
import { useVerification, type Verdicts, type Verification } from './use-verifications.ts';

interface ReviewProps {
  personId: string;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Shows one person's documents side by side, beside what they have to prove. */
export function Review({ personId, onDone, onClose }: ReviewProps) {
  const { t } = useTranslation('adminVerification');
  const { data, error, refetch } = useVerification(personId);
  const [verdicts, setVerdicts] = useState<Verdicts>({});
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = data !== undefined;
  // It takes the place of the list within the page, so a screen reader is told by the focus.
  useEffect(() => {
    if (isLoaded) heading.current?.focus();
  }, [isLoaded]);
  const isWaiting = data?.status === 'IN_REVIEW' && !data.needsAnother;
  return (
    <div className="review">
      <button type="button" className="button review-back" onClick={onClose}>
        <Icon name="arrowLeft" size={18} />
        {t('back')}
      </button>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={420} />}
      {data && (
        <>
          <div className="review-head">
            <h2 ref={heading} tabIndex={-1}>
              {data.person.name}
            </h2>
            <VerificationStatus status={data.status} />
          </div>
          <Facts verification={data} />
          <Notices verification={data} />
          <section aria-labelledby="review-files">
            <h3 id="review-files">{t('files')}</h3>
            <p className="muted">{t('filesHint')}</p>
            <ul className="review-documents">
              {data.documents.map((document) => (
                <DocumentPane
                  key={document.sent?.id ?? document.kind}
                  document={document}
                  {...(isWaiting && {
                    verdict: verdicts[document.kind] ?? null,
                    onJudge: (reason: RefusalReason | null) => {
                      const { [document.kind]: _, ...others } = verdicts;
                      setVerdicts(reason ? { ...others, [document.kind]: reason } : others);
                    },
                  })}
                />
              ))}
            </ul>
          </section>
          {isWaiting && <DecisionForm verification={data} verdicts={verdicts} onDone={onDone} />}
        </>
      )}
    </div>
  );
}

function Facts({ verification }: { verification: Verification }) {
  const { t } = useTranslation('adminVerification');
  const { locale } = useHost();
  const { person, document, submittedAt, expiresAt, status } = verification;
  return (
    <FactList
      facts={[
        [t('facts.name'), person.name],
        [t('facts.email'), <EmailText key="email" email={person.email} />],
        [t('facts.document'), document ? formatDocument(document) : t('facts.noDocument')],
        ...(submittedAt ? [[t('facts.submitted'), formatDate(submittedAt, locale)] as const] : []),
        ...(expiresAt && status === 'VERIFIED' ? [[t('facts.expires'), formatDate(expiresAt, locale)] as const] : []),
      ]}
    />
  );
}

const TONES: Partial<Record<string, string>> = {
  VERIFIED: 'notice-success',
  REFUSED: 'notice-warning',
  REVIEW: 'notice-warning',
};

function Notices({ verification }: { verification: Verification }) {
  const { t } = useTranslation(['adminVerification', 'verification']);
  const { status, isHalf, needsAnother, needsTwo, note, check } = verification;
  const isWaiting = status === 'IN_REVIEW';
  return (
    <>
      {isWaiting && needsTwo && <p className="notice notice-info">{t(isHalf ? 'isHalf' : 'needsTwo')}</p>}
      {isWaiting && needsAnother && <p className="notice notice-warning">{t('needsAnother')}</p>}
      {check && (
        <div className={`notice ${TONES[check.status] ?? 'notice-info'}`}>
          <p>
            <strong>{t(`check.${check.status}`, { provider: check.provider })}</strong>
            {check.reason && <span>{check.reason}</span>}
            {check.refusals.length > 0 && (
              <span>
                {check.refusals
                  .map(
                    ({ kind, reason }) =>
                      `${t(`verification:documents.${kind}`)}: ${t(`verification:reasons.${reason}`)}`,
                  )
                  .join(' · ')}
              </span>
            )}
          </p>
        </div>
      )}
      {note && (
        <div className="notice notice-info">
          <p>
            <strong>{t('note')}</strong>
            <span>{note}</span>
          </p>
        </div>
      )}
    </>
  );
}
