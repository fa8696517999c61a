import { DoneNote } from '@feira/shell-kit/components/done-note';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyFilters } from '../../components/money/money-filters.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { RefundList } from './refund-list.tsx';
import { RepeatRefundDialog } from './repeat-refund-dialog.tsx';
import { SettleRefundDialog } from './settle-refund-dialog.tsx';
import { REFUND_FILTER, REFUND_FILTER_STATES, type Refund, useRefunds } from './use-refunds.ts';

interface RefundsTabProps {
  /** The head of the page holds the button that refunds a payment. */
  isActing: boolean;
  /** The payment to refund, where it is known. */
  paymentId: string | null;
  onClose: () => void;
}

/** Lists the refunds of the whole platform, also those that happen by themselves. */
export function RefundsTab({ isActing, paymentId, onClose }: RefundsTabProps) {
  const { t } = useTranslation('adminMoney');
  const { filter, input, onChange, ...list } = useListFilter(REFUND_FILTER);
  const query = useRefunds(input);
  const [settling, setSettling] = useState<Refund | null>(null);
  const [repeated, setRepeated] = useState<Refund | null>(null);
  const [done, setDone] = useState('');
  const states = REFUND_FILTER_STATES.map((value) => ({ value, label: t(`refunds.states.${value}`) }));
  return (
    <>
      <MoneyFilters filter={filter} onChange={onChange} states={states} />
      <DoneNote text={done} />
      <RefundList {...list} query={query} onSettle={setSettling} onRepeat={setRepeated} />
      {isActing && (
        <RefundDialog
          paymentId={paymentId}
          onDone={(message) => {
            onClose();
            setDone(message);
          }}
          onClose={onClose}
        />
      )}
      {settling && (
        <SettleRefundDialog
          refund={settling}
          onDone={(message) => {
            setSettling(null);
            setDone(message);
          }}
          onClose={() => setSettling(null)}
        />
      )}
      {repeated && (
        <RepeatRefundDialog
          refund={repeated}
          onDone={(message) => {
            setRepeated(null);
            setDone(message);
          }}
          onClose={() => setRepeated(null)}
        />
      )}
    </>
  );
}
