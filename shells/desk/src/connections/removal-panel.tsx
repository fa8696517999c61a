import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { openPage } from '@feira/shell-kit/use-address';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionPlace } from './connection-place.ts';
import { type ConnectionDetails, useConnections, useRemoval } from './use-connections.ts';

interface RemovalPanelProps {
  place: ConnectionPlace;
  connection: ConnectionDetails;
}

/** Only a connection without payments can be removed; the server checks that. */
export function RemovalPanel(props: RemovalPanelProps) {
  const { t } = useTranslation('connections');
  const [isAsked, setIsAsked] = useState(false);
  const id = useId();
  return (
    <section className="panel connection-part" aria-labelledby={id}>
      <h2 id={id}>{t('item.removeHead')}</h2>
      <p className="muted">{t('item.removeText')}</p>
      <button type="button" className="button" onClick={() => setIsAsked(true)}>
        {t('item.remove')}
      </button>
      {isAsked && <Removal {...props} onClose={() => setIsAsked(false)} />}
    </section>
  );
}

function Removal({ place, connection, onClose }: RemovalPanelProps & { onClose: () => void }) {
  const { t } = useTranslation('connections');
  // The list is read again before the page leads back to it.
  useConnections(place.of);
  return (
    <ConfirmChange
      isDanger
      title={t('item.removeTitle', { name: connection.name })}
      text={t('item.removeConfirm')}
      action={t('item.remove')}
      change={useRemoval()}
      input={{ ...place.of, connectionId: connection.id }}
      onDone={() => openPage(place.list)}
      onClose={onClose}
    />
  );
}
