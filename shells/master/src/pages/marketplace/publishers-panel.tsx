import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../marketplace/short-code.css';
import { type Publisher, usePublisherRemoval } from '../../marketplace/use-packages.ts';
import { AddPublisher } from './add-publisher.tsx';

/** Enough to compare by eye; the whole of it is copied. */
const SHOWN_LETTERS = 16;

export function PublishersPanel({ publishers }: { publishers: Publisher[] }) {
  const { t } = useTranslation('marketplace');
  const [leaving, setLeaving] = useState<Publisher | null>(null);
  const [done, setDone] = useState('');
  return (
    <section className="panel trust-publishers" aria-labelledby="trust-publishers">
      <h2 id="trust-publishers">{t('trust.publishers')}</h2>
      <p className="muted">{t('trust.publishersText')}</p>
      <DoneNote text={done} />
      {publishers.length === 0 ? (
        <p className="trust-nobody">{t('trust.noPublishers')}</p>
      ) : (
        <PublishersList publishers={publishers} onRemove={setLeaving} />
      )}
      <AddPublisher onDone={(name) => setDone(t('trust.added_done', { name }))} />
      {leaving && (
        <RemovePublisher
          publisher={leaving}
          onClose={() => setLeaving(null)}
          onDone={() => {
            setDone(t('trust.removed', { name: leaving.name }));
            setLeaving(null);
          }}
        />
      )}
    </section>
  );
}

interface PublishersListProps {
  publishers: Publisher[];
  onRemove: (publisher: Publisher) => void;
}

function PublishersList({ publishers, onRemove }: PublishersListProps) {
  const { t } = useTranslation('marketplace');
  const { locale } = useHost();
  const columns: RecordColumn<Publisher>[] = [
    { key: 'name', title: t('trust.name'), isHead: true, show: ({ name }) => <strong>{name}</strong> },
    {
      key: 'fingerprint',
      title: t('trust.fingerprint'),
      show: ({ fingerprint, name }) => (
        <span className="short-code">
          <code title={fingerprint}>{fingerprint.slice(0, SHOWN_LETTERS)}…</code>
          <CopyButton
            text={fingerprint}
            label={t('trust.copyFingerprint')}
            description={t('trust.copyFingerprintOf', { name })}
          />
        </span>
      ),
    },
    {
      key: 'added',
      title: t('trust.added'),
      show: ({ addedAt, addedBy }) => (
        <TwoLines first={formatDate(addedAt, locale)} second={t('trust.by', { name: addedBy })} />
      ),
    },
    {
      key: 'actions',
      title: t('trust.actions'),
      isAction: true,
      show: (publisher) => (
        <button type="button" className="button" onClick={() => onRemove(publisher)}>
          {t('trust.remove')}
          <span className="visually-hidden"> {t('trust.removeOf', { name: publisher.name })}</span>
        </button>
      ),
    },
  ];
  return (
    <RecordList
      label={t('trust.publishers')}
      columns={columns}
      records={publishers}
      keyOf={({ fingerprint }) => fingerprint}
    />
  );
}

interface RemovePublisherProps {
  publisher: Publisher;
  onDone: () => void;
  onClose: () => void;
}

function RemovePublisher({ publisher: { name, fingerprint }, onDone, onClose }: RemovePublisherProps) {
  const { t } = useTranslation('marketplace');
  return (
    <ConfirmChange
      isDanger
      title={t('trust.removeTitle', { name })}
      text={t('trust.removeText')}
      action={t('trust.removeAction')}
      change={usePublisherRemoval()}
      input={{ fingerprint }}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
