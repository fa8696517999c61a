import type { Outcomes, Rollout } from '@feira/shell-desk/connections/use-connections.ts';
import { formatCount, formatShare } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { countWaiting, OUTCOMES, type OutcomeName } from './outcomes.ts';

/** Compares both versions: a bar for a quick look, numbers for certainty. */
export function OutcomeComparison({ rollout: { fromVersion, toVersion, stable, canary } }: { rollout: Rollout }) {
  const { t } = useTranslation('connections');
  const sides = [
    { key: 'stable', version: fromVersion, outcomes: stable },
    { key: 'new', version: toVersion, outcomes: canary },
  ] as const;
  return (
    <div className="outcome-comparison">
      {sides.map(({ key, version, outcomes }) => (
        <div key={key} className="outcome-side">
          <p>
            {t(`versions.${key}`)}: <strong>{version}</strong>
          </p>
          <Bar outcomes={outcomes} />
        </div>
      ))}
      <table className="outcome-table">
        <caption>{t('versions.compare')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('versions.outcome')}</th>
            {sides.map(({ key, version }) => (
              <th key={key} scope="col" className="number">
                {version}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('versions.attempts')}</th>
            {sides.map(({ key, outcomes }) => (
              <Count key={key} count={outcomes.attempts} />
            ))}
          </tr>
          {OUTCOMES.map((name) => (
            <tr key={name}>
              <th scope="row">
                <span className={`outcome-mark outcome-${name}`} aria-hidden="true" />
                {t(`versions.outcomes.${name}`)}
                <Hint name={name} />
              </th>
              {sides.map(({ key, outcomes }) => (
                <Count key={key} count={countOf(outcomes, name)} whole={outcomes.attempts} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const countOf = (outcomes: Outcomes, name: OutcomeName) =>
  name === 'waiting' ? countWaiting(outcomes) : outcomes[name];

function Hint({ name }: { name: OutcomeName }) {
  const { t } = useTranslation('connections');
  if (name === 'approved' || name === 'waiting') return null;
  return <span className="form-hint">{t(`versions.outcomeHints.${name}`)}</span>;
}

function Count({ count, whole }: { count: number; whole?: number }) {
  const { locale } = useHost();
  return (
    <td className="number">
      {formatCount(count, locale)}
      {whole !== undefined && whole > 0 && <span className="muted"> · {formatShare(count, whole, locale)}</span>}
    </td>
  );
}

/** The bar shows the numbers of the table below it, which screen readers read. */
function Bar({ outcomes }: { outcomes: Outcomes }) {
  const { t } = useTranslation('connections');
  if (outcomes.attempts === 0) return <p className="muted">{t('versions.noAttempts')}</p>;
  return (
    <div className="outcome-bar" aria-hidden="true">
      {OUTCOMES.filter((name) => name !== 'unrecognised').map((name) => (
        <span key={name} className={`outcome-${name}`} style={{ flexGrow: countOf(outcomes, name) }} />
      ))}
    </div>
  );
}
