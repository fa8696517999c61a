import type { PaymentStatus } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import type { IconName } from '@feira/shell-kit/components/icon';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { SalePanel } from './sale-panel.tsx';
import { noteOf, type Step, StepList } from './step-list.tsx';
import type { Sale } from './use-sale.ts';

export const STATUS_ICONS: Record<PaymentStatus, IconName> = {
  APPROVED: 'check',
  PENDING: 'clock',
  REJECTED: 'close',
  CANCELED: 'stop',
  REFUNDED: 'refund',
  CHARGEBACK: 'dispute',
};

/** Tells what became of the sale in plain words, the oldest first. */
export function HistoryPanel({ sale }: { sale: Sale }) {
  const { t } = useTranslation('sale');
  const steps = [...useNews(sale), ...useDecisions(sale)];
  return (
    <SalePanel title={t('history.title')}>
      <StepList steps={steps} />
    </SalePanel>
  );
}

/** Returns what became of the payments, as a seller reads it. */
function useNews({ currency, history }: Sale): Step[] {
  const { t } = useTranslation(['sale', 'kit']);
  const { locale } = useHost();
  const money = (cents: number) => formatCurrency(cents, currency, locale);
  return history.map(({ at, source, status, method, paidAmount, refundedAmount, provider }) => {
    const words =
      source === 'refund'
        ? t('history.refunded', { amount: money(refundedAmount ?? 0) })
        : t(`history.statuses.${status}`, { method: t(`kit:method.${method}`) });
    const paid = source !== 'refund' && status === 'APPROVED' && paidAmount !== null && money(paidAmount);
    return {
      at,
      icon: source === 'refund' ? 'refund' : STATUS_ICONS[status],
      words,
      note: noteOf(paid, t(`history.sources.${source}`), provider),
    };
  });
}

/** The order itself, and what people decided about it: refunds, requests and cases. */
export function useDecisions({ createdAt, currency, refunds, requests, cases }: Sale): Step[] {
  const { t } = useTranslation('sale');
  const { locale } = useHost();
  const money = (cents: number) => formatCurrency(cents, currency, locale);
  const steps: Step[] = [{ at: createdAt, icon: 'bag', words: t('history.ordered'), note: '' }];
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
  return steps;
}
