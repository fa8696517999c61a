import { formatCurrency } from '@feira/schemas/rules/currency';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListTotal } from '../../components/money/list-total.tsx';
import { MoneyFilters } from '../../components/money/money-filters.tsx';
import { MoneyAction, MoneyList } from '../../components/money/money-list.tsx';
import { PersonCell } from '../../components/money/person-cell.tsx';
import { DEBTOR_FILTER, type Debtor, useNegativeSellers } from './use-negative-sellers.ts';
import { WriteOffDialog } from './write-off-dialog.tsx';

/** Lists sellers with a debt to the platform, and writes off lost debts. */
export default function SellerNegativePage() {
  const { t } = useTranslation(['adminMoney', 'admin']);
  const { locale, session } = useHost();
  const { filter, input, onChange, ...list } = useListFilter(DEBTOR_FILTER);
  const query = useNegativeSellers(input);
  const [debtor, setDebtor] = useState<Debtor | null>(null);
  const [done, setDone] = useState('');
  const currency = query.data?.currency ?? 'BRL';
  const money = (cents: number) => formatCurrency(cents, currency, locale);
  const columns: RecordColumn<Debtor>[] = [
    {
      key: 'person',
      sortBy: ({ person }) => person.name,
      title: t('person'),
      isHead: true,
      show: ({ person }) => <PersonCell person={person} />,
    },
    {
      key: 'owed',
      sortBy: ({ owed }) => owed,
      title: t('debts.owed'),
      isNumber: true,
      show: ({ owed }) => <strong>{money(owed)}</strong>,
    },
    {
      key: 'pending',
      sortBy: ({ pending }) => pending,
      title: t('debts.pending'),
      isNumber: true,
      show: ({ pending }) => money(pending),
    },
    {
      key: 'since',
      sortBy: ({ since }) => since,
      title: t('debts.since'),
      show: ({ since }) => formatDate(since, locale),
    },
    {
      key: 'acts',
      title: t('actions'),
      isAction: true,
      show: (record) =>
        record.person.id === session.person.id ? (
          <span className="muted list-own">{t('own')}</span>
        ) : (
          <MoneyAction label={t('debts.writeOff')} name={record.person.name} onClick={() => setDebtor(record)} />
        ),
    },
  ];
  return (
    <PageFrame
      title={t('admin:sellerNegative.title')}
      filters={<MoneyFilters filter={filter} onChange={onChange} currency={query.data?.currency} />}
    >
      <p className="muted money-page-note">{t('debts.text')}</p>
      <DoneNote text={done} />
      <ListTotal data={query.data} name="debts" />
      <MoneyList
        {...list}
        query={query}
        columns={columns}
        label={t('admin:sellerNegative.title')}
        keyOf={({ person }) => person.id}
        empty={{ icon: 'check', title: t('debts.emptyTitle'), text: t('debts.emptyText') }}
      />
      {debtor && (
        <WriteOffDialog
          debtor={debtor}
          currency={currency}
          onDone={(message) => {
            setDebtor(null);
            setDone(message);
          }}
          onClose={() => setDebtor(null)}
        />
      )}
    </PageFrame>
  );
}
