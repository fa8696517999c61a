import { CURRENCIES } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import type { WorkItem } from '@feira/shell-kit/components/inbox/use-inbox';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { useBatch } from './use-batch.ts';

interface BatchDialogProps {
  items: readonly WorkItem[];
  onClose: () => void;
}

/** Asks once about several items, with all that is paid out, and tells of each what became of it. */
export function BatchDialog({ items, onClose }: BatchDialogProps) {
  const { t } = useTranslation('inbox');
  const { locale } = useHost();
  const { run, results, isBusy } = useBatch();
  const sums = CURRENCIES.flatMap((currency) => {
    const own = items.filter((item) => item.currency === currency);
    const sum = own.reduce((total, { amount }) => total + (amount ?? 0), 0);
    return own.length > 0 ? [formatCurrency(sum, currency, locale)] : [];
  });
  const count = items.length;
  const approved = [...results.values()].filter((result) => result === 'DONE').length;
  const isOver = results.size > 0 && !isBusy;
  const wordOf = ({ id }: WorkItem) => {
    const result = results.get(id);
    if (!result) return null;
    return result === 'DONE' ? t('done') : t('failed', { reason: result.message });
  };
  return (
    <ModalDialog title={t('approveTitle', { count })} text={t('approveText')} onClose={() => !isBusy && onClose()}>
      <ul className="inbox-results">
        {items.map((item) => (
          <li key={item.id}>
            <span>
              {t(`kind.${item.kind}`)} · {item.person?.name}
            </span>
            <strong>
              {item.amount !== null && item.currency && formatCurrency(item.amount, item.currency, locale)}
            </strong>
            {results.has(item.id) && (
              <span className={results.get(item.id) === 'DONE' ? 'muted' : 'field-error'}>{wordOf(item)}</span>
            )}
          </li>
        ))}
      </ul>
      <p>
        {t('approveTotal')}: <strong>{sums.join(' + ')}</strong>
      </p>
      <p role="status">
        {isBusy && t('approving', { done: results.size, count })}
        {isOver && t('approved', { count: approved })}
      </p>
      <div className="dialog-actions">
        <button type="button" className="button" disabled={isBusy} onClick={onClose}>
          {t('close')}
        </button>
        {!isOver && (
          <button
            type="button"
            className="button button-primary"
            aria-busy={isBusy}
            onClick={() => !isBusy && void run(items)}
          >
            {t('approveAction')}
          </button>
        )}
      </div>
    </ModalDialog>
  );
}
