import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import '@feira/shell-kit/styles/forms.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentMissing } from './document-missing.tsx';
import { OwnApplication } from './own-application.tsx';
import { ReceiverPanel } from './receiver-panel.tsx';
import { listCurrent, listOpenings, type OwnReceivers, useOwnReceivers } from './use-receivers.ts';

/**
 * Lists the signed-in person's accounts at payment providers, or shows the form for a new one: its connection stands in the
 * address.
 */
export default function ReceiversPage() {
  const { t } = useTranslation(['receivers', 'seller']);
  const { search, change } = useAddress();
  const { data, error, refetch } = useOwnReceivers();
  const [done, setDone] = useState('');
  const opening = data && listOpenings(data).find(({ id }) => id === search.get('open'));
  const show = (connectionId: string | null) => {
    setDone('');
    change({ open: connectionId });
  };
  if (opening)
    return (
      <OwnApplication
        key={opening.id}
        opening={opening}
        documentType={data.documentType}
        verified={data.verified}
        onDone={(message) => {
          show(null);
          setDone(message);
        }}
        onClose={() => show(null)}
      />
    );
  return (
    <PageFrame title={t('seller:receivers.title')}>
      <DoneNote text={done} />
      <p className="muted receiver-intro">{t('intro')}</p>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && (
        <div className="panel" aria-busy="true">
          <Skeleton width={180} height={22} />
          <Skeleton height={96} />
        </div>
      )}
      {data && <Overview data={data} onOpen={show} onRefresh={() => void refetch()} />}
    </PageFrame>
  );
}

interface OverviewProps {
  data: OwnReceivers;
  onOpen: (connectionId: string) => void;
  onRefresh: () => void;
}

function Overview({ data, onOpen, onRefresh }: OverviewProps) {
  const { t } = useTranslation('receivers');
  const current = listCurrent(data.receivers);
  const openings = listOpenings(data);
  const untouched = openings.filter(({ id }) => current.every(({ connectionId }) => connectionId !== id));
  if (current.length === 0 && openings.length === 0)
    return <EmptyState icon="bank" title={t('none.title')} text={t('none.text')} />;
  return (
    <div className="receivers">
      {data.documentType === null && openings.length > 0 && <DocumentMissing />}
      {current.map((receiver) => (
        <ReceiverPanel
          key={receiver.id}
          receiver={receiver}
          name={data.connections.find(({ id }) => id === receiver.connectionId)?.name ?? receiver.receiverProvider}
          onRefresh={onRefresh}
          {...(openings.some(({ id }) => id === receiver.connectionId) && {
            onAgain: () => onOpen(receiver.connectionId),
          })}
        />
      ))}
      {untouched.length > 0 && (
        <section className="panel receiver" aria-labelledby="receivers-open">
          <h2 id="receivers-open">{t('openTitle')}</h2>
          <p className="muted">{t('openText')}</p>
          <ul className="receiver-choices">
            {untouched.map(({ id, name }) => (
              <li key={id}>
                <strong>{name}</strong>
                <button type="button" className="button button-primary" onClick={() => onOpen(id)}>
                  {t('open')}
                  <span className="visually-hidden"> {name}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
