import type { ConnectionDetails } from '@feira/shell-desk/connections/use-connections.ts';
import { useTranslation } from 'react-i18next';
import { OpenRollout } from './open-rollout.tsx';
import { RolloutAct } from './rollout-act.tsx';
import { RolloutHistory } from './rollout-history.tsx';
import { RolloutStart } from './rollout-start.tsx';

interface VersionsPanelProps {
  platformId: string;
  connection: ConnectionDetails;
}

/** Changes the version of the provider's package step by step. */
export function VersionsPanel({ platformId, connection }: VersionsPanelProps) {
  const { t } = useTranslation('connections');
  const { rollout, rollouts, version, versions, isManaged } = connection;
  const others = versions.filter((other) => other.version !== version);
  const promoted = rollouts.find(({ state, toVersion }) => state === 'PROMOTED' && toVersion === version);
  const former = others.find((other) => other.version === promoted?.fromVersion);
  return (
    <section id="versions" className="panel connection-part" aria-labelledby="versions-title">
      <h2 id="versions-title">{t('versions.title')}</h2>
      <p>
        {t('versions.current')}: <strong>{version}</strong>
      </p>
      {rollout ? (
        <OpenRollout platformId={platformId} connection={connection} rollout={rollout} />
      ) : (
        <>
          <p className="muted">
            {t(isManaged ? 'versions.managed' : others.length > 0 ? 'versions.text' : 'versions.onlyOne')}
          </p>
          {former && !isManaged && (
            <div className="rollout-actions">
              <RolloutAct act="rollBack" platformId={platformId} connection={connection} version={former.version} />
            </div>
          )}
          {others.length > 0 && !isManaged && (
            <RolloutStart
              platformId={platformId}
              connectionId={connection.id}
              provider={connection.provider}
              versions={others}
            />
          )}
        </>
      )}
      <RolloutHistory rollouts={rollouts.filter(({ id }) => id !== rollout?.id)} />
    </section>
  );
}
