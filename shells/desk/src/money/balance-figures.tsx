import { formatCurrency } from '@feira/schemas/rules/currency';
import { Figure, FigureList } from '@feira/shell-kit/components/figure';
import { formatDay } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import type { Balance } from './use-money.ts';

/** Shows the available, the pending and the promised money, and the debt. */
export function BalanceFigures({ balance }: { balance: Balance | undefined }) {
  const { t } = useTranslation('money');
  const { locale } = useHost();
  const money = (cents: number) => balance && formatCurrency(cents, balance.currency, locale);
  const next = balance?.releases[0];
  return (
    <FigureList label={t('balance.title')}>
      <Figure
        isMain
        label={t('balance.available')}
        value={money(balance?.available ?? 0)}
        note={t('balance.availableNote')}
      />
      <Figure
        label={t('balance.pending')}
        value={money(balance?.pending ?? 0)}
        note={
          next
            ? t('balance.nextRelease', { amount: money(next.amount), day: formatDay(next.day, locale) })
            : t('balance.noRelease')
        }
      />
      <Figure
        label={t('balance.reserved')}
        value={money(balance?.reserved ?? 0)}
        note={
          balance?.disputed ? t('balance.disputed', { amount: money(balance.disputed) }) : t('balance.reservedNote')
        }
      />
      <Figure
        label={t('balance.owed')}
        value={money(balance?.owed ?? 0)}
        note={t(balance?.owed ? 'balance.owedNote' : 'balance.noDebt')}
      />
    </FigureList>
  );
}
