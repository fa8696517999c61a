import { formatCurrency } from '@feira/schemas/rules/currency';
import { Moment } from '@feira/shell-desk/money/moment.tsx';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { useHost } from '@feira/shell-kit/host-context';
import { usePages } from '@feira/shell-kit/use-pages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyAction, MoneyList } from '../../components/money/money-list.tsx';
import { SaleTitle } from '../../components/money/sale-title.tsx';
import { EndParkedDialog, LookUpParkedDialog } from './parked-dialogs.tsx';
import { type Parked, useParked } from './use-parked.ts';

const DIALOGS = { LOOK_UP: LookUpParkedDialog, END: EndParkedDialog };

/** Lists charges whose answer was lost and about which only a person can find out. */
export function ParkedTab() {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const pages = usePages();
  const query = useParked(pages.after);
  const [asked, setAsked] = useState<{ act: keyof typeof DIALOGS; parked: Parked } | null>(null);
  const [done, setDone] = useState('');
  const ask = (act: keyof typeof DIALOGS, parked: Parked) => {
    setDone('');
    setAsked({ act, parked });
  };
  const columns: RecordColumn<Parked>[] = [
    {
      key: 'sale',
      title: t('parked.buyer'),
      isHead: true,
      show: (parked) => <TwoLines first={<SaleTitle sale={parked} />} second={parked.buyerName} />,
    },
    {
      key: 'seller',
      sortBy: ({ sellerName }) => sellerName,
      title: t('cases.seller'),
      show: ({ sellerName }) => sellerName,
    },
    {
      key: 'amount',
      sortBy: ({ amount }) => amount,
      title: t('amount'),
      isNumber: true,
      show: ({ amount, currency }) => <strong>{formatCurrency(amount, currency, locale)}</strong>,
    },
    {
      key: 'provider',
      title: t('parked.call'),
      show: ({ connectionName, checks }) => (
        <TwoLines first={connectionName} second={checks > 0 && t('parked.tried', { count: checks })} />
      ),
    },
    {
      key: 'since',
      sortBy: ({ createdAt }) => createdAt,
      title: t('parked.since'),
      show: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      key: 'acts',
      title: t('actions'),
      isAction: true,
      show: (parked) => (
        <span className="list-actions">
          <MoneyAction label={t('parked.end')} name={parked.title} onClick={() => ask('END', parked)} />
          <MoneyAction
            isPrimary
            label={t('parked.lookUp')}
            name={parked.title}
            onClick={() => ask('LOOK_UP', parked)}
          />
        </span>
      ),
    },
  ];
  const Dialog = asked && DIALOGS[asked.act];
  return (
    <>
      <DoneNote text={done} />
      <MoneyList
        query={query}
        pages={pages}
        label={t('parked.title')}
        columns={columns}
        keyOf={({ attemptId }) => attemptId}
        empty={{ icon: 'check', title: t('parked.emptyTitle'), text: t('parked.emptyText') }}
      />
      {Dialog && (
        <Dialog
          parked={asked.parked}
          onDone={(message) => {
            setAsked(null);
            setDone(message);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
