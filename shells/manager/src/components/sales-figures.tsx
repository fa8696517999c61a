import type { Currency } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { Figure, FigureList } from '@feira/shell-kit/components/figure';
import { formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { formatSigned } from '@feira/shell-kit/signed-amount';
import { useTranslation } from 'react-i18next';

interface Sums {
  sales: number;
  gross: number;
  commission: number;
}

/** Says how much a number grew since the period before. */
export function useGrowth() {
  const { t } = useTranslation('manager');
  const { locale } = useHost();
  return (now: number, before: number): string => {
    if (before === 0) return now === 0 ? t('figures.same') : t('figures.new');
    const share = new Intl.NumberFormat(locale, {
      style: 'percent',
      maximumFractionDigits: 1,
      signDisplay: 'exceptZero',
    }).format((now - before) / Math.abs(before));
    return t('figures.growth', { share });
  };
}

/** Sales, turnover and commission of a period, each with its growth. */
export function SalesFigures({ sums }: { sums: (Sums & { currency: Currency; before: Sums }) | undefined }) {
  const { t } = useTranslation('manager');
  const { locale } = useHost();
  const growth = useGrowth();
  return (
    <FigureList label={t('figures.title')}>
      <Figure
        isMain
        label={t('figures.gross')}
        value={sums && formatCurrency(sums.gross, sums.currency, locale)}
        note={sums && growth(sums.gross, sums.before.gross)}
      />
      <Figure
        label={t('figures.sales')}
        value={sums && formatCount(sums.sales, locale)}
        note={sums && growth(sums.sales, sums.before.sales)}
      />
      <Figure
        label={t('figures.commission')}
        value={sums && formatSigned(sums.commission, sums.currency, locale)}
        note={sums && growth(sums.commission, sums.before.commission)}
      />
    </FigureList>
  );
}
