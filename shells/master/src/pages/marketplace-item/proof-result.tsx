import { useCapabilityName } from '@feira/shell-desk/connections/capability-name.ts';
import { Icon } from '@feira/shell-kit/components/icon';
import { formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import type { Failing, Proof, ProofResult as Result } from './report.ts';

interface ProofResultProps {
  capability: string;
  proof: Proof;
  result: Result | undefined;
  onFailing: (failing: Failing) => void;
}

/** Shows one cell: the number of passed and of failed cases, or that none was needed. A press shows the failures. */
export function ProofResult({ capability, proof, result, onFailing }: ProofResultProps) {
  const { t } = useTranslation('marketplace');
  const { locale } = useHost();
  const nameOf = useCapabilityName();
  if (!result)
    return (
      <span className="proof-none">
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{t('report.notNeeded')}</span>
      </span>
    );
  const { cases, failures } = result;
  if (failures.length === 0)
    return (
      <span className="proof-passed">
        <Icon name="check" size={16} />
        <span className="visually-hidden">{t('report.passed')}, </span>
        <span aria-hidden="true">{formatCount(cases, locale)}</span>
        <span className="visually-hidden">{t('report.cases', { count: cases })}</span>
      </span>
    );
  return (
    <button type="button" className="proof-failed" onClick={() => onFailing({ capability, proof, failures })}>
      <Icon name="close" size={16} />
      {t('report.failed', { count: failures.length })}
      <span className="visually-hidden">
        {' '}
        {t('report.see')}: {nameOf(capability)}, {t(`report.proof.${proof}`)}
      </span>
    </button>
  );
}
