import { CURRENCIES } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import type { Batch } from './batch.ts';
import { useBatch } from './use-batch.ts';

interface BatchDialogProps<R> {
  records: readonly R[];
  batch: Batch<R>;
  onClose: (isDone: boolean) => void;
}

/** Asks once about several records, with their sum, and tells of each what became of it. */
export function BatchDialog<R>({ records, batch, onClose }: BatchDialogProps<R>) {
  const { t } = useTranslation('batch');
  const { locale } = useHost();
  const { keyOf, lineOf, words, act, stale } = batch;
  const { run, results, isBusy } = useBatch(act, keyOf, stale);
  const count = records.length;
  const lines = records.map((record) => ({ id: keyOf(record), ...lineOf(record) }));
  const sums = CURRENCIES.flatMap((currency) => {
    const own = lines.filter((line) => line.currency === currency);
    const sum = own.reduce((total, { amount }) => total + (amount ?? 0), 0);
    return own.length > 0 ? [formatCurrency(sum, currency, locale)] : [];
  });
  const done = [...results.values()].filter((result) => result === 'DONE').length;
  const isOver = results.size > 0 && !isBusy;
  const wordOf = (id: string) => {
    const result = results.get(id);
    if (!result) return null;
    return result === 'DONE' ? t('done') : t('failed', { reason: result.message });
  };
  return (
    <ModalDialog title={words.title(count)} text={words.text} onClose={() => !isBusy && onClose(isOver)}>
      <ul className="batch-results">
        {lines.map(({ id, name, amount, currency }) => (
          <li key={id}>
            <span>{name}</span>
            {typeof amount === 'number' && currency && <strong>{formatCurrency(amount, currency, locale)}</strong>}
            {results.has(id) && (
              <span className={results.get(id) === 'DONE' ? 'muted' : 'field-error'}>{wordOf(id)}</span>
            )}
          </li>
        ))}
      </ul>
      {sums.length > 0 && (
        <p>
          {t('total')}: <strong>{sums.join(' + ')}</strong>
        </p>
      )}
      <p role="status">
        {isBusy && t('doing', { done: results.size, count })}
        {isOver && t('result', { done, count })}
      </p>
      <div className="dialog-actions">
        <button type="button" className="button" disabled={isBusy} onClick={() => onClose(isOver)}>
          {t('close')}
        </button>
        {!isOver && (
          <button
            type="button"
            className="button button-primary"
            aria-busy={isBusy}
            onClick={() => !isBusy && void run(records)}
          >
            {words.action}
          </button>
        )}
      </div>
    </ModalDialog>
  );
}
