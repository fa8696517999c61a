import { REFUND_STATES } from '@feira/schemas/procedures/refunds';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyFilters } from '../../components/money/money-filters.tsx';
import { useMoneyFilter } from '../../components/money/use-money-filter.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { RefundList } from './refund-list.tsx';
import { RepeatRefundDialog } from './repeat-refund-dialog.tsx';
import { SettleRefundDialog } from './settle-refund-dialog.tsx';
import { type Refund, useRefunds } from './use-refunds.ts';

const STATES = ['OVERDUE', ...REFUND_STATES] as const;

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
  const { filter, onChange, ...list } = useMoneyFilter(STATES);
  const query = useRefunds(filter, list.pages.after);
  const [settling, setSettling] = useState<Refund | null>(null);
  const [repeated, setRepeated] = useState<Refund | null>(null);
  const [done, setDone] = useState('');
  const states = STATES.map((value) => ({ value, label: t(`refunds.states.${value}`) }));
  return (
    <>
      <MoneyFilters filter={filter} onChange={onChange} states={states} hasCurrency={false} />
      <p role="status" className={done ? 'notice notice-info list-done' : 'visually-hidden'}>
        {done}
      </p>
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
