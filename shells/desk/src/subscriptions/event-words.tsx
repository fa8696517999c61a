/** Puts the evidence about a subscription into words. */
import type { Currency } from '@feira/schemas/common';
import type { SubscriptionActor, SubscriptionEventKind, SubscriptionMethod } from '@feira/schemas/subscription';
import type { IconName } from '@feira/shell-kit/components/icon';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { useSubscriptionWords } from './subscription-words.tsx';

interface Evidence {
  kind: SubscriptionEventKind;
  by: SubscriptionActor;
  personName: string | null;
  cycle: number | null;
  data: Record<string, unknown>;
}

export const EVENT_ICONS: Record<SubscriptionEventKind, IconName> = {
  PAID: 'check',
  REVERSED: 'refund',
  RESTORED: 'check',
  OVERDUE: 'alert',
  CHARGE_REFUSED: 'close',
  CODE_SENT: 'mail',
  TRIAL_ENDING: 'mail',
  DUNNING_STEP: 'retry',
  DUNNING_ENDED: 'stop',
  PAUSED: 'stop',
  RESUMED: 'retry',
  CANCEL_ORDERED: 'clock',
  CANCEL_WITHDRAWN: 'check',
  CANCELED: 'close',
  PERIOD_ENDED: 'clock',
  PRICE_CHANGED: 'tag',
  PLAN_CHANGED: 'package',
  PLAN_KEPT: 'package',
  METHOD_CHANGED: 'wallet',
  CARD_CHANGED: 'card',
};

const STEPS = ['RETRY_CARD', 'ASK_CARD', 'OFFER_PIX', 'REMIND'] as const;

/** Returns a text that is there. Events of an older or a newer version may lack anything. */
const textOf = (value: unknown): string | null => (typeof value === 'string' && value ? value : null);
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

export function useEventWords(currency: Currency) {
  const { t } = useTranslation('subscriptions');
  const { money, every } = useSubscriptionWords();
  const describe = ({ kind, cycle, data }: Evidence): string => {
    const amount = numberOf(data.amount);
    // React escapes what it shows.
    const values = { cycle };
    switch (kind) {
      case 'PAID':
        return amount === null
          ? t('events.PAID', values)
          : t('events.PAID_amount', { ...values, amount: money(amount, currency) });
      case 'REVERSED':
        return t(data.cause === 'CHARGEBACK' ? 'events.REVERSED_CHARGEBACK' : 'events.REVERSED_REFUND', values);
      case 'CHARGE_REFUSED':
        return t('events.CHARGE_REFUSED', { ...values, attempt: numberOf(data.attempt) ?? 1 });
      case 'DUNNING_STEP': {
        const action = STEPS.find((step) => step === data.action) ?? 'REMIND';
        return t(`events.STEP_${action}`, values);
      }
      case 'DUNNING_ENDED':
        return t(data.end === 'KEEP_PAST_DUE' ? 'events.DUNNING_KEEP_PAST_DUE' : 'events.DUNNING_CANCEL', values);
      case 'PRICE_CHANGED':
        return t('events.PRICE_CHANGED', { ...values, amount: money(amount ?? 0, currency) });
      case 'PLAN_CHANGED':
        return t('events.PLAN_CHANGED', {
          ...values,
          plan: textOf(data.title) ?? t('events.otherPlan'),
          amount: money(amount ?? 0, currency),
          every: every({
            frequencyInDays: numberOf(data.frequencyInDays) ?? 30,
            period: data.period === 'CALENDAR' ? 'CALENDAR' : 'DAYS',
          }),
        });
      case 'METHOD_CHANGED':
        return t('events.METHOD_CHANGED', { ...values, method: t(`methods.${data.method as SubscriptionMethod}`) });
      case 'CARD_CHANGED': {
        const digits = textOf(data.lastDigits);
        return digits ? t('events.CARD_CHANGED_digits', { ...values, digits }) : t('events.CARD_CHANGED', values);
      }
      default:
        return t(`events.${kind}`, values);
    }
  };
  /** Says who did it, and why. */
  const note = ({ kind, by, personName, data }: Evidence): string => {
    const reason = textOf(data.reason);
    const day = kind === 'DUNNING_STEP' ? numberOf(data.day) : null;
    return [
      personName ? t('byPerson', { name: personName }) : t(`actors.${by}`),
      reason && (kind === 'CHARGE_REFUSED' ? t(`declines.${reason as 'unknown'}`, { defaultValue: reason }) : reason),
      data.cause && kind === 'CANCELED' ? t(`endReasons.${data.cause as 'BUYER'}`) : null,
      day !== null && t('events.stepDay', { count: day }),
    ]
      .filter(Boolean)
      .join(' · ');
  };
  return { describe, note };
}
