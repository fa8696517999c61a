import {
  countShipments,
  listShipments,
  MOST_AT_ONCE,
  markDelivered,
  markReturned,
} from '@feira/schemas/procedures/fulfilment';
import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { CheckField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { useChange } from '@feira/shell-kit/use-change';
import type { Selection } from '@feira/shell-kit/use-selection';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BatchResult, BatchResults } from './batch-results.tsx';
import { LabelsDialog, usePrint } from './labels-dialog.tsx';
import { SendDialog } from './send-dialog.tsx';
import type { Listed, ShipmentTab } from './use-shipments.ts';

interface SelectionBarProps {
  tab: ShipmentTab;
  /** The orders on this page. */
  shown: Listed[];
  selection: Selection<Listed>;
}

/** Chooses the orders of the page, and does with all that are chosen what their list allows. */
export function SelectionBar({ tab, shown, selection }: SelectionBarProps) {
  const { t } = useTranslation('shipments');
  const [opened, setOpened] = useState<'send' | 'deliver' | 'return' | 'labels' | null>(null);
  const [results, setResults] = useState<BatchResult[] | null>(null);
  const [done, setDone] = useState('');
  const delivery = useChange(markDelivered, listShipments, countShipments);
  const homecoming = useChange(markReturned, listShipments, countShipments);
  const list = usePrint();
  const { chosen, has, set, isFull, clear } = selection;
  const isSent = tab === 'SHIPPED' || tab === 'DELIVERED';
  const finish = (found: BatchResult[]) => {
    setOpened(null);
    if (found.some(({ error }) => error)) setResults(found);
    else {
      setDone(t('batch.marked', { count: found.length }));
      clear();
    }
  };
  const mark = async ({ run }: typeof delivery | typeof homecoming) => {
    const shipments = chosen.map(({ saleId, shipment: { version } }) => ({ saleId, version }));
    const answer = await run({ shipments });
    if (answer) finish(answer.results);
  };
  return (
    <>
      <p role="status" className={done && chosen.length === 0 ? 'notice notice-info list-done' : 'visually-hidden'}>
        {done}
      </p>
      {(shown.length > 0 || chosen.length > 0) && (
        <div className="shipments-bar">
          <CheckField
            label={chosen.length > 0 ? t('batch.selected', { count: chosen.length }) : t('batch.selectPage')}
            hint={isFull ? t('batch.most', { count: MOST_AT_ONCE }) : undefined}
            isChecked={shown.length > 0 && shown.every(has)}
            onChange={(isChosen) => set(shown, isChosen)}
          />
          {chosen.length > 0 && (
            <div className="shipments-acts">
              {tab !== 'DELIVERED' && (
                <button
                  type="button"
                  className="button button-primary"
                  onClick={() => setOpened(isSent ? 'deliver' : 'send')}
                >
                  <Icon name={isSent ? 'check' : 'truck'} size={18} />
                  {t(isSent ? 'batch.deliver' : 'batch.send')}
                </button>
              )}
              {isSent && (
                <button type="button" className="button" onClick={() => setOpened('return')}>
                  <Icon name="refund" size={18} />
                  {t('batch.return')}
                </button>
              )}
              {!isSent && (
                <button
                  type="button"
                  className="button"
                  aria-busy={list.isBusy}
                  onClick={() =>
                    !list.isBusy &&
                    void list.print({ kind: 'PACKING_LIST', saleIds: chosen.map(({ saleId }) => saleId) })
                  }
                >
                  <Icon name="print" size={18} />
                  {t('batch.packingList')}
                </button>
              )}
              {tab !== 'DELIVERED' && (
                <button type="button" className="button" onClick={() => setOpened('labels')}>
                  <Icon name="print" size={18} />
                  {t('batch.labels')}
                </button>
              )}
              <button type="button" className="button" onClick={clear}>
                {t('batch.clear')}
              </button>
            </div>
          )}
        </div>
      )}
      <Refusal error={list.error} />
      {opened === 'send' && <SendDialog chosen={chosen} onDone={finish} onClose={() => setOpened(null)} />}
      {opened === 'labels' && <LabelsDialog chosen={chosen} onClose={() => setOpened(null)} />}
      {opened === 'deliver' && (
        <ConfirmDialog
          title={t('batch.deliver')}
          text={t('batch.deliverText', { count: chosen.length })}
          action={t('batch.deliver')}
          isBusy={delivery.isBusy}
          error={delivery.error}
          onConfirm={() => void mark(delivery)}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'return' && (
        <ConfirmDialog
          title={t('batch.return')}
          text={t('batch.returnText')}
          action={t('batch.return')}
          isBusy={homecoming.isBusy}
          error={homecoming.error}
          onConfirm={() => void mark(homecoming)}
          onClose={() => setOpened(null)}
        />
      )}
      {results && (
        <BatchResults
          results={results}
          chosen={chosen}
          onClose={() => {
            setResults(null);
            clear();
          }}
        />
      )}
    </>
  );
}
