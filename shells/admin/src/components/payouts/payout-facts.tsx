import { formatCurrency } from '@feira/schemas/rules/currency';
import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { type Fact, FactList } from '@feira/shell-kit/components/fact-list';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { PayoutStatus } from './payout-status.tsx';
import type { Payout } from './use-payouts.ts';

/** Shows who gets how much, and where: the facts that a decision rests on. */
export function PayoutFacts({ payout, facts = [] }: { payout: Payout; facts?: readonly Fact[] }) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const { amount, fee, currency } = payout;
  const money = (cents: number) => formatCurrency(cents, currency, locale);
  return (
    <>
      <FactList
        facts={[
          [t('person'), `${payout.person.name} (${payout.person.email})`],
          [t('payouts.arrives'), <strong key="arrives">{money(amount - fee)}</strong>],
          [
            t('payouts.taken'),
            fee > 0 ? t('payouts.withFee', { amount: money(amount), fee: money(fee) }) : money(amount),
          ],
          [t('payouts.destination'), `${t(`payouts.methods.${payout.method}`)}: ${payout.destinationLabel}`],
          [t('accounts.holder'), payout.holderName],
          ...facts,
        ]}
      />
      {!payout.isOwnDocument && <p className="field-error">{t('payouts.foreign')}</p>}
    </>
  );
}

/** Shows the same facts and everything that happened to the withdrawal. */
export function PayoutHistory({ payout }: { payout: Payout }) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const moment = (at: string) => `${formatDate(at, locale)}, ${formatTime(at, locale)}`;
  const approvals = payout.approvals.map(({ personId, name, at }) => (
    <li key={`${personId}${at}`}>
      {name ?? t('payouts.automatic')}, {moment(at)}
    </li>
  ));
  const facts: Fact[] = [
    [t('state'), <PayoutStatus key="state" payout={payout} />],
    [t('askedAt'), moment(payout.createdAt)],
  ];
  if (approvals.length > 0)
    facts.push([
      t('payouts.approvals'),
      <ul key="approvals" className="money-approvals">
        {approvals}
      </ul>,
    ]);
  if (payout.provider) facts.push([t('payouts.provider'), payout.provider]);
  if (payout.providerStatus) facts.push([t('payouts.providerStatus'), payout.providerStatus]);
  if (payout.closedAt) facts.push([t('payouts.closedAt'), moment(payout.closedAt)]);
  facts.push([t('payouts.reference'), <Reference key="reference" id={payout.id} />]);
  return <PayoutFacts payout={payout} facts={facts} />;
}

/** The provider knows the withdrawal by this reference. */
export function Reference({ id }: { id: string }) {
  const { t } = useTranslation('adminMoney');
  return (
    <span className="money-reference">
      <code>{id}</code>
      <CopyButton text={id} label={t('payouts.copyReference')} />
    </span>
  );
}
