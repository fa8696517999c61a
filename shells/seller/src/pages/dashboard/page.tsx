import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { useHost } from '@feira/shell-kit/host-context';
import { countDays, type PeriodChoice, readPeriod, toPeriod, writePeriod } from '@feira/shell-kit/period';
import { useAddress } from '@feira/shell-kit/use-address';
import { useTranslation } from 'react-i18next';
import { NothingSold } from '../../components/nothing-sold.tsx';
import { BannerList } from './banner-list.tsx';
import { DayPanel } from './day-panel.tsx';
import './dashboard.css';
import { MethodPanel } from './method-panel.tsx';
import { OverdueNotice } from './overdue-notice.tsx';
import { PartnerDashboard } from './partner-dashboard.tsx';
import { StartList } from './start-list.tsx';
import { SummaryFigures } from './summary-figures.tsx';
import { isStarting, type StartState, useStart } from './use-start.ts';
import { useSummary } from './use-summary.ts';

const DEFAULT = { kind: 'days', days: 7 } as const satisfies PeriodChoice;

/** The first page of everybody here: what a seller sold, or what an affiliate or co-producer earned. */
export default function DashboardPage() {
  const { session } = useHost();
  return session.roles.includes('seller') ? <SellerOrPartner /> : <PartnerDashboard />;
}

/** Everybody who signs up may sell. A partner who sells nothing comes for the commission. */
function SellerOrPartner() {
  const { session } = useHost();
  const start = useStart();
  const isPartner = session.roles.some((role) => role === 'affiliate' || role === 'co-producer');
  if (isPartner && start && !start.hasProduct && start.hasEarned) return <PartnerDashboard />;
  return <SellerDashboard start={start} />;
}

function SellerDashboard({ start }: { start: StartState | undefined }) {
  const { t } = useTranslation('seller');
  const { search, change } = useAddress();
  const read = readPeriod(search, DEFAULT);
  // This page always covers a period: a sum of all time would help no seller.
  const choice = read.kind === 'all' ? DEFAULT : read;
  const period = toPeriod(choice);
  const { data, error, isPlaceholderData, refetch } = useSummary(period);
  const summary = isPlaceholderData ? undefined : data;

  const isEmpty = summary?.createdCount === 0;
  return (
    <PageFrame
      title={t('dashboard.title')}
      filters={<PeriodFilter choice={choice} onChange={(next) => change(writePeriod(next))} />}
    >
      <OverdueNotice />
      {error && !summary ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <>
          <SummaryFigures summary={summary} />
          {start && isStarting(start) && <StartList state={start} />}
          {isEmpty ? (
            start && (!isStarting(start) || start.checkout) && <NothingSold title={t('dashboard.emptyTitle')} />
          ) : (
            <div className={countDays(period) > 1 ? 'dashboard-panels' : undefined}>
              {countDays(period) > 1 && <DayPanel summary={summary} />}
              <MethodPanel summary={summary} />
            </div>
          )}
        </>
      )}
      <BannerList />
    </PageFrame>
  );
}
