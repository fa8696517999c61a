import type { Output } from '@feira/schemas/procedure';
import type { markShipped } from '@feira/schemas/procedures/fulfilment';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { useTranslation } from 'react-i18next';
import type { Listed } from './use-shipments.ts';

export type BatchResult = Output<typeof markShipped>['results'][number];

interface BatchResultsProps {
  results: BatchResult[];
  chosen: readonly Listed[];
  onClose: () => void;
}

/** Says of each order whether it was marked, and why not. Those that were not come first. */
export function BatchResults({ results, chosen, onClose }: BatchResultsProps) {
  const { t } = useTranslation('shipments');
  const nameOf = new Map(chosen.map(({ saleId, buyerName }) => [saleId, buyerName]));
  const done = results.filter(({ error }) => !error);
  const sorted = [...results.filter(({ error }) => error), ...done];
  return (
    <ModalDialog
      isWide
      title={t('batch.resultTitle')}
      text={t('batch.resultText', { done: done.length, all: results.length })}
      onClose={onClose}
    >
      <ul className="shipments-results">
        {sorted.map(({ saleId, error }) => (
          <li key={saleId}>
            <strong>
              {orderCodeOf(saleId)} · {nameOf.get(saleId)}
            </strong>
            {error ? (
              <span>{error.message}</span>
            ) : (
              <StatusBadge tone="approved" icon="check" label={t('batch.done')} />
            )}
          </li>
        ))}
      </ul>
      <div className="dialog-actions">
        <button type="button" className="button button-primary" onClick={onClose}>
          {t('batch.close')}
        </button>
      </div>
    </ModalDialog>
  );
}
