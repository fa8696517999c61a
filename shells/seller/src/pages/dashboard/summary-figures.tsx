import { formatCurrency } from '@feira/schemas/rules/currency';
import { Figure, FigureList } from '@feira/shell-kit/components/figure';
import { formatCount, formatShare } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import type { Summary } from './use-summary.ts';

export function SummaryFigures({ summary }: { summary: Summary | undefined }) {
  const { t } = useTranslation('seller');
  const { locale } = useHost();
  const money = (cents: number) => formatCurrency(cents, summary?.currency ?? 'BRL', locale);
  const average = summary && summary.approvedCount > 0 ? summary.approvedAmount / summary.approvedCount : 0;
  return (
    <FigureList label={t('dashboard.figures')}>
      <Figure
        isMain
        label={t('dashboard.approvedAmount')}
        value={summary && money(summary.approvedAmount)}
        note={t('dashboard.average', { amount: money(average) })}
      />
      <Figure
        label={t('dashboard.approvedCount')}
        value={summary && formatCount(summary.approvedCount, locale)}
        note={summary && t('dashboard.created', { count: summary.createdCount })}
      />
      <Figure
        label={t('dashboard.pending')}
        value={summary && money(summary.pendingAmount)}
        note={summary && t('dashboard.pendingCount', { count: summary.pendingCount })}
      />
      <Figure
        label={t('dashboard.conversion')}
        value={summary && formatShare(summary.approvedCount, summary.createdCount, locale)}
        note={t('dashboard.conversionNote')}
      />
    </FigureList>
  );
}
