import { CURRENCIES } from '@feira/schemas/common';
import type { Input } from '@feira/schemas/procedure';
import type { getFigures } from '@feira/schemas/procedures/subscriptions';
import { Figure, FigureList } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { formatBasisPoints, formatCount, formatShare } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { formatSigned } from '@feira/shell-kit/signed-amount';
import type { AddressChange } from '@feira/shell-kit/use-address';
import { type CSSProperties, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CurrencyChoice } from '../money/currency-choice.tsx';
import { useSubscriptionWords } from './subscription-words.tsx';
import { type Figures, useFigures } from './use-subscriptions.ts';

interface FiguresTabProps {
  /** Without a currency the platform's is shown. */
  input: Input<typeof getFigures>;
  onChange: (changes: AddressChange) => void;
}

/** Shows what subscriptions bring in, how many stay, and why the others left. */
export function FiguresTab({ input, onChange }: FiguresTabProps) {
  const { t } = useTranslation('subscriptions');
  const { locale } = useHost();
  const { money } = useSubscriptionWords();
  const { data, error, isPlaceholderData, refetch } = useFigures(input);
  if (error && (!data || isPlaceholderData)) return <LoadError error={error} onRetry={refetch} />;
  const figures = isPlaceholderData ? undefined : data;
  const count = (number: number) => formatCount(number, locale);
  return (
    <div className="subscriptions-figures" aria-busy={!figures}>
      {figures && (
        <CurrencyChoice
          current={figures.currency}
          others={CURRENCIES.filter((one) => one !== figures.currency)}
          onChange={(next) => onChange({ currency: next })}
        />
      )}
      <FigureList label={t('figures.label')}>
        <Figure
          isMain
          label={t('figures.mrr')}
          value={figures && money(figures.mrr, figures.currency)}
          note={t('figures.mrrNote')}
        />
        <Figure
          label={t('figures.live')}
          value={figures && count(figures.live)}
          note={figures && t('figures.liveNote', { count: figures.pastDue })}
        />
        <Figure label={t('figures.begun')} value={figures && count(figures.begun)} note={t('figures.begunNote')} />
        <Figure
          label={t('figures.churn')}
          value={figures && formatBasisPoints(figures.churnBasisPoints, locale)}
          note={figures && t('figures.churnNote', { count: figures.ended })}
        />
        <Figure
          label={t('figures.renewed')}
          value={figures && formatSigned(figures.renewed, figures.currency, locale)}
          note={t('figures.renewedNote')}
        />
      </FigureList>
      {figures && <Reasons reasons={figures.reasons} />}
      {figures && <Cohorts cohorts={figures.cohorts} />}
    </div>
  );
}

function Reasons({ reasons }: Pick<Figures, 'reasons'>) {
  const { t } = useTranslation('subscriptions');
  const { locale } = useHost();
  const id = useId();
  const all = reasons.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{t('figures.reasons')}</h2>
      {reasons.length === 0 ? (
        <p className="muted">{t('figures.noReasons')}</p>
      ) : (
        <ul className="subscriptions-reasons">
          {reasons.map(({ reason, count }) => (
            <li key={reason}>
              <span>{t(`endReasons.${reason}`)}</span>
              <span className="number">
                {formatCount(count, locale)} <span className="muted">({formatShare(count, all, locale)})</span>
              </span>
              <span className="subscriptions-bar" aria-hidden="true">
                <span style={{ width: `${(count * 100) / all}%` }} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Each cell says how many of a month's beginners went on at the end of a later month; its shade only repeats the share. */
function Cohorts({ cohorts }: Pick<Figures, 'cohorts'>) {
  const { t } = useTranslation('subscriptions');
  const { locale } = useHost();
  const id = useId();
  const width = Math.max(0, ...cohorts.map(({ retained }) => retained.length));
  const monthOf = (month: string) =>
    new Intl.DateTimeFormat(locale === 'en' ? 'en-US' : 'pt-BR', {
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    }).format(new Date(`${month}-01T00:00:00Z`));
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{t('figures.cohorts')}</h2>
      <p className="muted">{t(cohorts.length > 0 ? 'figures.cohortsText' : 'figures.noCohorts')}</p>
      {cohorts.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard too.
        <section className="subscriptions-cohorts" tabIndex={0} aria-labelledby={id}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('figures.month')}</th>
                <th scope="col" className="number">
                  {t('figures.started')}
                </th>
                {Array.from({ length: width }, (_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the number of the month is its place.
                  <th key={index} scope="col" className="number">
                    {index === 0 ? t('figures.firstMonth') : t('figures.later', { count: index })}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {cohorts.map(({ month, begun, retained }) => (
                <tr key={month}>
                  <th scope="row">{monthOf(month)}</th>
                  <td className="number">{formatCount(begun, locale)}</td>
                  {Array.from({ length: width }, (_, index) => {
                    const count = retained[index];
                    const share = begun > 0 && count !== undefined ? count / begun : 0;
                    return (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the number of the month is its place.
                      <td key={index} className="number" style={{ '--share': share } as CSSProperties}>
                        {count !== undefined && (
                          <>
                            {formatShare(count, begun, locale)}
                            <span className="visually-hidden"> {t('figures.cell', { count, begun })}</span>
                          </>
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
