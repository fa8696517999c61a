import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { SITUATIONS } from '@feira/shell-desk/receivers/receiver-situation.ts';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { DialogEntry } from '@feira/shell-kit/use-dialog-entry';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useOpened } from '@feira/shell-kit/use-opened';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyFilters } from '../../components/money/money-filters.tsx';
import { DocumentsDialog } from '../../components/receivers/documents-dialog.tsx';
import { AdoptDialog, type Adoption, DiscardDialog } from './decision-dialogs.tsx';
import { OpenForm } from './open-form.tsx';
import { OwnPanel } from './own-panel.tsx';
import { ReceiverList } from './receiver-list.tsx';
import { RECEIVER_FILTER, type Receiver, useOwnReceivers, useReceivers } from './use-receivers.ts';

type Asked = { act: 'ADOPT'; adoption: Adoption } | { act: 'DISCARD'; receiver: Receiver };

/** Lists the accounts of everybody at providers, and the platform's own. The address holds the open application, or the documents that are shown. */
export default function ManageReceiversPage() {
  const { t } = useTranslation(['receivers', 'admin']);
  const { search, change } = useAddress();
  const { filter, input, onChange, ...list } = useListFilter(RECEIVER_FILTER);
  const query = useReceivers(input);
  const own = useOwnReceivers();
  const documents = useOpened('documents');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [done, setDone] = useState('');
  const connections = query.data?.connections ?? [];
  const receivers = [...(query.data?.items ?? []), ...(own.data?.items ?? [])];
  const opening = connections.find(({ id }) => id === search.get('open'));
  const openForm = (connectionId: string | null) => {
    setDone('');
    change({ open: connectionId });
  };
  const finish = (message: string) => {
    setAsked(null);
    setDone(message);
  };
  if (opening)
    return (
      <OpenForm
        key={opening.id}
        opening={opening}
        connections={connections}
        onConnection={openForm}
        onDone={(message) => {
          openForm(null);
          setDone(message);
        }}
        onClose={() => openForm(null)}
      />
    );
  const dialog = { onDone: finish, onClose: () => setAsked(null) };
  const first = connections[0];
  return (
    <PageFrame
      title={t('admin:receivers.title')}
      action={
        first && (
          <button type="button" className="button button-primary" onClick={() => openForm(first.id)}>
            {t('openFor')}
          </button>
        )
      }
      filters={
        <MoneyFilters
          states={SITUATIONS.map((value) => ({ value, label: t(`situations.${value}`) }))}
          filter={filter}
          onChange={onChange}
        />
      }
    >
      <DoneNote text={done} />
      <OwnPanel
        onDocuments={({ id }) => documents.open(id)}
        onAdopt={(connection) => {
          setDone('');
          setAsked({ act: 'ADOPT', adoption: { connection, person: null } });
        }}
      />
      <ReceiverList
        {...list}
        query={query}
        onAsk={(act, receiver) => {
          setDone('');
          if (act === 'DOCUMENTS') return documents.open(receiver.id);
          if (act === 'DISCARD') return setAsked({ act, receiver });
          const { person, connectionId: id, receiverProvider: name } = receiver;
          setAsked({ act, adoption: { connection: nameOf(connections, id, name), person } });
        }}
      />
      {asked?.act === 'ADOPT' && <AdoptDialog adoption={asked.adoption} {...dialog} />}
      {documents.id && (
        <DialogEntry value={false}>
          <DocumentsDialog
            id={documents.id}
            person={receivers.find(({ id }) => id === documents.id)?.person}
            onClose={documents.close}
          />
        </DialogEntry>
      )}
      {asked?.act === 'DISCARD' && <DiscardDialog receiver={asked.receiver} {...dialog} />}
    </PageFrame>
  );
}

const nameOf = (connections: readonly { id: string; name: string }[], id: string, otherwise: string) => ({
  id,
  name: connections.find((connection) => connection.id === id)?.name ?? otherwise,
});
