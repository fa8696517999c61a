import { RISK_SIGNALS } from '@feira/schemas/procedures/risk';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { Moment } from '@feira/shell-desk/money/moment.tsx';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { useHost } from '@feira/shell-kit/host-context';
import { usePages } from '@feira/shell-kit/use-pages';
import { useTranslation } from 'react-i18next';
import { MoneyList } from '../../components/money/money-list.tsx';
import '@feira/shell-desk/risk/add-texts.ts';
import './add-texts.ts';
import { type Refused, useRefused } from './use-risk.ts';

/** Lists purchases that rules or lists have refused, with what was known of each. */
export function RefusedTab() {
  const { t } = useTranslation(['adminRisk', 'riskWords', 'kit']);
  const { locale } = useHost();
  const pages = usePages();
  const query = useRefused(pages.after);
  const columns: RecordColumn<Refused>[] = [
    {
      key: 'buyer',
      title: t('buyer'),
      isHead: true,
      show: ({ buyer, count }) => (count > 1 ? <TwoLines first={buyer} second={t('times', { count })} /> : buyer),
    },
    { key: 'title', title: t('offer'), show: ({ title }) => title },
    {
      key: 'amount',
      title: t('amount'),
      show: ({ amount, currency, method }) => (
        <TwoLines first={formatCurrency(amount, currency, locale)} second={t(`kit:method.${method}`)} />
      ),
    },
    {
      key: 'why',
      title: t('why'),
      show: ({ causes, signals }) => (
        <TwoLines
          first={causes.map(({ kind, name }) => (kind === 'RULE' ? name : t(`blockedBy.${kind}`))).join(' · ')}
          second={
            signals &&
            RISK_SIGNALS.flatMap((signal) => {
              const value = signals[signal];
              if (value === undefined || signal === 'AMOUNT') return [];
              return `${t(`riskWords:signals.${signal}`)}: ${value}`;
            }).join(' · ')
          }
        />
      ),
    },
    { key: 'at', title: t('at'), show: ({ at }) => <Moment at={at} /> },
  ];
  return (
    <>
      <p className="muted">{t('refusedLead')}</p>
      <MoneyList
        query={query}
        label={t('tabs.refused')}
        columns={columns}
        keyOf={({ id }) => id}
        pages={pages}
        empty={{ icon: 'check', title: t('noneRefusedTitle'), text: t('noneRefusedText') }}
      />
    </>
  );
}
