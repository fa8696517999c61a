import { useCapabilityName } from '@feira/shell-desk/connections/capability-name.ts';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { formatCount, formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { NARROW, useMediaQuery } from '@feira/shell-kit/use-media-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProofBar } from '../../marketplace/package-words.tsx';
import { ProofCards } from './proof-cards.tsx';
import { ProofMatrix } from './proof-matrix.tsx';
import './proofs.css';
import { type Failing, PROOFS, type Report, readReport } from './report.ts';

export function ProofsTab({ report: file }: { report: Record<string, unknown> | null }) {
  const { t } = useTranslation('marketplace');
  const isNarrow = useMediaQuery(NARROW);
  const [failing, setFailing] = useState<Failing | null>(null);
  const report = readReport(file);
  if (!report) return <EmptyState icon="shield" title={t('report.noneTitle')} text={t('report.noneText')} />;
  const Proofs = isNarrow ? ProofCards : ProofMatrix;
  return (
    <>
      <Summary report={report} />
      <Proofs capabilities={report.capabilities} onFailing={setFailing} />
      <details className="panel proof-legend">
        <summary>{t('report.legend')}</summary>
        <dl>
          {PROOFS.map((proof) => (
            <div key={proof}>
              <dt>{t(`report.proof.${proof}`)}</dt>
              <dd>{t(`report.proofText.${proof}`)}</dd>
            </div>
          ))}
        </dl>
      </details>
      {failing && <Failures failing={failing} onClose={() => setFailing(null)} />}
    </>
  );
}

function Summary({ report: { counts, date, contractVersion, kitVersion, seed } }: { report: Report }) {
  const { t } = useTranslation('marketplace');
  const { locale } = useHost();
  const passed = counts.proofs - counts.failed;
  const facts = [
    [t('report.date'), formatDate(date, locale)],
    [t('report.contract'), contractVersion],
    [t('report.kit'), kitVersion],
    [t('report.seed'), String(seed)],
  ] as const;
  return (
    <section className="panel proof-summary">
      <h2>{t('report.title')}</h2>
      <p className="muted">{t('report.text')}</p>
      {counts.proofs > 0 && (
        <p className="proof-total">
          <ProofBar passed={passed} total={counts.proofs} />
          <strong>
            {t('proofs.line', { passed: formatCount(passed, locale), total: formatCount(counts.proofs, locale) })}
          </strong>
          <span>
            {counts.failed > 0 ? t('report.failing', { count: counts.failed }) : t('report.allPassed')}
            {`, ${t('report.cases', { count: counts.cases })}`}
          </span>
        </p>
      )}
      <dl className="proof-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Failures({ failing, onClose }: { failing: Failing; onClose: () => void }) {
  const { t } = useTranslation('marketplace');
  const nameOf = useCapabilityName();
  const { capability, proof, failures } = failing;
  return (
    <ModalDialog
      isWide
      title={t('report.failuresTitle', { capability: nameOf(capability), proof: t(`report.proof.${proof}`) })}
      text={t('report.failuresText')}
      onClose={onClose}
    >
      <ul className="proof-failures" lang="en">
        {failures.map((failure) => (
          <li key={failure}>{failure}</li>
        ))}
      </ul>
      <div className="dialog-actions">
        <button type="button" className="button button-primary" onClick={onClose}>
          {t('report.close')}
        </button>
      </div>
    </ModalDialog>
  );
}
