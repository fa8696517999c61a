import type { Output } from '@feira/schemas/procedure';
import type { getPlatforms } from '@feira/schemas/procedures/figures';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { Figure, FigureList } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatCount, formatShare } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { formatSigned } from '@feira/shell-kit/signed-amount';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFigures, useHealth } from './use-figures.ts';

type Platform = Output<typeof getPlatforms>['platforms'][number];
type Approval = Platform['approval'][number] & { platform: string; key: string };

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Volume, approval, what waits and what is held, platform by platform. Amounts of several currencies are never added up. */
export function PlatformsFigures() {
  const { t } = useTranslation('master');
  const { data, error, refetch } = useFigures();
  const id = useId();
  return (
    <section className="page" aria-labelledby={id} aria-busy={!data && !error}>
      <div className="page-head">
        <h2 id={id}>{t('figures.title')}</h2>
        <PageLink to="/master-root/platforms">{t('dashboard.allPlatforms')}</PageLink>
      </div>
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <>
          <Totals platforms={data?.platforms} />
          <Platforms platforms={data?.platforms} />
          <h3>{t('figures.approval')}</h3>
          <ApprovalList platforms={data?.platforms} />
        </>
      )}
    </section>
  );
}

function Totals({ platforms }: { platforms: Platform[] | undefined }) {
  const { t } = useTranslation('master');
  const { locale } = useHost();
  const { data: status } = useHealth();
  const waiting = platforms && sum(platforms.flatMap((platform) => platform.waiting.map(({ count }) => count)));
  const backlog = status && sum((status.installation?.queues ?? []).map(({ due }) => due));
  const resting = status?.connections.filter(({ restsUntil }) => restsUntil !== null).length;
  const nodes = status?.installation?.nodes.filter(({ isLive }) => isLive).length;
  return (
    <FigureList label={t('figures.title')}>
      <Figure
        isMain
        label={t('figures.sales')}
        value={platforms && formatCount(sum(platforms.map(({ sales }) => sales)), locale)}
        note={
          platforms &&
          t('figures.before', { value: formatCount(sum(platforms.map(({ before }) => before.sales)), locale) })
        }
      />
      <Figure
        label={t('figures.waiting')}
        value={waiting === undefined ? undefined : formatCount(waiting, locale)}
        note={t('figures.waitingNote')}
      />
      <Figure
        label={t('figures.backlog')}
        value={backlog === undefined ? undefined : formatCount(backlog, locale)}
        note={t('figures.backlogNote')}
      />
      <Figure
        label={t('figures.health')}
        value={resting === undefined ? undefined : resting === 0 ? t('figures.healthy') : formatCount(resting, locale)}
        note={resting ? t('figures.resting') : nodes === undefined ? '' : t('figures.nodes', { count: nodes })}
      />
    </FigureList>
  );
}

function Platforms({ platforms }: { platforms: Platform[] | undefined }) {
  const { t } = useTranslation('master');
  const { locale } = useHost();
  const columns: RecordColumn<Platform>[] = [
    {
      key: 'name',
      title: t('platforms.name'),
      isHead: true,
      show: ({ id, name }) => <PageLink to={`/master-root/platforms/${id}`}>{name}</PageLink>,
    },
    {
      key: 'gross',
      title: t('figures.gross'),
      isNumber: true,
      show: ({ gross, before, currency }) => (
        <TwoLines
          first={formatCurrency(gross, currency, locale)}
          second={t('figures.before', { value: formatCurrency(before.gross, currency, locale) })}
        />
      ),
    },
    { key: 'sales', title: t('figures.sales'), isNumber: true, show: ({ sales }) => formatCount(sales, locale) },
    {
      key: 'profit',
      title: t('figures.profit'),
      isNumber: true,
      show: ({ profit, currency }) => formatSigned(profit, currency, locale),
    },
    {
      key: 'held',
      title: t('figures.held'),
      isNumber: true,
      show: ({ available, pending, reserved, currency }) => (
        <TwoLines
          first={formatCurrency(available + pending + reserved, currency, locale)}
          second={t('figures.reserve', { value: formatCurrency(pending + reserved, currency, locale) })}
        />
      ),
    },
    {
      key: 'waiting',
      title: t('figures.waiting'),
      show: ({ waiting }) =>
        waiting.length === 0 ? (
          <span className="muted">{t('figures.nothing')}</span>
        ) : (
          waiting.map(({ kind, count }) => t(`figures.kinds.${kind}`, { count })).join(', ')
        ),
    },
  ];
  return (
    <RecordList
      label={t('figures.title')}
      columns={columns}
      records={platforms}
      keyOf={({ id }) => id}
      skeletonCount={2}
    />
  );
}

/** Approval of the attempts that ended: those that expired unpaid neither succeeded nor failed. */
function ApprovalList({ platforms }: { platforms: Platform[] | undefined }) {
  const { t } = useTranslation('master');
  const { locale } = useHost();
  const rows = platforms?.flatMap(({ id, name, approval }) =>
    approval.map((one): Approval => ({ ...one, platform: name, key: `${id} ${one.provider}` })),
  );
  if (rows?.length === 0) return <p className="muted">{t('figures.noAttempts')}</p>;
  const columns: RecordColumn<Approval>[] = [
    { key: 'provider', title: t('figures.provider'), isHead: true, show: ({ provider }) => provider },
    { key: 'platform', title: t('figures.platform'), show: ({ platform }) => platform },
    {
      key: 'approval',
      title: t('figures.approvalShare'),
      isNumber: true,
      show: ({ approved, refused, failed }) => (
        <strong>{formatShare(approved, approved + refused + failed, locale)}</strong>
      ),
    },
    {
      key: 'attempts',
      title: t('figures.attempts'),
      isNumber: true,
      show: ({ attempts }) => formatCount(attempts, locale),
    },
    { key: 'failed', title: t('figures.failed'), isNumber: true, show: ({ failed }) => formatCount(failed, locale) },
  ];
  return (
    <RecordList
      label={t('figures.approval')}
      columns={columns}
      records={rows}
      keyOf={({ key }) => key}
      skeletonCount={2}
    />
  );
}
