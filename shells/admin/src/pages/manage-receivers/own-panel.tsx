import { ReceiverStatus } from '@feira/shell-desk/receivers/receiver-words.tsx';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { useTranslation } from 'react-i18next';
import { type Opening, type Receiver, useOwnReceivers } from './use-receivers.ts';

/** Shows the platform's own account at each provider, which receives the rest of a split sale. */
interface OwnPanelProps {
  onAdopt: (connection: Pick<Opening, 'id' | 'name'>) => void;
  onDocuments: (receiver: Receiver) => void;
}

export function OwnPanel({ onAdopt, onDocuments }: OwnPanelProps) {
  const { t } = useTranslation('receivers');
  const { data, error, refetch } = useOwnReceivers();
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (data?.connections.length === 0 && data.items.length === 0) return null;
  return (
    <section className="panel receiver" aria-labelledby="receivers-own" aria-busy={!data}>
      <h2 id="receivers-own">{t('own.title')}</h2>
      <p className="muted">{t('own.text')}</p>
      {!data && <Skeleton height={40} />}
      {data && (
        <ul className="receiver-choices">
          {data.items.map((receiver) => (
            <li key={receiver.id}>
              <TwoLines
                first={<strong>{nameOf(data.connections, receiver.connectionId) ?? receiver.receiverProvider}</strong>}
                second={<span className="receiver-id">{receiver.receiverId}</span>}
              />
              <span className="receiver-actions">
                <ReceiverStatus receiver={receiver} />
                {receiver.status !== 'REJECTED' && (
                  <button type="button" className="button" onClick={() => onDocuments(receiver)}>
                    {t('documentsOf')}
                    <span className="visually-hidden"> {receiver.receiverId}</span>
                  </button>
                )}
              </span>
            </li>
          ))}
          {data.connections
            .filter(({ id }) => data.items.every(({ connectionId }) => connectionId !== id))
            .map(({ id, name }) => (
              <li key={id}>
                <TwoLines first={<strong>{name}</strong>} second={t('own.none')} />
                <button type="button" className="button" onClick={() => onAdopt({ id, name })}>
                  {t('own.adopt')}
                  <span className="visually-hidden"> {name}</span>
                </button>
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}

const nameOf = (connections: readonly Opening[], id: string) =>
  connections.find((connection) => connection.id === id)?.name;
