import type { Locale } from '@feira/schemas/common';
import type { Output } from '@feira/schemas/procedure';
import { changeOwnPlan, listOwnPlans } from '@feira/schemas/procedures/subscriptions';
import { formatCurrency } from '@feira/schemas/rules/currency';
import type { Client } from '@feira/shell-kit/client';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import { formatDate } from '@feira/shell-kit/format';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { useSubmit } from '../../components/use-submit.ts';
import type { OwnSubscription } from './own-subscription.ts';
import { usePriceWords } from './price-words.ts';

type Plans = Output<typeof listOwnPlans>;
type Plan = Plans['plans'][number];

interface PlanDialogProps {
  subscription: OwnSubscription;
  token: string;
  client: Client;
  locale: Locale;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Moves the subscription to another plan. Every amount stands there before anything is charged. */
export default function PlanDialog({ subscription, token, client, locale, onDone, onClose }: PlanDialogProps) {
  const { t } = useTranslation('ownSubscription');
  const { failure, isBusy, submit, setFailure } = useSubmit();
  const [found, setFound] = useState<Plans | null>(null);
  const [offerId, setOfferId] = useState<string | null>(null);
  const [method, setMethod] = useState<Plan['methods'][number] | null>(null);
  const load = useCallback(
    () => submit(async () => setFound(await client.call(listOwnPlans, { token }))),
    [client, token, submit],
  );
  useEffect(() => void load(), [load]);
  const { currency } = subscription;
  const priceOf = usePriceWords(locale);
  const money = (cents: number) => formatCurrency(cents, currency, locale);
  const date = (iso: string) => formatDate(iso, locale);
  const plan = found?.plans.find((one) => one.offerId === offerId);
  const paid = plan?.methods.find((one) => one === method) ?? plan?.methods[0] ?? null;
  const change = async () => {
    if (!plan) return;
    const failed = await submit(async () => {
      const answer = await client.call(changeOwnPlan, {
        token,
        offerId: plan.offerId,
        expectedCharge: plan.charge,
        expectedEffect: plan.effect,
        method: plan.effect === 'NOW' ? paid : null,
      });
      if (answer.paymentId && paid !== 'CREDIT_CARD') location.assign(`/checkout/payment/${answer.paymentId}`);
      else onDone(answer.effect === 'NOW' ? t('plan.changed') : t('plan.ordered', { date: date(plan.at ?? '') }));
    });
    // The amounts are others by now: the buyer sees them before they decide again.
    if (failed?.code === 'PRICE_CHANGED') {
      await load();
      setFailure(failed);
    }
  };
  return (
    <ModalDialog title={t('plan.title')} onClose={onClose}>
      <FailureNotice failure={failure} />
      {!found && !failure && <p role="status">{t('loading')}</p>}
      {found?.pending && (
        <p>
          {t('plan.pending', { plan: found.pending.title, amount: money(found.pending.amount) })}{' '}
          <a href={`/checkout/payment/${found.pending.paymentId}`}>{t('due.pay')}</a>
        </p>
      )}
      {found?.refusal && !found.pending && <p>{t(`plan.refusals.${found.refusal}`)}</p>}
      {found && !found.refusal && found.plans.length === 0 && <p>{t('plan.none')}</p>}
      {found && found.plans.length > 0 && (
        <RadioFields
          label={t('plan.choose')}
          options={found.plans.map((one) => ({
            value: one.offerId,
            label: one.title,
            hint: priceOf(one.amount, currency, one),
          }))}
          value={offerId}
          onChange={setOfferId}
        />
      )}
      {plan && plan.methods.length > 1 && (
        <RadioFields
          label={t('plan.how')}
          options={plan.methods.map((one) => ({ value: one, label: t(`methods.${one}`) }))}
          value={paid}
          onChange={setMethod}
        />
      )}
      <div aria-live="polite">{plan && <Effect plan={plan} money={money} date={date} />}</div>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t('back')}
        </button>
        {plan && (
          <button
            type="button"
            className="button button-primary"
            aria-busy={isBusy}
            onClick={() => !isBusy && void change()}
          >
            {plan.effect === 'NOW' ? t('plan.pay', { amount: money(plan.charge) }) : t('plan.order')}
          </button>
        )}
      </div>
    </ModalDialog>
  );
}

interface EffectProps {
  plan: Plan;
  money: (cents: number) => string;
  date: (iso: string) => string;
}

/** Lists what the change costs now, what is credited, and what follows. */
function Effect({ plan, money, date }: EffectProps) {
  const { t } = useTranslation('ownSubscription');
  const { effect, amount, credit, unusedDays, discount, charge, at, nextAt, nextAmount } = plan;
  const lines: [string, string][] =
    effect === 'NOW'
      ? [
          [t('plan.price'), money(amount)],
          [t('plan.credit', { count: unusedDays }), `−${money(credit)}`],
          ...(discount > 0 ? [[t('plan.coupon'), `−${money(discount)}`] as [string, string]] : []),
          [t('plan.today'), money(charge)],
          [t('next'), t('nextOf', { date: date(nextAt), amount: money(nextAmount) })],
        ]
      : [
          [t('plan.today'), money(0)],
          [t('plan.starts'), t('nextOf', { date: date(at ?? ''), amount: money(charge) })],
          [t('plan.then'), t('nextOf', { date: date(nextAt), amount: money(nextAmount) })],
        ];
  return (
    <dl className="subscription-facts">
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
