import { EVENT_TYPES } from '@feira/schemas/event-types';
import type { IntegrationEvent } from '@feira/schemas/integration';
import type { IntegrationOwner } from '@feira/schemas/procedures/integrations';
import { useHost } from '@feira/shell-kit/host-context';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import type { useOpened } from '@feira/shell-kit/use-opened';
import { useTranslation } from 'react-i18next';
import { DELIVERY_FILTER } from '../deliveries/delivery.ts';
import { DeliveryDialog } from '../deliveries/delivery-dialog.tsx';
import { DeliveryPanel } from '../deliveries/delivery-panel.tsx';
import { indent, Words } from '../deliveries/delivery-words.tsx';
import { useDeliveries, useDelivery, useResending } from './use-integrations.ts';

interface DeliveriesProps {
  kind: IntegrationOwner;
  connectionId: string;
  /** The delivery that a dialog shows. */
  opened: ReturnType<typeof useOpened>;
}

/** Lists what was sent to a connected system, and opens one with its requests and its answer. */
export function Deliveries({ kind, connectionId, opened }: DeliveriesProps) {
  const { filter, input, pages, onChange } = useListFilter(DELIVERY_FILTER);
  const { locale } = useHost();
  return (
    <DeliveryPanel
      texts="integrations"
      filter={filter}
      query={useDeliveries({ connectionId, ...input })}
      pages={pages}
      onChange={onChange}
      nameOf={(event: IntegrationEvent) => EVENT_TYPES[event][locale]}
      opened={opened}
      show={(id) => <OpenedDelivery key={id} kind={kind} deliveryId={id} onClose={opened.close} />}
    />
  );
}

interface OpenedDeliveryProps {
  kind: IntegrationOwner;
  deliveryId: string;
  onClose: () => void;
}

function OpenedDelivery({ kind, deliveryId, onClose }: OpenedDeliveryProps) {
  const { t } = useTranslation('integrations');
  const { locale } = useHost();
  return (
    <DeliveryDialog
      texts="integrations"
      owner={kind}
      deliveryId={deliveryId}
      query={useDelivery(deliveryId)}
      resending={useResending()}
      nameOf={(event: IntegrationEvent) => EVENT_TYPES[event][locale]}
      show={({ requests }) => (
        <>
          {requests.length === 0 && <p>{t('requestsNone')}</p>}
          {requests.map(({ method, host, path, body }) => (
            <Words
              key={`${method} ${host}${path}`}
              label={t('request')}
              text={[`${method} https://${host}${path}`, body && indent(body)].filter(Boolean).join('\n\n')}
            />
          ))}
        </>
      )}
      onClose={onClose}
    />
  );
}
