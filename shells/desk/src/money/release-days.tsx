import { formatCurrency } from '@feira/schemas/rules/currency';
import { formatDay } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Balance } from './use-money.ts';

/** This number of days fits one row of a wide screen. */
const SHOWN = 6;

/** Shows the next days on which money becomes available. */
export function ReleaseDays({ balance: { releases, currency } }: { balance: Balance }) {
  const { t } = useTranslation('money');
  const { locale } = useHost();
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{t('releases.title')}</h2>
      <dl className="money-days">
        {releases.slice(0, SHOWN).map(({ day, amount }) => (
          <div key={day}>
            <dt>{formatDay(day, locale)}</dt>
            <dd>{formatCurrency(amount, currency, locale)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
