import type { Output } from '@feira/schemas/procedure';
import { listPlatformDocuments } from '@feira/schemas/procedures/receivers';
import { RECEIVER_DOCUMENT_STATUSES } from '@feira/schemas/provider';
import { DocumentStatus } from '@feira/shell-desk/receivers/document-list.tsx';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { defineFilter, oneOf, words } from '@feira/shell-kit/filter';
import { DialogEntry } from '@feira/shell-kit/use-dialog-entry';
import { type ListState, useListFilter } from '@feira/shell-kit/use-list-filter';
import { useOpened } from '@feira/shell-kit/use-opened';
import { useListQuery } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';
import { MoneyFilters } from '../../components/money/money-filters.tsx';
import { MoneyAction, MoneyList } from '../../components/money/money-list.tsx';
import { PersonCell } from '../../components/money/person-cell.tsx';
import './add-texts.ts';
import { DocumentsDialog } from '../../components/receivers/documents-dialog.tsx';

type Listed = Output<typeof listPlatformDocuments>['items'][number];

const STATUSES = ['OPEN', ...RECEIVER_DOCUMENT_STATUSES] as const;
const FILTER = defineFilter({ search: words(), state: oneOf('state', STATUSES) }, null);

/** Lists what providers ask of people before they pay them, and how far each document is. The providers review these documents. */
export function ProviderTab() {
  const { t } = useTranslation(['receivers', 'adminVerification']);
  const { filter, input, onChange, ...list } = useListFilter(FILTER);
  const { state, ...page } = input;
  const query = useListQuery(listPlatformDocuments, { ...page, ...(state && { status: state }) });
  const opened = useOpened();
  return (
    <>
      <MoneyFilters
        states={STATUSES.map((value) => ({ value, label: t(`documents.filters.${value}`) }))}
        filter={filter}
        onChange={onChange}
      />
      <p className="muted">{t('adminVerification:provider.text')}</p>
      <Documents {...list} query={query} onOpen={({ receiverRowId }) => opened.open(receiverRowId)} />
      {opened.id && (
        <DialogEntry value={false}>
          <DocumentsDialog
            id={opened.id}
            person={query.data?.items.find(({ receiverRowId }) => receiverRowId === opened.id)?.person}
            onClose={opened.close}
          />
        </DialogEntry>
      )}
    </>
  );
}

interface DocumentsProps extends ListState {
  query: ReturnType<typeof useListQuery<typeof listPlatformDocuments>>;
  onOpen: (document: Listed) => void;
}

function Documents({ query, onOpen, ...list }: DocumentsProps) {
  const { t } = useTranslation(['receivers', 'adminVerification']);
  const { locale } = useHost();
  const columns: RecordColumn<Listed>[] = [
    {
      key: 'person',
      title: t('adminVerification:provider.person'),
      isHead: true,
      show: ({ person }) => (person ? <PersonCell person={person} /> : t('adminVerification:provider.platform')),
    },
    {
      key: 'document',
      title: t('adminVerification:provider.document'),
      show: ({ title, receiverProvider }) => <TwoLines first={title} second={receiverProvider} />,
    },
    {
      key: 'status',
      title: t('adminVerification:provider.status'),
      show: ({ status, reason }) => <TwoLines first={<DocumentStatus status={status} />} second={reason} />,
    },
    {
      key: 'sent',
      title: t('adminVerification:provider.sentAt'),
      show: ({ sentAt }) => (sentAt ? formatDate(sentAt, locale) : '–'),
    },
    {
      key: 'acts',
      title: t('adminVerification:provider.actions'),
      isAction: true,
      show: (document) => (
        <MoneyAction
          label={t('adminVerification:provider.open')}
          name={document.person?.name ?? t('adminVerification:provider.platform')}
          onClick={() => onOpen(document)}
        />
      ),
    },
  ];
  return (
    <MoneyList
      {...list}
      query={query}
      label={t('adminVerification:provider.tab')}
      columns={columns}
      keyOf={({ id }) => id}
      empty={{
        icon: 'shield',
        title: t('adminVerification:provider.emptyTitle'),
        text: t('adminVerification:provider.emptyText'),
      }}
    />
  );
}
