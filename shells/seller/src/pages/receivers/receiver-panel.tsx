import { DocumentList } from '@feira/shell-desk/receivers/document-list.tsx';
import { situationOf } from '@feira/shell-desk/receivers/receiver-situation.ts';
import { ReceiverStatus, useRefusalReason } from '@feira/shell-desk/receivers/receiver-words.tsx';
import { type Fact, FactList } from '@feira/shell-kit/components/fact-list';
import { Icon } from '@feira/shell-kit/components/icon';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import type { Receiver } from './use-receivers.ts';

interface ReceiverPanelProps {
  receiver: Receiver;
  /** The name of the provider. */
  name: string;
  onRefresh: () => void;
  /** Left out where nothing can be asked for again. */
  onAgain?: () => void;
}

/** Shows one account: its status in plain words, and what its owner can do about it. */
export function ReceiverPanel({ receiver, name, onRefresh, onAgain }: ReceiverPanelProps) {
  const { t } = useTranslation('receivers');
  const { locale } = useHost();
  const reasonOf = useRefusalReason();
  const situation = situationOf(receiver);
  const reason = reasonOf(receiver);
  const isOpen = situation === 'PENDING' || situation === 'ASKING';
  const titleId = `receiver-${receiver.id}`;
  const facts: Fact[] = [[t('askedAt'), formatDate(receiver.createdAt, locale)]];
  if (receiver.receiverId)
    facts.push([
      t('providerId'),
      <span key="id" className="receiver-id">
        {receiver.receiverId}
      </span>,
    ]);
  if (receiver.providerStatus) facts.push([t('providerStatus'), receiver.providerStatus]);
  return (
    <section className="panel receiver" aria-labelledby={titleId}>
      <div className="receiver-head">
        <h2 id={titleId}>{name}</h2>
        <ReceiverStatus receiver={receiver} />
      </div>
      <p>{t(`ownTexts.${situation}`)}</p>
      {reason && situation !== 'ACTIVE' && (
        <div className={`notice ${situation === 'REJECTED' ? 'notice-error' : 'notice-info'}`}>
          <Icon name="alert" />
          <p>
            <strong>{t('reason')}</strong>
            <span>{reason}</span>
          </p>
        </div>
      )}
      <FactList facts={facts} />
      {(situation === 'PENDING' || situation === 'ACTIVE') && (
        <DocumentList isOwn id={receiver.id} saysNothing={situation === 'PENDING'} />
      )}
      {(onAgain || isOpen) && (
        <div className="receiver-actions">
          {onAgain && (
            <button type="button" className="button button-primary" onClick={onAgain}>
              {t('again')}
              <span className="visually-hidden"> {name}</span>
            </button>
          )}
          {isOpen && (
            <button type="button" className="button" onClick={onRefresh}>
              <Icon name="retry" size={18} />
              {t('refresh')}
              <span className="visually-hidden"> {name}</span>
            </button>
          )}
        </div>
      )}
    </section>
  );
}
