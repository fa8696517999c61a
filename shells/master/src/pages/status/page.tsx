import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/lists.css';
import './status.css';
import { useTranslation } from 'react-i18next';
import { HoldPanel } from './hold-panel.tsx';
import { Part, StateBadge, useMoment } from './part.tsx';
import { UpkeepPart } from './upkeep-part.tsx';
import { type Installation, type Status, useStatus } from './use-status.ts';

/** A difference that decides nothing yet, in ms. */
const CLOCK_RIGHT_MS = 1_000;

/** Shows how nodes, queues and providers are, as operators also see it in the metrics. */
export default function StatusPage() {
  const { t } = useTranslation('master');
  const { locale } = useHost();
  const { data, error, refetch } = useStatus();
  if (error && !data)
    return (
      <PageFrame title={t('status.title')}>
        <LoadError error={error} onRetry={refetch} />
      </PageFrame>
    );
  return (
    <PageFrame title={t('status.title')}>
      <p className="muted status-note">
        {data ? t('status.updated', { time: formatTime(data.at, locale) }) : '\u00a0'}
      </p>
      {data?.installation === null ? (
        <p className="notice notice-info">{t('status.operated')}</p>
      ) : (
        <>
          {data?.installation.hold && <HoldPanel hold={data.installation.hold} />}
          <Machines installation={data?.installation} />
        </>
      )}
      <Connections connections={data?.connections} />
      <Runs runs={data?.reconciliations} />
    </PageFrame>
  );
}

function Machines({ installation }: { installation: Installation | undefined }) {
  const { t } = useTranslation('master');
  const moment = useMoment();
  const { locale } = useHost();
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const clock = (ms: number | null) => {
    if (ms === null) return '–';
    if (Math.abs(ms) < CLOCK_RIGHT_MS) return t('status.clockRight');
    return t(ms > 0 ? 'status.clockAhead' : 'status.clockBehind', { seconds: format.format(Math.abs(ms) / 1_000) });
  };
  return (
    <>
      <Part
        title={t('status.nodes')}
        records={installation?.nodes}
        keyOf={({ id }) => id}
        empty=""
        columns={[
          {
            key: 'name',
            title: t('status.node'),
            isHead: true,
            show: ({ name }) => <span className="list-name">{name}</span>,
          },
          {
            key: 'state',
            title: t('status.state'),
            isHead: true,
            show: ({ isLive }) => <StateBadge isWell={isLive} label={t(isLive ? 'status.live' : 'status.silent')} />,
          },
          { key: 'version', title: t('status.version'), show: ({ version }) => version ?? '–' },
          { key: 'clock', title: t('status.clock'), show: ({ clockAheadMs }) => clock(clockAheadMs) },
          { key: 'seen', title: t('status.seen'), show: ({ seenAt }) => moment(seenAt) },
          { key: 'since', title: t('status.since'), show: ({ startedAt }) => moment(startedAt) },
        ]}
      />
      <Part
        title={t('status.queues')}
        records={installation?.queues}
        keyOf={({ queue }) => queue}
        empty=""
        columns={[
          {
            key: 'queue',
            title: t('status.queue'),
            isHead: true,
            show: ({ queue }) => t(`status.queueNames.${queue}`),
          },
          { key: 'due', title: t('status.due'), isNumber: true, show: ({ due }) => format.format(due) },
          {
            key: 'oldest',
            title: t('status.oldest'),
            isNumber: true,
            show: ({ due, oldestSeconds }) => (due === 0 ? t('status.none') : toDuration(oldestSeconds, locale)),
          },
        ]}
      />
      <UpkeepPart upkeep={installation?.upkeep} />
      <Part
        title={t('status.alerts')}
        hint={t('status.alertsHint')}
        records={installation?.alerts}
        keyOf={({ alert }) => alert}
        empty={t('status.noAlerts')}
        columns={[
          { key: 'alert', title: t('status.alert'), isHead: true, show: ({ alert }) => <code>{alert}</code> },
          { key: 'times', title: t('status.times'), isNumber: true, show: ({ count }) => format.format(count) },
          { key: 'last', title: t('status.last'), show: ({ lastAt }) => moment(lastAt) },
        ]}
      />
      <Part
        title={t('status.jobs')}
        records={installation?.failedJobs}
        keyOf={({ queue }) => queue}
        empty={t('status.noJobs')}
        columns={[
          { key: 'job', title: t('status.job'), isHead: true, show: ({ queue }) => <code>{queue}</code> },
          { key: 'failed', title: t('status.failed'), isNumber: true, show: ({ failed }) => format.format(failed) },
          {
            key: 'counted',
            title: t('status.countedAt'),
            show: ({ countedAt }) => (countedAt ? moment(countedAt) : '–'),
          },
        ]}
      />
    </>
  );
}

function Connections({ connections }: { connections: Status['connections'] | undefined }) {
  const { t } = useTranslation('master');
  const { locale } = useHost();
  return (
    <Part
      title={t('status.connections')}
      records={connections}
      keyOf={({ connectionId }) => connectionId}
      empty={t('status.noConnections')}
      columns={[
        {
          key: 'name',
          title: t('status.connection'),
          isHead: true,
          show: ({ name, provider }) => (
            <TwoLines first={<span className="list-name">{name}</span>} second={provider} />
          ),
        },
        { key: 'platform', title: t('status.platform'), show: ({ platformName }) => platformName },
        {
          key: 'calls',
          title: t('status.calls'),
          show: ({ calls, failed, approved }) =>
            calls === 0 ? t('status.noCalls') : t('status.callsOf', { approved, failed, count: calls }),
        },
        {
          key: 'state',
          title: t('status.state'),
          isHead: true,
          show: ({ restsUntil, reason }) => (
            <TwoLines
              first={
                <StateBadge
                  isWell={restsUntil === null}
                  label={restsUntil ? t('status.rests', { time: formatTime(restsUntil, locale) }) : t('status.serves')}
                />
              }
              second={reason}
            />
          ),
        },
      ]}
    />
  );
}

function Runs({ runs }: { runs: Status['reconciliations'] | undefined }) {
  const { t } = useTranslation('master');
  const { locale } = useHost();
  const moment = useMoment();
  return (
    <Part
      title={t('status.runs')}
      records={runs}
      keyOf={({ platformId }) => platformId}
      empty={t('status.noRuns')}
      columns={[
        { key: 'platform', title: t('status.platform'), isHead: true, show: ({ platformName }) => platformName },
        { key: 'day', title: t('status.day'), show: ({ day }) => formatDate(`${day}T12:00:00Z`, locale) },
        { key: 'found', title: t('status.found'), isNumber: true, show: ({ found }) => found },
        { key: 'unanswered', title: t('status.unanswered'), isNumber: true, show: ({ unanswered }) => unanswered },
        {
          key: 'finished',
          title: t('status.finished'),
          show: ({ finishedAt }) => (finishedAt ? moment(finishedAt) : t('status.running')),
        },
      ]}
    />
  );
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

function toDuration(seconds: number, locale: string): string {
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ['second', 1];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.floor(seconds / size));
}
