import { formatPercent } from '@feira/shell-desk/connections/format-percent.ts';
import {
  type ConnectionDetails,
  type Rollout,
  useRolloutChange,
} from '@feira/shell-desk/connections/use-connections.ts';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { useHost } from '@feira/shell-kit/host-context';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OutcomeComparison } from './outcome-comparison.tsx';
import { RolloutAct } from './rollout-act.tsx';
import { ShareField } from './share-field.tsx';

interface OpenRolloutProps {
  platformId: string;
  connection: ConnectionDetails;
  rollout: Rollout;
}

/** Shows an open rollout: first the servers that load the version, then the comparison. It can be stopped at any time. */
export function OpenRollout({ platformId, connection, rollout }: OpenRolloutProps) {
  const { t } = useTranslation('connections');
  const { locale } = useHost();
  const { toVersion: version, fromVersion, state, nodes } = rollout;
  const share = formatPercent(rollout.share, locale);
  const isReady = state === 'CANARY';
  return (
    <div className="open-rollout">
      <p>
        <strong>{t(isReady ? 'versions.canary' : 'versions.preparing', { share, version })}</strong>
      </p>
      {!isReady && (
        <>
          <label className="rollout-nodes">
            <progress max={Math.max(1, nodes.total)} value={nodes.healthy} />
            {t('versions.nodes', nodes)}
          </label>
          <p className="muted">{t('versions.preparingText', { share, version })}</p>
        </>
      )}
      {isReady && (
        <>
          <OutcomeComparison rollout={rollout} />
          <p className="muted">{t('versions.canaryText')}</p>
        </>
      )}
      {!connection.isManaged && (
        <>
          {isReady && (
            <ShareChange key={rollout.share} platformId={platformId} connection={connection} rollout={rollout} />
          )}
          <div className="rollout-actions">
            {isReady && <RolloutAct act="promote" platformId={platformId} connection={connection} version={version} />}
            <RolloutAct
              act={isReady ? 'rollBack' : 'stop'}
              platformId={platformId}
              connection={connection}
              version={isReady ? fromVersion : version}
            />
          </div>
        </>
      )}
    </div>
  );
}

function ShareChange({ platformId, connection, rollout }: OpenRolloutProps) {
  const { t } = useTranslation('connections');
  const { locale } = useHost();
  const [share, setShare] = useState(rollout.share);
  const { run, error, isBusy } = useRolloutChange();
  const change = async (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) await run({ platformId, connectionId: connection.id, action: 'share', share });
  };
  return (
    <form className="rollout-share" noValidate onSubmit={change}>
      <ShareField value={share} onChange={setShare} />
      <button type="submit" className="button" aria-busy={isBusy} disabled={share === rollout.share}>
        {t('versions.changeShare', { share: formatPercent(share, locale) })}
      </button>
      <Refusal error={error} />
    </form>
  );
}
