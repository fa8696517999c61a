import { AmountField } from '@feira/shell-kit/components/amount-field';
import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { TextAreaField } from '@feira/shell-kit/components/form-fields';
import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import { amount, group } from '@feira/shell-kit/fields';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlanDialog } from './plan-dialog.tsx';
import { useSubscriptionWords } from './subscription-words.tsx';
import {
  useCancellation,
  usePause,
  usePlanKeeping,
  usePriceChange,
  useResumption,
  type WholeSubscription,
} from './use-subscriptions.ts';

interface ActProps {
  subscription: WholeSubscription;
  onDone: (message: string) => void;
}
type DialogProps = ActProps & { onClose: () => void };

const DIALOGS = {
  plan: PlanDialog,
  keepPlan: KeepPlanDialog,
  price: PriceDialog,
  pause: PauseDialog,
  resume: ResumeDialog,
  keep: KeepDialog,
  cancel: CancelDialog,
};
type Act = keyof typeof DIALOGS;
const LABELS = {
  plan: 'detail.changePlan',
  keepPlan: 'detail.keepPlan',
  price: 'detail.changePrice',
  pause: 'detail.pause',
  resume: 'detail.resume',
  keep: 'detail.keep',
  cancel: 'detail.cancel',
} as const;

/** Offers what can be done to a subscription now. Nothing can once it has ended. */
export function SubscriptionActs({ subscription, onDone }: ActProps) {
  const { t } = useTranslation('subscriptions');
  const [open, setOpen] = useState<Act | null>(null);
  const { endedAt, pausedAt, cancelAtPeriodEnd, nextChargeAt, planned } = subscription;
  const acts = new Set<Act>();
  if (!endedAt) {
    if (nextChargeAt && !cancelAtPeriodEnd) acts.add('plan').add('price');
    if (planned) acts.add('keepPlan');
    if (pausedAt) acts.add('resume');
    else if (!cancelAtPeriodEnd) acts.add('pause');
    if (cancelAtPeriodEnd && !pausedAt) acts.add('keep');
    acts.add('cancel');
  }
  const Dialog = open && DIALOGS[open];
  return (
    <>
      {[...acts].map((act) => (
        <button key={act} type="button" className="button" onClick={() => setOpen(act)}>
          {t(LABELS[act])}
        </button>
      ))}
      {Dialog && (
        <Dialog
          subscription={subscription}
          onClose={() => setOpen(null)}
          onDone={(message) => {
            setOpen(null);
            onDone(message);
          }}
        />
      )}
    </>
  );
}

const MOST_REASON = 300;

function CancelDialog({ subscription, onDone, onClose }: DialogProps) {
  const { t } = useTranslation('subscriptions');
  const { date } = useSubscriptionWords();
  const { id, periodEnd, pastDueSince, cancelAtPeriodEnd } = subscription;
  // A period that is over, or that is to end anyway, leaves one way to cancel.
  const canWait = pastDueSince === null && !cancelAtPeriodEnd && Date.parse(periodEnd) > Date.now();
  const [when, setWhen] = useState<'END' | 'ONCE'>(canWait ? 'END' : 'ONCE');
  const [reason, setReason] = useState('');
  const change = useCancellation();
  return (
    <ConfirmDialog
      isDanger
      title={t('acts.cancelTitle')}
      text={t('acts.cancelText')}
      action={t('detail.cancel')}
      isBusy={change.isBusy}
      error={change.error}
      onClose={onClose}
      onConfirm={async () => {
        const isAtOnce = when === 'ONCE';
        const answer = await change.run({ subscriptionId: id, isAtOnce, reason: reason.trim() || null });
        if (answer) onDone(t(answer.status === 'CANCELED' ? 'acts.canceled' : 'acts.cancelOrdered'));
      }}
    >
      <div className="form">
        <RadioFields
          label={t('acts.when')}
          options={[
            ...(canWait
              ? [
                  {
                    value: 'END' as const,
                    label: t('acts.atEnd', { date: date(periodEnd) }),
                    hint: t('acts.atEndHint'),
                  },
                ]
              : []),
            { value: 'ONCE' as const, label: t('acts.atOnce'), hint: t('acts.atOnceHint') },
          ]}
          value={when}
          onChange={setWhen}
        />
        <TextAreaField
          label={t('acts.reason')}
          hint={t('acts.reasonHint')}
          name="reason"
          rows={2}
          maxLength={MOST_REASON}
          value={reason}
          onChange={setReason}
        />
      </div>
    </ConfirmDialog>
  );
}

function PauseDialog({ subscription, onDone, onClose }: DialogProps) {
  const { t } = useTranslation('subscriptions');
  const { date } = useSubscriptionWords();
  const change = usePause();
  return (
    <ConfirmChange
      title={t('acts.pauseTitle')}
      text={t('acts.pauseText', { date: date(subscription.periodEnd) })}
      action={t('detail.pause')}
      change={change}
      input={{ subscriptionId: subscription.id }}
      onClose={onClose}
      onDone={() => onDone(t('acts.paused'))}
    />
  );
}

function ResumeDialog({ subscription, onDone, onClose }: DialogProps) {
  const { t } = useTranslation('subscriptions');
  const change = useResumption();
  return (
    <ConfirmChange
      title={t('acts.resumeTitle')}
      text={t('acts.resumeText')}
      action={t('detail.resume')}
      change={change}
      input={{ subscriptionId: subscription.id }}
      onClose={onClose}
      onDone={() => onDone(t('acts.resumed'))}
    />
  );
}

function KeepPlanDialog({ subscription: { id, planned }, onDone, onClose }: DialogProps) {
  const { t } = useTranslation('subscriptions');
  const change = usePlanKeeping();
  return (
    <ConfirmChange
      title={t('acts.keepPlanTitle')}
      text={t('acts.keepPlanText', { plan: planned?.title ?? '' })}
      action={t('detail.keepPlan')}
      change={change}
      input={{ subscriptionId: id }}
      onClose={onClose}
      onDone={() => onDone(t('acts.planKept'))}
    />
  );
}

function KeepDialog({ subscription, onDone, onClose }: DialogProps) {
  const { t } = useTranslation('subscriptions');
  const { date } = useSubscriptionWords();
  const change = useResumption();
  return (
    <ConfirmChange
      title={t('acts.keepTitle')}
      text={t('acts.keepText', { date: date(subscription.periodEnd) })}
      action={t('detail.keep')}
      change={change}
      input={{ subscriptionId: subscription.id }}
      onClose={onClose}
      onDone={() => onDone(t('acts.kept'))}
    />
  );
}

/** The server's minimum. */
const LEAST = 100;
const PRICE = group({ amount: amount('acts.priceProblem', LEAST) });

function PriceDialog({ subscription, onDone, onClose }: DialogProps) {
  const { t } = useTranslation('subscriptions');
  const { date, price } = useSubscriptionWords();
  const change = usePriceChange();
  const { controls, dialog } = useDraft({ fields: PRICE, change, say: t });
  const { id, currency } = subscription;
  return (
    <DialogForm
      title={t('acts.priceTitle')}
      text={t('acts.priceText')}
      action={t('detail.changePrice')}
      onClose={onClose}
      {...dialog(async (input) => {
        const answer = await change.run({ subscriptionId: id, ...input });
        if (answer) onDone(t('acts.priceChanged', { date: date(answer.fromAt) }));
      })}
    >
      <AmountField
        label={t('acts.newPrice')}
        currency={currency}
        hint={t('acts.priceNow', { amount: price(subscription.amount, currency, subscription) })}
        {...controls.amount}
      />
    </DialogForm>
  );
}
