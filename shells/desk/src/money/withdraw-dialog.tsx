import type { Currency } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { writeAmount } from '@feira/shell-kit/amount-text';
import { AmountField, SumList } from '@feira/shell-kit/components/amount-field';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { SelectField } from '@feira/shell-kit/components/form-fields';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { choice, group } from '@feira/shell-kit/fields';
import { useHost } from '@feira/shell-kit/host-context';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { amountWithin } from '../amounts/amount-fields.ts';
import { TellDocument } from './tell-document.tsx';
import { useWithdrawalRequest, useWithdrawalTerms, type Withdrawal, type WithdrawalTerms } from './use-money.ts';
import { findObstacle, listTargets, smallestOf } from './withdrawal.ts';

interface WithdrawDialogProps {
  currency: Currency | null;
  onDone: (withdrawal: Withdrawal) => void;
  /** Opens the tab of the destinations. */
  onDestinations: () => void;
  onClose: () => void;
}

/** Requests a withdrawal: amount, destination, fee and the net amount. */
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
  const change = useWithdrawalRequest();
  const { available, fee, currency, automaticUpTo } = terms;
  const smallest = smallestOf(terms);
  const money = (cents: number) => formatCurrency(cents, currency, locale);
  const { controls, value, problemOf, dialog } = useDraft({
    fields: group({ amount: amountWithin(smallest, available), target: choice(targets[0]?.id ?? '') }),
    change,
    say: (problem) => t(`withdraw.problems.${problem}`, { smallest: money(smallest), largest: money(available) }),
  });
  /** Undefined as long as the amount cannot be withdrawn. */
  const amount: number | undefined = value.amount;
  const withdraw = async () => {
    const target = targets.find(({ id }) => id === value.target);
    if (!target) return;
    const destination = target.isReceiver ? { receiverId: target.id } : { destinationId: target.id };
    const answer = await change.run({ amount: value.amount, currency, ...destination });
    if (answer) onDone(answer.withdrawal);
  };
  return (
    <DialogForm
      title={t('withdraw.title')}
      action={amount ? t('withdraw.actionOf', { amount: money(amount) }) : t('withdraw.action')}
      {...dialog(withdraw)}
      remedy={<TellDocument error={change.error} />}
      onClose={onClose}
    >
      <AmountField
        label={t('withdraw.amount')}
        currency={currency}
        hint={t('withdraw.availableHint', { amount: money(available) })}
        onAll={() => controls.amount.onChange(writeAmount(available, locale))}
        {...controls.amount}
      />
      <SelectField
        label={t('withdraw.destination')}
        options={targets.map(({ id, label }) => ({ value: id, label }))}
        {...controls.target}
        problem={problemOf('destinationId') ?? problemOf('receiverId')}
      />
      <SumList
        label={t('withdraw.sums')}
        currency={currency}
        locale={locale}
        sums={[
          { title: t('withdraw.leaves'), amount },
          { title: t('withdraw.fee'), amount: fee, isTaken: true },
          { title: t('withdraw.arrives'), amount: amount && amount - fee },
        ]}
      />
      <p className="form-hint money-note">
        {amount && amount > automaticUpTo ? t('withdraw.waits') : t('withdraw.note')}
      </p>
    </DialogForm>
  );
}
