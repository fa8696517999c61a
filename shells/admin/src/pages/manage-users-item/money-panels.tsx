import { formatCurrency } from '@feira/schemas/rules/currency';
import { FactList } from '@feira/shell-kit/components/fact-list';
import '@feira/shell-desk/money/destination-words.tsx';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatCount, formatDate, formatShare } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import type { Head } from '../../components/person/use-head.ts';
import { ProfileLines, ProfilePanel } from './profile-panel.tsx';
import { useMoney, useWithdrawals } from './use-profile.ts';

/** Shows what the person has, and why the rest is not free yet. */
export function MoneyPanel({ head }: { head: Head }) {
  const { t } = useTranslation(['profile', 'money']);
  const { locale } = useHost();
  const query = useMoney(head.id);
  return (
    <ProfilePanel title={t('money.title')} query={query}>
      {({ reasons, holds }) => (
        <>
          {head.balances.length === 0 && <p className="muted">{t('noBalance')}</p>}
          {head.balances.map(({ currency, ...balance }) => (
            <FactList
              key={currency}
              facts={(['available', 'pending', 'reserved', 'owed'] as const).map((name) => [
                t(`money.${name}`),
                formatCurrency(balance[name], currency, locale),
              ])}
            />
          ))}
          {reasons.length > 0 && (
            <FactList
              facts={reasons.map(({ reason, currency, amount, count }) => [
                t(`money:holds.reasons.${reason}`),
                t('money.reasonWords', { amount: formatCurrency(amount, currency, locale), count }),
              ])}
            />
          )}
          <h3>{t('money.holds')}</h3>
          <ProfileLines
            none={t('money.noHolds')}
            items={holds}
            keyOf={({ id }) => id}
            lineOf={({ saleId, amount, currency, reason, releaseAt }) => ({
              first: (
                <PageLink to={`/admin-root/manage-sales/${saleId}`}>
                  {formatCurrency(amount, currency, locale)}
                </PageLink>
              ),
              second: t(`money:holds.reasons.${reason}`),
              end: releaseAt ? t('money.until', { date: formatDate(releaseAt, locale) }) : t('money.untilDispute'),
            })}
          />
        </>
      )}
    </ProfilePanel>
  );
}

const ROWS = ['refunds', 'disputes'] as const;

/** Compares the shares of refunds and disputes with the period before, in number and money. */
export function RiskPanel({ head }: { head: Head }) {
  const { t } = useTranslation('profile');
  const { locale } = useHost();
  const { recent, before, currency } = head;
  const money = (cents: number) => formatCurrency(cents, currency, locale);
  const amountOf = { refunds: 'refunded', disputes: 'disputed' } as const;
  const rateOf = (half: Head['recent'], row: (typeof ROWS)[number]) =>
    half.sales === 0 ? (half[row] > 0 ? Number.POSITIVE_INFINITY : 0) : half[row] / half.sales;
  const trendOf = (row: (typeof ROWS)[number]) => {
    const [now, then] = [rateOf(recent, row), rateOf(before, row)];
    return now > then ? 'worse' : now < then ? 'better' : 'same';
  };
  const cell = (half: Head['recent'], row: (typeof ROWS)[number]) => (
    <TwoLines
      first={`${formatCount(half[row], locale)} (${formatShare(half[row], half.sales, locale)})`}
      second={`${money(half[amountOf[row]])} (${formatShare(half[amountOf[row]], half.gross, locale)})`}
    />
  );
  return (
    <section className="panel" aria-labelledby="profile-risk">
      <h2 id="profile-risk">{t('riskPanel.title')}</h2>
      <p className="muted">{t('riskPanel.text')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: large amounts make the table scroll, which keys have to reach. */}
      <section className="profile-table" aria-label={`${t('riskPanel.recent')}, ${t('riskPanel.before')}`} tabIndex={0}>
        <table>
          <caption className="visually-hidden">{t('riskPanel.title')}</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">{t('riskPanel.recent')}</th>
              <th scope="col">{t('riskPanel.before')}</th>
              <th scope="col">{t('riskPanel.trend')}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{t('riskPanel.sales')}</th>
              {[recent, before].map((half, index) => (
                <td key={index === 0 ? 'recent' : 'before'}>
                  <TwoLines first={formatCount(half.sales, locale)} second={money(half.gross)} />
                </td>
              ))}
              <td>–</td>
            </tr>
            {ROWS.map((row) => (
              <tr key={row}>
                <th scope="row">{t(`riskPanel.${row}`)}</th>
                <td>{cell(recent, row)}</td>
                <td>{cell(before, row)}</td>
                <td className={trendOf(row) === 'worse' ? 'profile-worse' : undefined}>
                  {t(`riskPanel.${trendOf(row)}`)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

export function WithdrawalsPanel({ personId }: { personId: string }) {
  const { t } = useTranslation(['profile', 'money']);
  const { locale } = useHost();
  return (
    <ProfilePanel title={t('withdrawals.title')} query={useWithdrawals(personId)}>
      {({ items }) => (
        <ProfileLines
          none={t('withdrawals.none')}
          items={items}
          keyOf={({ id }) => id}
          lineOf={({ amount, currency, state, createdAt }) => ({
            first: formatCurrency(amount, currency, locale),
            second: formatDate(createdAt, locale),
            end: t(`money:withdrawals.states.${state}`),
          })}
        />
      )}
    </ProfilePanel>
  );
}
