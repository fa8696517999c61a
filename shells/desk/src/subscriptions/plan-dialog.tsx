import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubscriptionWords } from './subscription-words.tsx';
import { usePlanChange, usePlans, type WholeSubscription } from './use-subscriptions.ts';

interface PlanDialogProps {
  subscription: WholeSubscription;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Moves a subscription to another plan of its product. Sellers charge nothing at once, and the dialog says from when it holds. */
export function PlanDialog({ subscription, onDone, onClose }: PlanDialogProps) {
  const { t } = useTranslation('subscriptions');
  const { date, money, price } = useSubscriptionWords();
  const { id, currency } = subscription;
  const { data, error, refetch } = usePlans(id);
  const change = usePlanChange();
  const [chosen, setChosen] = useState<string | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const plan = data?.plans.find(({ offerId }) => offerId === chosen);
  const send = () => {
    if (!plan) {
      setIsMissing(true);
      return false;
    }
    const { offerId, charge: expectedCharge, at } = plan;
    void change.run({ subscriptionId: id, offerId, expectedCharge }).then((answer) => {
      if (answer) onDone(t('acts.planChanged', { date: date(at ?? '') }));
      else void refetch();
    });
    return true;
  };
  return (
    <DialogForm
      title={t('acts.planTitle')}
      text={t('acts.planText')}
      action={t('detail.changePlan')}
      isBusy={change.isBusy}
      error={change.error}
      onSend={send}
      onClose={onClose}
    >
      {error && <LoadError error={error} onRetry={refetch} />}
      {data?.refusal && <p>{t(`planRefusals.${data.refusal}`)}</p>}
      {data && !data.refusal && data.plans.length === 0 && <p>{t('acts.noPlans')}</p>}
      {data && data.plans.length > 0 && (
        <RadioFields
          label={t('acts.plans')}
          options={data.plans.map((one) => ({
            value: one.offerId,
            label: one.title,
            hint: `${price(one.amount, currency, one)} · ${t('acts.planFrom', { date: date(one.at ?? ''), amount: money(one.charge, currency) })}`,
          }))}
          value={chosen}
          problem={isMissing && !plan ? t('acts.planMissing') : undefined}
          onChange={setChosen}
        />
      )}
    </DialogForm>
  );
}
