import { useListFilter } from '@feira/shell-kit/use-list-filter';
import type { useOpened } from '@feira/shell-kit/use-opened';
import { useTranslation } from 'react-i18next';
import { DELIVERY_FILTER } from '../deliveries/delivery.ts';
import { DeliveryDialog } from '../deliveries/delivery-dialog.tsx';
import { DeliveryPanel } from '../deliveries/delivery-panel.tsx';
import { indent, Words } from '../deliveries/delivery-words.tsx';
import { useOwner } from './owner.ts';
import { useDeliveries, useDelivery, useResending } from './use-webhooks.ts';
import { useEventName } from './webhook-words.tsx';

interface DeliveriesProps {
  webhookId: string;
  /** The delivery that a dialog shows. */
  opened: ReturnType<typeof useOpened>;
}

/** Lists what was sent to a webhook, and opens one with its body and its answer. */
export function Deliveries({ webhookId, opened }: DeliveriesProps) {
  const { filter, input, pages, onChange } = useListFilter(DELIVERY_FILTER);
  return (
    <DeliveryPanel
      texts="webhooks"
      filter={filter}
      query={useDeliveries({ webhookId, ...input })}
      pages={pages}
      onChange={onChange}
      nameOf={useEventName()}
      opened={opened}
      show={(deliveryId) => <OpenedDelivery key={deliveryId} deliveryId={deliveryId} onClose={opened.close} />}
    />
  );
}

function OpenedDelivery({ deliveryId, onClose }: { deliveryId: string; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  return (
    <DeliveryDialog
      texts="webhooks"
      owner={useOwner()}
      deliveryId={deliveryId}
      query={useDelivery(deliveryId)}
      resending={useResending()}
      nameOf={useEventName()}
      show={({ body }) => (body ? <Words label={t('body')} text={indent(body)} /> : <p>{t('bodyErased')}</p>)}
      onClose={onClose}
    />
  );
}
