import type { Rollout } from '@feira/shell-desk/connections/use-connections.ts';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';

const REASONS = ['PERSON', 'ERROR_RATE', 'UNRECOGNISED_STATUS', 'UNHEALTHY_NODE'] as const;

/** Lists the former rollouts with their ends and reasons. */
export function RolloutHistory({ rollouts }: { rollouts: readonly Rollout[] }) {
  const { t } = useTranslation('connections');
  const { locale } = useHost();
  const columns: RecordColumn<Rollout>[] = [
    {
      key: 'change',
      title: t('versions.title'),
      isHead: true,
      show: ({ fromVersion: from, toVersion: to }) => (
        <span className="list-name">{t('versions.change', { from, to })}</span>
      ),
    },
    { key: 'end', title: t('versions.end'), show: (rollout) => <End rollout={rollout} /> },
    { key: 'who', title: t('versions.who'), show: ({ startedBy }) => startedBy },
    {
      key: 'when',
      title: t('versions.when'),
      show: ({ createdAt, endedAt }) => {
        const at = endedAt ?? createdAt;
        return <TwoLines first={formatDate(at, locale)} second={formatTime(at, locale)} />;
      },
    },
  ];
  return (
    <div className="rollout-history">
      <h3>{t('versions.history')}</h3>
      {rollouts.length === 0 ? (
        <p className="muted">{t('versions.noHistory')}</p>
      ) : (
        <RecordList label={t('versions.history')} columns={columns} records={rollouts} keyOf={({ id }) => id} />
      )}
    </div>
  );
}

function End({ rollout: { state, reason } }: { rollout: Rollout }) {
  const { t } = useTranslation('connections');
  if (state !== 'ROLLED_BACK') return <>{t(`versions.states.${state}`)}</>;
  const known = REASONS.find((candidate) => candidate === reason) ?? 'OTHER';
  return <TwoLines first={t('versions.states.ROLLED_BACK')} second={t(`versions.reasons.${known}`)} />;
}
