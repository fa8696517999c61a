import { countShipments, listShipments, markShipped } from '@feira/schemas/procedures/fulfilment';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { useChange } from '@feira/shell-kit/use-change';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchResult } from './batch-results.tsx';
import { pasteCodes, type TrackingCodes, toTrackingUrl } from './tracking-codes.ts';
import type { Listed } from './use-shipments.ts';

const LONGEST = 60;
const HTTPS = /^https:\/\/[^\s"<>]+$/;

interface SendDialogProps {
  chosen: readonly Listed[];
  onDone: (results: BatchResult[]) => void;
  onClose: () => void;
}

/** Marks the chosen orders as shipped with one carrier, each with its own code. */
export function SendDialog({ chosen, onDone, onClose }: SendDialogProps) {
  const { t } = useTranslation('shipments');
  const change = useChange(markShipped, listShipments, countShipments);
  const [carrier, setCarrier] = useState('');
  const [page, setPage] = useState('');
  const [codes, setCodes] = useState<TrackingCodes>({});
  const [isAsked, setIsAsked] = useState(false);
  const saleIds = chosen.map(({ saleId }) => saleId);
  const isPageWrong = page.trim() !== '' && !HTTPS.test(page.trim());

  function send(): boolean {
    setIsAsked(true);
    if (!carrier.trim() || isPageWrong) return false;
    const shipments = chosen.map(({ saleId, shipment: { version } }) => {
      const trackingCode = codes[saleId]?.trim() ?? '';
      const trackingUrl = toTrackingUrl(page.trim(), trackingCode);
      return { saleId, version, ...(trackingCode && { trackingCode }), ...(trackingUrl && { trackingUrl }) };
    });
    void change.run({ carrier: carrier.trim(), shipments }).then((answer) => answer && onDone(answer.results));
    return true;
  }
  return (
    <DialogForm
      isWide
      title={t('batch.send')}
      text={t('batch.sendText')}
      action={t('batch.sendAction')}
      isBusy={change.isBusy}
      error={change.error}
      onSend={send}
      onClose={onClose}
    >
      <TextField
        label={t('batch.carrier')}
        hint={t('batch.carrierHint')}
        maxLength={LONGEST}
        value={carrier}
        problem={isAsked && !carrier.trim() ? t('batch.carrierMissing') : undefined}
        onChange={setCarrier}
      />
      <TextField
        label={t('batch.page')}
        hint={t('batch.pageHint')}
        maxLength={400}
        inputMode="url"
        value={page}
        problem={isAsked && isPageWrong ? t('batch.pageWrong') : undefined}
        onChange={setPage}
      />
      <fieldset className="shipments-codes">
        <legend>{t('batch.codes')}</legend>
        <p className="form-hint">{t('batch.codesHint')}</p>
        {chosen.map(({ saleId, buyerName }) => (
          <TextField
            key={saleId}
            label={`${orderCodeOf(saleId)} · ${buyerName}`}
            maxLength={LONGEST}
            value={codes[saleId] ?? ''}
            onChange={(code) => setCodes({ ...codes, [saleId]: code })}
            onPaste={(event) => {
              const next = pasteCodes(event.clipboardData.getData('text'), saleIds, saleId, codes);
              if (!next) return;
              event.preventDefault();
              setCodes(next);
            }}
          />
        ))}
      </fieldset>
    </DialogForm>
  );
}
