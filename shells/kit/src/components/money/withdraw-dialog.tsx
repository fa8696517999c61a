import type { Currency } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findAmountProblem } from '../../amount-problem.ts';
import { readAmount, writeAmount } from '../../amount-text.ts';
import { findFieldProblem } from '../../field-problems.ts';
import { useHost } from '../../host-context.ts';
import { AmountField, SumList } from '../amount-field.tsx';
import { Skeleton } from '../figure.tsx';
import { SelectField } from '../form-fields.tsx';
import { LoadError } from '../load-error.tsx';
import { ModalDialog } from '../modal-dialog.tsx';
import { DialogForm } from './dialog-form.tsx';
import { useWithdrawalRequest, useWithdrawalTerms, type Withdrawal, type WithdrawalTerms } from './use-money.ts';
import { findObstacle, listTargets, smallestOf } from './withdrawal.ts';

interface WithdrawDialogProps {
  currency: Currency | null;
  onDone: (withdrawal: Withdrawal) => void;
  /** To where places to be paid at are added. */
  onDestinations: () => void;
  onClose: () => void;
}

/** Takes money out: how much, where to, what that costs and what arrives. */
export function WithdrawDialog(props: WithdrawDialogProps) {
  const { t } = useTranslation(['money', 'kit']);
  const { data, error, refetch } = useWithdrawalTerms(props.currency);
  const obstacle = data && findObstacle(data);
  if (data && !obstacle) return <WithdrawForm terms={data} {...props} />;
  const isNowhere = obstacle === 'NO_DESTINATION' || obstacle === 'NOTHING_READY';
  return (
    <ModalDialog
      title={t('withdraw.title')}
      {...(obstacle && { text: t(`withdraw.obstacles.${obstacle}`) })}
      onClose={props.onClose}
    >
      {error && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={220} />}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={props.onClose}>
          {t('kit:cancel')}
        </button>
        {isNowhere && (
          <button type="button" className="button button-primary" onClick={props.onDestinations}>
            {t('withdraw.toDestinations')}
          </button>
        )}
      </div>
    </ModalDialog>
  );
}

function WithdrawForm({ terms, onDone, onClose }: WithdrawDialogProps & { terms: WithdrawalTerms }) {
  const { t } = useTranslation('money');
  const { locale } = useHost();
  const targets = listTargets(terms);
  const [text, setText] = useState('');
  const [targetId, setTargetId] = useState(targets[0]?.id ?? '');
  const [isTried, setIsTried] = useState(false);
  const { run, error, isBusy, reset } = useWithdrawalRequest();
  const { available, fee, currency, automaticUpTo } = terms;
  const amount = readAmount(text);
  const smallest = smallestOf(terms);
  const problem = findAmountProblem(amount, smallest, available);
  const money = (cents: number) => formatCurrency(cents, currency, locale);
  const shownProblem = isTried && problem;
  const send = () => {
    setIsTried(true);
    const target = targets.find(({ id }) => id === targetId);
    if (problem || !amount || !target) return false;
    const place = target.isReceiver ? { receiverId: target.id } : { destinationId: target.id };
    void run({ amount, currency, ...place }).then((answer) => answer && onDone(answer.withdrawal));
    return true;
  };
  const change = (next: () => void) => {
    next();
    if (error) reset();
  };
  return (
    <DialogForm
      title={t('withdraw.title')}
      action={amount && !problem ? t('withdraw.actionOf', { amount: money(amount) }) : t('withdraw.action')}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onSend={send}
    >
      <AmountField
        label={t('withdraw.amount')}
        currency={currency}
        value={text}
        hint={t('withdraw.availableHint', { amount: money(available) })}
        problem={
          shownProblem
            ? t(`withdraw.problems.${shownProblem}`, { smallest: money(smallest), largest: money(available) })
            : findFieldProblem(error, 'amount')
        }
        onAll={() => change(() => setText(writeAmount(available, locale)))}
        onChange={(next) => change(() => setText(next))}
      />
      <SelectField
        label={t('withdraw.destination')}
        value={targetId}
        options={targets.map(({ id, label }) => ({ value: id, label }))}
        problem={findFieldProblem(error, 'destinationId') ?? findFieldProblem(error, 'receiverId')}
        onChange={(next) => change(() => setTargetId(next))}
      />
      <SumList
        label={t('withdraw.sums')}
        currency={currency}
        locale={locale}
        sums={[
          { title: t('withdraw.leaves'), amount: problem ? undefined : (amount ?? undefined) },
          { title: t('withdraw.fee'), amount: fee, isTaken: true },
          { title: t('withdraw.arrives'), amount: problem || !amount ? undefined : amount - fee },
        ]}
      />
      <p className="form-hint money-note">
        {amount && !problem && amount > automaticUpTo ? t('withdraw.waits') : t('withdraw.note')}
      </p>
    </DialogForm>
  );
}
