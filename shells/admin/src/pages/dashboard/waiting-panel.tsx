import { WAITING, WAITING_KINDS, type WaitingKind } from '@feira/schemas/procedures/reports';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../components/use-permission.ts';
import { StartPanel } from './start-panel.tsx';
import { useWaiting } from './use-start.ts';

/** The list of each kind. */
const LISTS: Record<WaitingKind, string> = {
  DISPUTES: '/charges?state=OPEN',
  WITHDRAWALS: '/manage-withdraws',
  MANAGER_WITHDRAWALS: '/manage-managers-withdraws',
  ANTICIPATIONS: '/manage-anticipations',
  BANK_ACCOUNTS: '/manage-bank-accounts?state=WAITING',
  RECEIVERS: '/manage-receivers?state=UNKNOWN',
  PARKED: '/charges?tab=parked',
  REFUNDS: '/charges?tab=refunds&state=OVERDUE',
  REQUESTS: '/charges?tab=requests&state=WAITING',
  CASES: '/export-accounting?tab=reconciliation',
};

/** Returns whether this administrator may open a list of something that waits. */
export function useMayDecide(): boolean {
  const can = usePermission();
  return WAITING_KINDS.some((kind) => WAITING[kind].every(can));
}

/** Counts what waits for a decision, each with a link to its list. */
export function WaitingPanel() {
  const { t } = useTranslation('admin');
  const { locale } = useHost();
  const query = useWaiting();
  const waiting = query.data?.items.filter(({ count }) => count > 0) ?? [];
  return (
    <StartPanel title={t('start.decisions')} query={query}>
      {waiting.length === 0 && <p className="muted">{t('start.noDecisions')}</p>}
      <ul className="start-list">
        {waiting.map(({ kind, count, half, dueAt }) => (
          <li key={kind}>
            <PageLink to={`/admin-root${LISTS[kind]}`}>{t(`start.waits.${kind}`, { count })}</PageLink>
            <span className="start-aside muted">
              {half > 0 && <span>{t('start.half', { count: half })}</span>}
              {dueAt && <time dateTime={dueAt}>{t('start.dueBy', { date: formatDate(dueAt, locale) })}</time>}
            </span>
          </li>
        ))}
      </ul>
    </StartPanel>
  );
}
