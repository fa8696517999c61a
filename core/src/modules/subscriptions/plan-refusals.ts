/** Says why a subscription's plan cannot change now. */
import type { Locale } from '@feira/schemas/common';
import type { PlanChangeRefusal } from '@feira/schemas/subscription';
import { AppError } from '../../plugins/errors.ts';

const REASONS: Record<Exclude<PlanChangeRefusal, 'ENDED'>, Record<Locale, string>> = {
  PAST_DUE: {
    'pt-BR': 'Há uma cobrança em atraso. Pague-a antes de mudar de plano.',
    en: 'A charge is past due. Pay it before changing the plan.',
  },
  PAUSED: {
    'pt-BR': 'A assinatura está pausada. Retome-a antes de mudar de plano.',
    en: 'The subscription is paused. Resume it before changing the plan.',
  },
  CANCEL_ORDERED: {
    'pt-BR': 'A assinatura termina no fim do período. Desfaça o cancelamento antes de mudar de plano.',
    en: 'The subscription ends with its period. Undo the cancellation before changing the plan.',
  },
  MANDATE: {
    'pt-BR':
      'O Pix Automático paga só o valor e o período que foram autorizados no banco. Mude antes a forma de pagamento.',
    en: 'Pix Automático pays only the amount and period that were authorized at the bank. Change the payment method first.',
  },
  FIXED_CYCLES: {
    'pt-BR': 'Esta assinatura tem um número certo de cobranças, e o plano dela não muda.',
    en: 'This subscription has a fixed number of charges, and its plan does not change.',
  },
  CHARGE_OPEN: {
    'pt-BR': 'Há uma cobrança aberta ou em confirmação. Pague-a ou espere que ela termine.',
    en: 'A charge is open or being confirmed. Pay it, or wait until it is over.',
  },
};

export const refusePlanChange = (refusal: PlanChangeRefusal): AppError =>
  refusal === 'ENDED'
    ? new AppError('SUBSCRIPTION_ENDED')
    : new AppError('PLAN_CHANGE_UNAVAILABLE', { reasons: { offerId: REASONS[refusal] } });
