import type { PaymentStatus } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { useTranslation } from 'react-i18next';
import { formatDate, formatTime } from '../../format.ts';
import { useHost } from '../../host-context.ts';
import { Icon, type IconName } from '../icon.tsx';
import { SalePanel } from './sale-panel.tsx';
import type { Sale } from './use-sale.ts';

interface Step {
  at: string;
  icon: IconName;
  words: string;
  note: string;
}

const ICONS: Record<PaymentStatus, IconName> = {
  APPROVED: 'check',
  PENDING: 'clock',
  REJECTED: 'close',
  CANCELED: 'stop',
  REFUNDED: 'refund',
  CHARGEBACK: 'dispute',
};

/** Tells what became of the sale in plain words, the oldest first. */
export function HistoryPanel({ sale }: { sale: Sale }) {
  const { t } = useTranslation(['sale', 'kit']);
  const { locale } = useHost();
  const steps = useSteps(sale);
  return (
    <SalePanel title={t('history.title')}>
      <ol className="sale-history">
        {steps.map(({ at, icon, words, note }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what has happened keeps its place.
          <li key={index}>
            <Icon name={icon} size={18} />
            <span className="sale-step">
              <span>{words}</span>
              <span className="muted">
                <time dateTime={at}>{t('at', { date: formatDate(at, locale), time: formatTime(at, locale) })}</time>
                {note && ` · ${note}`}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </SalePanel>
  );
}

function useSteps({ createdAt, currency, history, refunds, requests, cases }: Sale): Step[] {
  const { t } = useTranslation(['sale', 'kit']);
  const { locale } = useHost();
  const money = (cents: number) => formatCurrency(cents, currency, locale);
  const noteOf = (...parts: (string | null | false)[]) => parts.filter(Boolean).join(' · ');
  const steps: Step[] = [{ at: createdAt, icon: 'bag', words: t('history.ordered'), note: '' }];
  for (const { at, source, status, method, paidAmount, refundedAmount, provider } of history) {
    const words =
      source === 'refund'
        ? t('history.refunded', { amount: money(refundedAmount ?? 0) })
        : t(`history.statuses.${status}`, { method: t(`kit:method.${method}`) });
    const paid = source !== 'refund' && status === 'APPROVED' && paidAmount !== null && money(paidAmount);
    steps.push({
      at,
      icon: source === 'refund' ? 'refund' : ICONS[status],
      words,
      note: noteOf(paid, t(`history.sources.${source}`), provider),
    });
  }
  for (const { at, amount, state, cause, authorisedAs, note } of refunds)
    steps.push({
      at,
      icon: 'refund',
      words: t('history.refund', { amount: money(amount), state: t(`refundStates.${state}`) }),
      note: noteOf(t(`history.by.${authorisedAs ?? cause}`), note),
    });
  for (const { at, state, reason, note, protocol } of requests)
    steps.push({
      at,
      icon: 'mail',
      words: t('history.request', { state: t(`requestStates.${state}`) }),
      note: noteOf(t(`reasons.${reason}`), note, t('history.protocol', { protocol })),
    });
  for (const { at, kind, state, amount, closedAt, dueAt } of cases)
    steps.push({
      at,
      icon: 'dispute',
      words: t(`history.cases.${kind}`, { amount: money(amount), state: t(`caseStates.${state}`) }),
      note: closedAt
        ? t('history.closed', { date: formatDate(closedAt, locale) })
        : state === 'OPEN'
          ? t('history.due', { date: formatDate(dueAt, locale) })
          : '',
    });
  return steps.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}
