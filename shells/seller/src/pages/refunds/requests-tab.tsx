import { REFUND_REQUEST_STATES } from '@feira/schemas/procedures/refunds';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { BatchBar } from '@feira/shell-desk/batch/batch-bar.tsx';
import { SaleBuyer } from '@feira/shell-desk/sale/sale-words.tsx';
import { AwaitedDialog } from '@feira/shell-kit/components/awaited-dialog';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { DialogEntry } from '@feira/shell-kit/use-dialog-entry';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useOpened } from '@feira/shell-kit/use-opened';
import { useSelection } from '@feira/shell-kit/use-selection';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DecideDialog } from './decide-dialog.tsx';
import { Filters } from './filters.tsx';
import { RequestStatus } from './refund-words.tsx';
import { REQUEST_FILTER } from './refunds-address.ts';
import { type RefundRequest, useGrant, useRequest, useRequests } from './use-refunds.ts';

interface RequestsTabProps {
  onDone: (message: string) => void;
}

/** Lists the requests of buyers, those first that wait for the seller. */
export function RequestsTab({ onDone }: RequestsTabProps) {
  const { t } = useTranslation(['refunds', 'kit']);
  const { locale } = useHost();
  const selection = useSelection<RefundRequest>(({ id }) => id);
  const grant = useGrant();
  const { filter, input, onChange, ...list } = useListFilter(REQUEST_FILTER, () => onDone(''));
  const query = useRequests(input);
  const opened = useOpened('request');
  const columns: RecordColumn<RefundRequest>[] = [
    {
      key: 'protocol',
      title: t('requests.protocol'),
      show: ({ protocol, createdAt }) => (
        <TwoLines first={<span className="refunds-protocol">{protocol}</span>} second={formatDate(createdAt, locale)} />
      ),
    },
    {
      key: 'sale',
      title: t('sale'),
      isHead: true,
      show: (request) => <TwoLines first={<strong>{request.title}</strong>} second={<SaleBuyer sale={request} />} />,
    },
    {
      key: 'reason',
      title: t('requests.reason'),
      show: ({ reason, ground }) => <TwoLines first={t(`reasons.${reason}`)} second={t(`grounds.${ground}`)} />,
    },
    { key: 'state', title: t('state'), show: (request) => <RequestStatus request={request} /> },
    {
      key: 'amount',
      title: t('amount'),
      isNumber: true,
      isHead: true,
      show: ({ amount, currency }) => <strong>{formatCurrency(amount, currency, locale)}</strong>,
    },
    {
      key: 'acts',
      title: t('actions'),
      isAction: true,
      show: (request) => (
        <button type="button" className="button" onClick={() => opened.open(request.id)}>
          {t(request.state === 'WAITING' ? 'requests.decide' : 'requests.open')}
          <span className="visually-hidden"> {request.protocol}</span>
        </button>
      ),
    },
  ];
  return (
    <>
      <Filters tab="requests" filter={filter} states={REFUND_REQUEST_STATES} onChange={onChange} />
      <PagedList
        {...list}
        query={query}
        count={query.data?.items.length}
        noMatch={{ title: t('noMatchTitle'), text: t('noMatchText') }}
        empty={<EmptyState icon="mail" title={t('empty.requests.title')} text={t('empty.requests.text')} />}
        pagerLabel={t('pages')}
      >
        <RecordList
          label={t('tabs.requests')}
          columns={columns}
          records={query.data?.items}
          keyOf={({ id }) => id}
          selection={{
            ...selection,
            labelOf: ({ protocol, buyerName }) => t('kit:list.choose', { name: `${protocol}, ${buyerName}` }),
            mayChoose: ({ state, ground }) => state === 'WAITING' && ground !== 'LAW',
          }}
        />
      </PagedList>
      <BatchBar selection={selection} batch={grant} />
      {opened.id && (
        <DialogEntry value={false}>
          <OpenedRequest
            id={opened.id}
            known={query.data?.items.find(({ id }) => id === opened.id)}
            onDone={(decision, protocol) => {
              opened.close();
              onDone(t(`requests.done.${decision}`, { protocol }));
            }}
            onClose={opened.close}
          />
        </DialogEntry>
      )}
    </>
  );
}

interface OpenedRequestProps {
  id: string;
  /** Undefined where this page of the list does not show it. */
  known: RefundRequest | undefined;
  onDone: (decision: 'GRANT' | 'DECLINE', protocol: string) => void;
  onClose: () => void;
}

function OpenedRequest({ known, ...props }: OpenedRequestProps) {
  // The list loses the request once it is decided, and the dialog still says so.
  const [first] = useState(known);
  const request = known ?? first;
  if (!request) return <SoughtRequest {...props} />;
  return (
    <DecideDialog
      request={request}
      onDone={(decision) => props.onDone(decision, request.protocol)}
      onClose={props.onClose}
    />
  );
}

function SoughtRequest({ id, onDone, onClose }: Omit<OpenedRequestProps, 'known'>) {
  const { t } = useTranslation('refunds');
  const { data, error, refetch } = useRequest(id);
  const request = data?.items.find((one) => one.id === id);
  if (request)
    return (
      <DecideDialog request={request} onDone={(decision) => onDone(decision, request.protocol)} onClose={onClose} />
    );
  return (
    <AwaitedDialog
      title={t('requests.one')}
      error={data ? null : error}
      isLoading={!data && !error}
      onRetry={refetch}
      missing={{ title: t('requests.missing'), text: t('requests.missingText') }}
      close={t('close')}
      onClose={onClose}
    />
  );
}
