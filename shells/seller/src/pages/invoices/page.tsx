import { FISCAL_INVOICE_STATES, type FiscalInvoiceState } from '@feira/schemas/integration-invoice';
import type { Output } from '@feira/schemas/procedure';
import { listInvoices } from '@feira/schemas/procedures/fiscal-invoices';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { SelectField } from '@feira/shell-kit/components/form-fields';
import type { IconName } from '@feira/shell-kit/components/icon';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { usePages } from '@feira/shell-kit/use-pages';
import { useListQuery } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';

type Invoice = Output<typeof listInvoices>['items'][number];

const PAGE_SIZE = 25;
const MONTHS = 18;
const LOOKS: Record<FiscalInvoiceState, { tone: StatusTone; icon: IconName }> = {
  WAITING: { tone: 'pending', icon: 'clock' },
  ISSUED: { tone: 'approved', icon: 'check' },
  REFUSED: { tone: 'rejected', icon: 'close' },
  CANCELED: { tone: 'canceled', icon: 'refund' },
};

/** Returns the months that the filter offers, this one first: "2026-11". */
function listMonths(now: Date): string[] {
  const [year = 0, month = 1] = now
    .toLocaleDateString('en-CA', { timeZone: 'America/Sao_Paulo' })
    .split('-')
    .map(Number);
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

/** Lists the fiscal invoices of the seller's sales, by state and month, with a file for the accountant. */
export default function InvoicesPage() {
  const { t } = useTranslation('invoices');
  const { locale } = useHost();
  const { search, change } = useAddress();
  const pages = usePages();
  const months = listMonths(new Date());
  const state = FISCAL_INVOICE_STATES.find((known) => known === search.get('state')) ?? null;
  const month = months.find((known) => known === search.get('month')) ?? null;
  const query = useListQuery(listInvoices, {
    limit: PAGE_SIZE,
    ...(state && { state }),
    ...(month && { month }),
    ...(pages.after && { after: pages.after }),
  });
  const monthName = (name: string) =>
    new Date(`${name}-15T12:00:00Z`).toLocaleDateString(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (
    <PageFrame title={t('title')}>
      <div className="form-grid">
        <SelectField<FiscalInvoiceState | ''>
          label={t('state')}
          value={state ?? ''}
          options={[
            { value: '', label: t('all') },
            ...FISCAL_INVOICE_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
          ]}
          onChange={(chosen) => change({ state: chosen || null, after: null })}
        />
        <SelectField
          label={t('month')}
          value={month ?? ''}
          options={[
            { value: '', label: t('everyMonth') },
            ...months.map((value) => ({ value, label: monthName(value) })),
          ]}
          onChange={(chosen) => change({ month: chosen || null, after: null })}
        />
      </div>
      <PagedList
        query={query}
        pages={pages}
        count={query.data?.items.length}
        pagerLabel={t('pages')}
        empty={
          state || month ? (
            <EmptyState icon="search" title={t('noneTitle')} text={t('noneText')} />
          ) : (
            <EmptyState icon="inbox" title={t('emptyTitle')} text={t('emptyText')}>
              <LinkButton to="/platform/integrations">{t('connect')}</LinkButton>
            </EmptyState>
          )
        }
      >
        <Invoices invoices={query.data?.items} />
      </PagedList>
    </PageFrame>
  );
}

function Invoices({ invoices }: { invoices: Invoice[] | undefined }) {
  const { t } = useTranslation('invoices');
  const { locale } = useHost();
  const columns: RecordColumn<Invoice>[] = [
    {
      key: 'number',
      title: t('invoice'),
      isHead: true,
      show: ({ number, code }) => <TwoLines first={number ?? t('unnumbered')} second={code} />,
    },
    { key: 'buyer', title: t('buyer'), show: ({ buyerName }) => buyerName },
    {
      key: 'state',
      title: t('state'),
      show: ({ state, reason }) => (
        <TwoLines
          first={<StatusBadge {...LOOKS[state]} label={t(`states.${state}`)} />}
          second={state === 'REFUSED' ? reason : null}
        />
      ),
    },
    {
      key: 'amount',
      title: t('amount'),
      isNumber: true,
      show: ({ amount, currency }) => (amount === null ? '—' : formatCurrency(amount, currency, locale)),
    },
    {
      key: 'issuedAt',
      title: t('issuedAt'),
      show: ({ issuedAt }) => (issuedAt ? formatDate(issuedAt, locale) : '—'),
    },
    {
      key: 'sale',
      title: t('sale'),
      isAction: true,
      show: ({ saleId }) => <PageLink to={`/platform/my-sales/${saleId}`}>{t('sale')}</PageLink>,
    },
  ];
  return <RecordList label={t('title')} columns={columns} records={invoices} keyOf={({ id }) => id} />;
}
