import { PAYMENT_METHODS } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { SaleMethod } from '@feira/shell-desk/sale/sale-words.tsx';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { formatShare } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Summary } from './use-summary.ts';

/** Shows the sales and the approval rate of each payment method. */
export function MethodPanel({ summary }: { summary: Summary | undefined }) {
  const { t } = useTranslation('seller');
  const { locale } = useHost();
  const id = useId();
  const methods = PAYMENT_METHODS.map((method) => ({
    method,
    ...(summary?.methods.find((found) => found.method === method) ?? {
      approvedAmount: 0,
      approvedCount: 0,
      createdCount: 0,
    }),
  }));
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{t('dashboard.byMethod')}</h2>
      </div>
      <ul className="dashboard-methods">
        {methods.map(({ method, approvedAmount, approvedCount, createdCount }) => (
          <li key={method}>
            <SaleMethod method={method} />
            <span className="number">
              {summary ? formatCurrency(approvedAmount, summary.currency, locale) : <Skeleton width={88} />}
            </span>
            <span className="dashboard-bar" aria-hidden="true">
              <span
                style={{ width: `${summary?.approvedAmount ? (100 * approvedAmount) / summary.approvedAmount : 0}%` }}
              />
            </span>
            <span className="muted">
              {!summary ? (
                <Skeleton width={140} />
              ) : createdCount === 0 ? (
                t('dashboard.methodUnused')
              ) : (
                t('dashboard.methodNote', {
                  approved: approvedCount,
                  count: createdCount,
                  share: formatShare(approvedCount, createdCount, locale),
                })
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
