import { useCapabilityName } from '@feira/shell-desk/connections/capability-name.ts';
import { formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { ProofResult } from './proof-result.tsx';
import { PROOFS, type ProofsProps } from './report.ts';

/** Shows the proofs by capability and kind; the bars at the end compare their numbers. */
export function ProofMatrix({ capabilities, onFailing }: ProofsProps) {
  const { t } = useTranslation('marketplace');
  const { locale } = useHost();
  const nameOf = useCapabilityName();
  const most = Math.max(1, ...capabilities.map(({ cases }) => cases));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to take the focus.
    <section className="record-table proof-matrix" aria-label={t('report.title')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('report.capability')}</th>
            {PROOFS.map((proof) => (
              <th key={proof} scope="col">
                {t(`report.proof.${proof}`)}
              </th>
            ))}
            <th scope="col">{t('report.casesColumn')}</th>
          </tr>
        </thead>
        <tbody>
          {capabilities.map(({ capability, isProven, proofs, cases }) => (
            <tr key={capability}>
              <th scope="row">
                {nameOf(capability)}{' '}
                {!isProven && <span className="tag proof-unproven">{t('report.isNotProven')}</span>}
              </th>
              {PROOFS.map((proof) => (
                <td key={proof}>
                  <ProofResult capability={capability} proof={proof} result={proofs[proof]} onFailing={onFailing} />
                </td>
              ))}
              <td className="proof-cases">
                <span className="proof-cases-bar" style={{ width: `${(100 * cases) / most}%` }} aria-hidden="true" />
                <span>{formatCount(cases, locale)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
