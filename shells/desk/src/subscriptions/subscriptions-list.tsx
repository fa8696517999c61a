import { EmailText } from '@feira/shell-kit/components/email-text';
import { LineList } from '@feira/shell-kit/components/line-list';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { type RecordColumn, RecordTable } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { CROWDED, useMediaQuery } from '@feira/shell-kit/use-media-query';
import { useTranslation } from 'react-i18next';
import { SubscriptionMethodWord, SubscriptionStatusBadge, useSubscriptionWords } from './subscription-words.tsx';
import type { Subscription } from './use-subscriptions.ts';

interface SubscriptionsListProps {
  title: string;
  /** Undefined while they load. */
  subscriptions: readonly Subscription[] | undefined;
  /** The address above each subscription's own page. */
  path: string;
  /** Returns the address of one seller's subscriptions; without it nothing names sellers. */
  toSeller: ((sellerId: string) => string) | undefined;
}

/** Shows subscriptions as a table, and in two lines each where a table does not fit. */
export function SubscriptionsList(props: SubscriptionsListProps) {
  return useMediaQuery(CROWDED) ? <Lines {...props} /> : <Table {...props} />;
}

function Lines({ title, subscriptions, path, toSeller }: SubscriptionsListProps) {
  const words = useSubscriptionWords();
  return (
    <LineList
      label={title}
      records={subscriptions}
      keyOf={({ id }) => id}
      lineOf={(one) => ({
        to: `${path}/${one.id}`,
        first: one.buyerName,
        second: [
          one.title,
          toSeller && one.sellerName,
          words.note(one) ?? (one.nextChargeAt ? words.date(one.nextChargeAt) : null),
        ]
          .filter(Boolean)
          .join(' · '),
        end: (
          <TwoLines
            first={<strong className="number">{words.money(one.amount, one.currency)}</strong>}
            second={<SubscriptionStatusBadge {...one} />}
          />
        ),
      })}
    />
  );
}

function Table({ title, subscriptions, path, toSeller }: SubscriptionsListProps) {
  const { t } = useTranslation('subscriptions');
  const words = useSubscriptionWords();
  const seller = (addressOf: (sellerId: string) => string): RecordColumn<Subscription> => ({
    key: 'seller',
    title: t('seller'),
    show: ({ sellerId, sellerName }) => (
      <PageLink className="subscriptions-link" to={addressOf(sellerId)}>
        <span className="visually-hidden">{t('onlySellerOf')} </span>
        {sellerName}
      </PageLink>
    ),
  });
  const columns: RecordColumn<Subscription>[] = [
    {
      key: 'buyer',
      title: t('buyer'),
      show: ({ id, buyerName, buyerEmail }) => (
        <TwoLines
          first={
            <PageLink className="subscriptions-name" to={`${path}/${id}`}>
              {buyerName}
            </PageLink>
          }
          second={<EmailText email={buyerEmail} />}
        />
      ),
    },
    {
      key: 'plan',
      title: t('plan'),
      show: (one) => <TwoLines first={one.title} second={words.progress(one)} />,
    },
    ...(toSeller ? [seller(toSeller)] : []),
    { key: 'method', title: t('method'), show: ({ method }) => <SubscriptionMethodWord method={method} /> },
    {
      key: 'status',
      title: t('status'),
      show: (one) => <TwoLines first={<SubscriptionStatusBadge {...one} />} second={words.note(one)} />,
    },
    {
      key: 'nextCharge',
      title: t('nextCharge'),
      show: ({ nextChargeAt }) =>
        nextChargeAt ? words.date(nextChargeAt) : <span className="muted">{t('none')}</span>,
    },
    {
      key: 'amount',
      title: t('amount'),
      isNumber: true,
      show: ({ amount, currency, ...frequency }) => (
        <TwoLines first={words.money(amount, currency)} second={words.every(frequency)} />
      ),
    },
  ];
  return (
    <RecordTable label={title} columns={columns} records={subscriptions} keyOf={({ id }) => id} skeletonCount={8} />
  );
}
