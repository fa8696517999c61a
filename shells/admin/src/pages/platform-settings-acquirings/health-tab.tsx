import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { useAddress } from '@feira/shell-kit/use-address';
import { useTranslation } from 'react-i18next';
import { HOURS, readHours } from './acquirings-address.ts';
import { ConnectionHealth } from './connection-health.tsx';
import { useConnections, useHealth } from './use-acquirings.ts';

export function HealthTab() {
  const { t } = useTranslation('acquirings');
  const { search, change } = useAddress();
  const hours = readHours(search);
  const health = useHealth(hours);
  const routes = useConnections();
  const connections = routes.data?.connections;
  const failed = [health, routes].find(({ error, data }) => error && !data);
  if (failed?.error)
    return <LoadError error={failed.error} onRetry={() => Promise.all([health.refetch(), routes.refetch()])} />;
  if (connections?.length === 0)
    return <EmptyState icon="card" title={t('noConnectionsTitle')} text={t('noConnectionsText')} />;
  const known = health.data?.connections ?? [];
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one row of segments in every browser. */}
      <div className="segments acquiring-hours" role="group" aria-label={t('period')}>
        {HOURS.map((choice) => (
          <button
            key={choice}
            type="button"
            className="segment"
            aria-pressed={choice === hours}
            onClick={() => change({ hours: choice === 24 ? null : String(choice), after: null })}
          >
            {t(`hours.${choice}`)}
          </button>
        ))}
      </div>
      <div
        className={health.isPlaceholderData ? 'acquiring-list record-old' : 'acquiring-list'}
        aria-busy={!health.data || !connections || health.isPlaceholderData}
      >
        {(!health.data || !connections) &&
          [0, 1].map((index) => (
            <div key={index} className="panel">
              <Skeleton width="40%" height={24} />
              <Skeleton height={280} />
            </div>
          ))}
        {health.data &&
          connections?.map((connection) => {
            const found = known.find(({ connectionId }) => connectionId === connection.id);
            return (
              found && <ConnectionHealth key={connection.id} connection={connection} hours={hours} health={found} />
            );
          })}
      </div>
    </>
  );
}
