import { getSale } from '@feira/schemas/procedures/sales';
import { markDelivered, markReturned, markShipped } from '@feira/schemas/procedures/shipping';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { type Fact, FactList } from '@feira/shell-kit/components/fact-list';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { Icon, type IconName } from '@feira/shell-kit/components/icon';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { type FieldsOf, group, optional, text } from '@feira/shell-kit/fields';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useChange } from '@feira/shell-kit/use-change';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SalePanel } from './sale-panel.tsx';
import type { Sale, Shipment } from './use-sale.ts';

const LOOKS: Record<Shipment['state'], { tone: StatusTone; icon: IconName }> = {
  TO_SHIP: { tone: 'pending', icon: 'package' },
  SHIPPED: { tone: 'refunded', icon: 'arrowRight' },
  DELIVERED: { tone: 'approved', icon: 'check' },
  RETURNED: { tone: 'canceled', icon: 'refund' },
};

/** Shows the parcel's state. The seller marks it here; staff read it. */
export function ShipmentPanel({ sale, shipment }: { sale: Sale; shipment: Shipment }) {
  const { t } = useTranslation('sale');
  const { locale } = useHost();
  const { state, obstacle, carrier, trackingCode, trackingUrl } = shipment;
  const moment = (iso: string) => t('at', { date: formatDate(iso, locale), time: formatTime(iso, locale) });
  const facts: Fact[] = [];
  if (carrier) facts.push([t('shipment.carrier'), carrier]);
  if (trackingCode || trackingUrl)
    facts.push([
      t('shipment.tracking'),
      trackingUrl ? (
        <a key="tracking" href={trackingUrl} target="_blank" rel="noopener noreferrer">
          {trackingCode ?? trackingUrl}
        </a>
      ) : (
        trackingCode
      ),
    ]);
  for (const key of ['shippedAt', 'deliveredAt', 'returnedAt'] as const) {
    const at = shipment[key];
    if (at) facts.push([t(`shipment.${key}`), moment(at)]);
  }
  return (
    <SalePanel title={t('shipment.title')}>
      <p className="sale-state" role="status">
        {state === 'TO_SHIP' && obstacle ? (
          t(`shipment.obstacles.${obstacle}`)
        ) : (
          <StatusBadge {...LOOKS[state]} label={t(`shipment.states.${state}`)} />
        )}
      </p>
      {facts.length > 0 && <FactList facts={facts} />}
      {sale.viewer === 'SELLER' && <Steps sale={sale} shipment={shipment} />}
    </SalePanel>
  );
}

function Steps({ sale, shipment: { state, version, obstacle, ...known } }: { sale: Sale; shipment: Shipment }) {
  const { t } = useTranslation('sale');
  const [isSending, setIsSending] = useState(false);
  const delivery = useChange(markDelivered, getSale);
  const coming = useChange(markReturned, getSale);
  const step = { saleId: sale.id, version };
  const isSendable = state === 'SHIPPED' || (state !== 'DELIVERED' && !obstacle);
  return (
    <>
      <div className="sale-head">
        {isSendable && (
          <button
            type="button"
            className={state === 'TO_SHIP' ? 'button button-primary' : 'button'}
            onClick={() => setIsSending(true)}
          >
            <Icon name={state === 'SHIPPED' ? 'edit' : 'package'} size={18} />
            {t(state === 'SHIPPED' ? 'shipment.correct' : 'shipment.send')}
          </button>
        )}
        {state === 'SHIPPED' && (
          <button type="button" className="button" aria-busy={delivery.isBusy} onClick={() => void delivery.run(step)}>
            <Icon name="check" size={18} />
            {t('shipment.deliver')}
          </button>
        )}
        {(state === 'SHIPPED' || state === 'DELIVERED') && (
          <button type="button" className="button" aria-busy={coming.isBusy} onClick={() => void coming.run(step)}>
            <Icon name="refund" size={18} />
            {t('shipment.comeBack')}
          </button>
        )}
      </div>
      <Refusal error={delivery.error ?? coming.error} />
      {isSending && <SendDialog step={step} known={known} onClose={() => setIsSending(false)} />}
    </>
  );
}

const FIELDS = group({
  carrier: text({ problem: 'shipment.carrierMissing', control: { maxLength: 60 } }),
  trackingCode: optional(text({ control: { maxLength: 60 } })),
  trackingUrl: optional(
    text({
      problem: 'shipment.addressWrong',
      test: (value) => /^https:\/\/[^\s"<>]+$/.test(value),
      control: { maxLength: 500, inputMode: 'url' },
    }),
  ),
} satisfies FieldsOf<typeof markShipped, 'saleId' | 'version'>);

const toStored = ({ carrier, trackingCode, trackingUrl }: SendDialogProps['known']) => ({
  carrier: carrier ?? '',
  ...(trackingCode && { trackingCode }),
  ...(trackingUrl && { trackingUrl }),
});

interface SendDialogProps {
  step: { saleId: string; version: number };
  known: Pick<Shipment, 'carrier' | 'trackingCode' | 'trackingUrl'>;
  onClose: () => void;
}

function SendDialog({ step, known, onClose }: SendDialogProps) {
  const { t } = useTranslation('sale');
  const change = useChange(markShipped, getSale);
  const { controls, dialog } = useDraft({ fields: FIELDS, stored: toStored(known), change, say: t });
  return (
    <DialogForm
      title={t(known.carrier ? 'shipment.correct' : 'shipment.send')}
      text={t('shipment.sendText')}
      action={t('shipment.sendAction')}
      {...dialog(async (input) => {
        if (await change.run({ ...step, ...input })) onClose();
      })}
      onClose={onClose}
    >
      <TextField label={t('shipment.carrier')} hint={t('shipment.carrierHint')} {...controls.carrier} />
      <TextField label={t('shipment.trackingCode')} {...controls.trackingCode} />
      <TextField label={t('shipment.trackingUrl')} hint={t('shipment.trackingHint')} {...controls.trackingUrl} />
    </DialogForm>
  );
}
