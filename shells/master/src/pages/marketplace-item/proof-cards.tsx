import { useCapabilityName } from '@feira/shell-desk/connections/capability-name.ts';
import { useTranslation } from 'react-i18next';
import { ProofBar } from '../../marketplace/package-words.tsx';
import { ProofResult } from './proof-result.tsx';
import { type CapabilityProofs, countProofs, PROOFS, type ProofsProps } from './report.ts';

/** Shows the matrix on narrow screens: one capability below the other, each with details to open. */
export function ProofCards({ capabilities, onFailing }: ProofsProps) {
  return (
    <div className="proof-cards">
      {capabilities.map((item) => (
        <ProofCard key={item.capability} item={item} onFailing={onFailing} />
      ))}
    </div>
  );
}

interface ProofCardProps extends Pick<ProofsProps, 'onFailing'> {
  item: CapabilityProofs;
}

function ProofCard({ item, onFailing }: ProofCardProps) {
  const { t } = useTranslation('marketplace');
  const nameOf = useCapabilityName();
  const { capability, isProven, proofs } = item;
  const { passed, total } = countProofs(item);
  return (
    <details className="panel" open={!isProven}>
      <summary>
        <span>{nameOf(capability)}</span>
        <span className="proof-line">
          {total > 0 && <ProofBar passed={passed} total={total} />}
          {t('report.passedOf', { passed, total })}
        </span>
      </summary>
      <dl>
        {PROOFS.filter((proof) => proofs[proof]).map((proof) => (
          <div key={proof}>
            <dt>{t(`report.proof.${proof}`)}</dt>
            <dd>
              <ProofResult capability={capability} proof={proof} result={proofs[proof]} onFailing={onFailing} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
