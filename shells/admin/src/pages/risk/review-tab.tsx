import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { Moment } from '@feira/shell-desk/money/moment.tsx';
import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { PageLink } from '@feira/shell-kit/components/page-link';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { useHost } from '@feira/shell-kit/host-context';
import { usePages } from '@feira/shell-kit/use-pages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyAction, MoneyList } from '../../components/money/money-list.tsx';
import './add-texts.ts';
import { type Reviewed, useReviewing, useReviews } from './use-risk.ts';

interface Deciding {
  payment: Reviewed;
  decision: 'ACCEPT' | 'REFUSE';
}

/** Lists payments whose amount is held on the card until somebody decides. */
export function ReviewTab() {
  const { t } = useTranslation('adminRisk');
  const { locale } = useHost();
  const pages = usePages();
  const query = useReviews(pages.after);
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const columns: RecordColumn<Reviewed>[] = [
    {
      key: 'buyer',
      title: t('buyer'),
      isHead: true,
      show: ({ buyerName, buyerEmail }) => <TwoLines first={buyerName} second={buyerEmail} />,
    },
    {
      key: 'title',
      title: t('offer'),
      show: ({ title, saleId }) => (
        <TwoLines
          first={title}
          second={<PageLink to={`${DASHBOARD_PATHS.admin}/manage-sales/${saleId}`}>{t('openSale')}</PageLink>}
        />
      ),
    },
    {
      key: 'amount',
      title: t('amount'),
      show: ({ amount, currency, cardLastDigits }) => (
        <TwoLines
          first={formatCurrency(amount, currency, locale)}
          second={cardLastDigits && `•••• ${cardLastDigits}`}
        />
      ),
    },
    {
      key: 'why',
      title: t('why'),
      show: ({ causes }) => causes.map(({ kind, name }) => name ?? t(`blockedBy.${kind}`)).join(' · '),
    },
    { key: 'decideBy', title: t('decideBy'), show: ({ decideBy }) => <Moment at={decideBy} /> },
    {
      key: 'acts',
      title: t('acts'),
      isAction: true,
      show: (payment) => (
        <>
          <MoneyAction
            label={t('accept')}
            name={payment.buyerName}
            onClick={() => setDeciding({ payment, decision: 'ACCEPT' })}
          />
          <MoneyAction
            label={t('refuse')}
            name={payment.buyerName}
            onClick={() => setDeciding({ payment, decision: 'REFUSE' })}
          />
        </>
      ),
    },
  ];
  return (
    <>
      <p className="muted">{t('reviewLead')}</p>
      <MoneyList
        query={query}
        label={t('tabs.review')}
        columns={columns}
        keyOf={({ id }) => id}
        pages={pages}
        empty={{ icon: 'check', title: t('noneInReviewTitle'), text: t('noneInReviewText') }}
      />
      {deciding && <DecisionDialog {...deciding} onClose={() => setDeciding(null)} />}
    </>
  );
}

function DecisionDialog({ payment, decision, onClose }: Deciding & { onClose: () => void }) {
  const { t } = useTranslation('adminRisk');
  const { locale } = useHost();
  const { paymentId, buyerName, amount, currency } = payment;
  const isRefusal = decision === 'REFUSE';
  return (
    <ConfirmChange
      isDanger={isRefusal}
      title={t(isRefusal ? 'refuseTitle' : 'acceptTitle', { amount: formatCurrency(amount, currency, locale) })}
      text={t(isRefusal ? 'refuseText' : 'acceptText', { name: buyerName })}
      action={t(isRefusal ? 'refuse' : 'accept')}
      change={useReviewing()}
      input={{ paymentId, decision }}
      onClose={onClose}
      onDone={onClose}
    />
  );
}
