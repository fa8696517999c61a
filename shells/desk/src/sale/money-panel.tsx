import type { Currency } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { formatBasisPoints, formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { formatSigned } from '@feira/shell-kit/signed-amount';
import { useTranslation } from 'react-i18next';
import { useHoldWords } from '../money/use-hold-words.ts';
import { SalePanel } from './sale-panel.tsx';
import type { Sale, SaleMoney } from './use-sale.ts';

type Part = SaleMoney['parts'][number];

/** Shows where the buyer's money went, line by line from the ledger, and where the caller's part is now. */
export function MoneyPanel({ sale, money }: { sale: Sale; money: SaleMoney }) {
  const { t } = useTranslation('sale');
  const { locale } = useHost();
  const { currency, viewer } = sale;
  const { paid, returned, parts } = money;
  const amountOf = (cents: number) => formatCurrency(cents, currency, locale);
  const others = parts.filter(({ isOwn }) => !isOwn);
  const own = parts.filter(({ isOwn }) => isOwn);
  return (
    <SalePanel title={t('money.title')}>
      <dl className="sale-sums sale-money">
        {paid !== null && (
          <div className="sale-paid">
            <dt>{t('money.paid')}</dt>
            <dd>{amountOf(paid)}</dd>
          </div>
        )}
        {returned !== null && returned !== 0 && (
          <div>
            <dt>{t('money.returned')}</dt>
            <dd>{formatSigned(-returned, currency, locale)}</dd>
          </div>
        )}
        {others.map(({ part, name, amount, rule }) => (
          <div key={part + name}>
            <dt>
              {t(`money.parts.${part}`)}
              {name && <span className="muted"> · {name}</span>}
              <Rule rule={rule} currency={currency} base={part} amount={amount} />
              {part === 'PLATFORM' && <FeeNotes money={money} currency={currency} fee={amount} />}
            </dt>
            <dd>{formatSigned(-amount, currency, locale)}</dd>
          </div>
        ))}
        {own.map(({ part, name, amount, rule }) => (
          <div key={name} className="sale-total">
            <dt>
              {viewer === 'ADMIN' ? t('money.ofSeller', { name }) : t('money.own')}
              <Rule rule={rule} currency={currency} base={part} amount={amount} />
            </dt>
            <dd>{formatSigned(amount, currency, locale)}</dd>
          </div>
        ))}
      </dl>
      <Places sale={sale} money={money} />
      {viewer !== 'ADMIN' && money.movements.length > 1 && <Movements sale={sale} money={money} />}
    </SalePanel>
  );
}

/** Says what the platform pays out of its fee. Sellers read only that the provider's cost is in it. */
function FeeNotes({ money, currency, fee }: { money: SaleMoney; currency: Currency; fee: number }) {
  const { t } = useTranslation('sale');
  const { locale } = useHost();
  const { providerCost, manager } = money;
  if (providerCost === null) return <span className="muted sale-note">{t('money.costIncluded')}</span>;
  const amountOf = (cents: number) => formatSigned(cents, currency, locale);
  const managed = manager?.amount ?? 0;
  const paidOut = [
    managed !== 0 && t('money.manager', { amount: amountOf(managed), name: manager?.name }),
    providerCost !== 0 && t('money.cost', { amount: amountOf(providerCost) }),
  ].filter(Boolean);
  if (paidOut.length === 0) return null;
  return (
    <span className="muted sale-note">
      {[...paidOut, t('money.kept', { amount: amountOf(fee - managed - providerCost) })].join(' ')}
    </span>
  );
}

/** Says how a part was computed when the sale was made, and what that came to where money went back since. */
function Rule({
  rule,
  currency,
  base,
  amount,
}: {
  rule: Part['rule'];
  currency: Currency;
  base: Part['part'];
  amount: number;
}) {
  const { t } = useTranslation('sale');
  const { locale } = useHost();
  if (!rule) return null;
  const amountOf = (cents: number) => formatCurrency(cents, currency, locale);
  const values = {
    share: formatBasisPoints(rule.basisPoints, locale),
    of: amountOf(rule.of),
    fixed: amountOf(rule.fixed),
  };
  const whole = base === 'affiliate' ? 'AFTER_FEE' : base === 'co-producer' ? 'AFTER_AFFILIATE' : 'PRICE';
  const computed = t(`money.rules.${rule.fixed > 0 ? 'PRICE_AND_FIXED' : whole}`, values);
  return (
    <span className="muted sale-note">
      {rule.given === amount ? computed : t('money.rules.given', { rule: computed, amount: amountOf(rule.given) })}
      {rule.omitted && (
        <>
          {' '}
          {t('money.rules.omitted', {
            amount: formatCurrency(rule.omitted.amount, rule.omitted.currency, locale),
            given: rule.omitted.currency,
            currency,
          })}
        </>
      )}
    </span>
  );
}

/** Says how much of the part can be used, and until when the rest is held. */
function Places({ sale: { currency, viewer }, money: { own } }: { sale: Sale; money: SaleMoney }) {
  const { t } = useTranslation('sale');
  const { locale } = useHost();
  const words = useHoldWords();
  const { released, anticipated, atReceiver, holds } = own;
  const free = [
    { key: 'released', amount: released },
    { key: 'anticipated', amount: anticipated },
    { key: 'atReceiver', amount: atReceiver },
  ] as const;
  const shown = free.filter(({ amount }) => amount > 0);
  if (shown.length + holds.length === 0) return null;
  const amountOf = (cents: number) => formatCurrency(cents, currency, locale);
  return (
    <>
      <h3>{t(viewer === 'ADMIN' ? 'money.whereOfSeller' : 'money.where')}</h3>
      <div className="sale-bar" aria-hidden="true">
        {shown.map(({ key, amount }) => (
          <span key={key} className="sale-bar-free" style={{ flexGrow: amount }} />
        ))}
        {holds.map((hold, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two holds may be alike in everything.
          <span key={index} className="sale-bar-held" style={{ flexGrow: hold.amount }} />
        ))}
      </div>
      <dl className="sale-sums">
        {shown.map(({ key, amount }) => (
          <div key={key}>
            <dt>{t(`money.places.${key}`)}</dt>
            <dd>{amountOf(amount)}</dd>
          </div>
        ))}
        {holds.map((hold, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two holds may be alike in everything.
          <div key={index}>
            <dt>
              {hold.releaseAt === null || hold.isDisputed
                ? words.until(hold)
                : t('money.heldUntil', { date: words.until(hold) })}
              <span className="muted sale-note">
                {[words.reason(hold), words.rule(hold)].filter(Boolean).join(': ')}
              </span>
            </dt>
            <dd>{amountOf(hold.amount)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Movements({ sale: { currency }, money: { movements } }: { sale: Sale; money: SaleMoney }) {
  const { t } = useTranslation(['sale', 'money']);
  const { locale } = useHost();
  return (
    <>
      <h3>{t('money.movements')}</h3>
      <dl className="sale-sums">
        {movements.map(({ at, kind, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: postings never change their place.
          <div key={index}>
            <dt>
              {t(`money:postings.${kind}`)}
              <time className="muted" dateTime={at}>
                {' · '}
                {formatDate(at, locale)}
              </time>
            </dt>
            <dd>
              {amount > 0 && '+'}
              {formatSigned(amount, currency, locale)}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
