import { formatCurrency } from '@feira/schemas/rules/currency';
import type { Fact } from '@feira/shell-kit/components/fact-list';
import { formatDate, formatShare } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import type { Head } from './use-head.ts';

/** Says in one line each what a decision about a person rests on. */
export function useHeadFacts() {
  const { t } = useTranslation('profile');
  const { locale } = useHost();
  const describeBalance = ({ currency, available, pending, reserved, owed }: Head['balances'][number]) => {
    const money = (cents: number) => formatCurrency(cents, currency, locale);
    return [
      t('balanceWords', { available: money(available), pending: money(pending) }),
      reserved > 0 && t('reservedWords', { amount: money(reserved) }),
      owed > 0 && t('owedWords', { amount: money(owed) }),
    ]
      .filter(Boolean)
      .join(', ');
  };
  return ({ createdAt, document, balances, recent, openDisputes, openRequests }: Head): Fact[] => [
    [t('since'), formatDate(createdAt, locale)],
    ...(document ? [[t('document'), document] as const] : []),
    [t('balance'), balances.length > 0 ? balances.map(describeBalance).join('; ') : t('noBalance')],
    [
      t('risk'),
      recent.sales === 0 && recent.disputes === 0
        ? t('noSales')
        : t('riskWords', {
            refunds: formatShare(recent.refunds, recent.sales, locale),
            disputes: formatShare(recent.disputes, recent.sales, locale),
          }),
    ],
    [
      t('openCases'),
      openDisputes + openRequests === 0
        ? t('nothingOpen')
        : [
            openDisputes > 0 && t('openDisputes', { count: openDisputes }),
            openRequests > 0 && t('openRequests', { count: openRequests }),
          ]
            .filter(Boolean)
            .join(', '),
    ],
  ];
}
