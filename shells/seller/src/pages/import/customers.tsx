import { LoadError } from '@feira/shell-kit/components/load-error';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { PageLink } from '@feira/shell-kit/components/page-link';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatAmounts, formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useOpened } from '@feira/shell-kit/use-opened';
import { useTranslation } from 'react-i18next';
import { type Customer, useCustomer, useCustomers } from '../../components/imports/use-imports.ts';
import { SEARCH_FILTER, SearchedList } from './searched-list.tsx';

/** Lists the customers that imports have brought, each with what they bought there and here. */
export function Customers() {
  const { t } = useTranslation('imports');
  const { locale } = useHost();
  const { input, ...list } = useListFilter(SEARCH_FILTER);
  const opened = useOpened('customer');
  const query = useCustomers(input);
  const columns: RecordColumn<Customer>[] = [
    {
      key: 'name',
      title: t('customers.name'),
      isHead: true,
      show: ({ id, name, email }) => (
        <TwoLines
          first={
            <button type="button" className="button button-small" onClick={() => opened.open(id)}>
              {name ?? email}
            </button>
          }
          second={name && email}
        />
      ),
    },
    { key: 'phone', title: t('customers.phone'), show: ({ phone }) => phone ?? '–' },
    { key: 'document', title: t('customers.document'), show: ({ document }) => document ?? '–' },
    { key: 'source', title: t('customers.source'), show: ({ source }) => t(`sources.${source}`) },
    { key: 'createdAt', title: t('customers.createdAt'), show: ({ createdAt }) => formatDate(createdAt, locale) },
  ];
  return (
    <div className="import-step">
      <SearchedList {...list} name="customers" icon="people" query={query} columns={columns} />
      {opened.id && <CustomerDialog customerId={opened.id} onClose={opened.close} />}
    </div>
  );
}

function CustomerDialog({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const { t } = useTranslation('imports');
  const { locale } = useHost();
  const { data, error, refetch } = useCustomer(customerId);
  const title = data ? t('customers.history', { name: data.name ?? data.email }) : t('customers.name');
  return (
    <ModalDialog title={title} onClose={onClose}>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data && (
        <>
          <h3>{t('customers.importedSales')}</h3>
          {data.importedSales.length === 0 && <p className="muted">{t('customers.noSales')}</p>}
          <ul>
            {data.importedSales.map(({ id, soldAt, productName, amount, currency, status, source }) => (
              <li key={id}>
                {formatDate(soldAt, locale)} · {productName} · {formatAmounts({ amount, currency }, locale)} ·{' '}
                {t(`sales.states.${status}`)} · {t(`sources.${source}`)}
              </li>
            ))}
          </ul>
          <h3>{t('customers.sales')}</h3>
          {data.sales.length === 0 && <p className="muted">{t('customers.noSales')}</p>}
          <ul>
            {data.sales.map(({ id, createdAt, title: product, amount, currency }) => (
              <li key={id}>
                <PageLink to={`/platform/my-sales/${id}`}>{product}</PageLink> · {formatDate(createdAt, locale)} ·{' '}
                {formatAmounts({ amount, currency }, locale)}
              </li>
            ))}
          </ul>
        </>
      )}
    </ModalDialog>
  );
}
