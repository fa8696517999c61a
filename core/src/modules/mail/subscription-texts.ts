/** Holds the texts of mails about subscriptions, by what has happened. `{at}` is a day, `{amount}` the price, `{card}` the last digits. */
import type { Locale } from '@feira/schemas/common';
import type { MailParameters } from './model.ts';

interface StepText {
  subject: string;
  text: string;
  /** In place of `text` where no time is named. */
  withoutTime?: string;
  /** In place of `text` where the digits of the card are not known. */
  withoutCard?: string;
  action: string;
}

type Step = MailParameters['subscription-news']['step'];

export const SUBSCRIPTION_STEPS: Record<Locale, Record<Step, StepText>> = {
  'pt-BR': {
    BEGUN: {
      subject: 'Sua assinatura começou',
      text: 'A próxima cobrança, de {amount}, é em {at}. Na página da assinatura você vê as cobranças, troca o cartão, pausa ou cancela quando quiser.',
      withoutTime: 'Na página da assinatura você vê as cobranças e os recibos.',
      action: 'Ver assinatura',
    },
    TRIAL_BEGUN: {
      subject: 'Seu teste grátis começou',
      text: 'Nada foi cobrado. O teste vai até {at}, e nesse dia vem a primeira cobrança, de {amount}. Se cancelar antes na página da assinatura, nada é cobrado. O que você assinou abre por essa página.',
      action: 'Abrir minha assinatura',
    },
    TRIAL_ENDING: {
      subject: 'Seu teste está terminando',
      text: 'O teste vai até {at}. Nesse dia vem a cobrança de {amount}, e a assinatura continua. Se não quiser continuar, abra a página da assinatura e toque em “Cancelar assinatura” antes desse dia: você não paga essa cobrança.',
      action: 'Continuar ou cancelar',
    },
    CARD_REFUSED: {
      subject: 'Não conseguimos cobrar sua assinatura',
      text: 'O cartão não aceitou a cobrança de {amount}. Seu acesso continua até {at}: informe outro cartão ou pague de outro jeito antes disso.',
      withoutTime: 'O cartão não aceitou a cobrança de {amount}. Informe outro cartão ou pague de outro jeito.',
      action: 'Escolher como pagar',
    },
    CARD_EXPIRING: {
      subject: 'Seu cartão vence antes da próxima cobrança',
      text: 'O cartão com final {card} vence antes da cobrança de {at}. Informe outro para a assinatura não parar.',
      withoutCard: 'O cartão da assinatura vence antes da cobrança de {at}. Informe outro para a assinatura não parar.',
      action: 'Trocar o cartão',
    },
    CARD_UNUSABLE: {
      subject: 'Informe outro cartão para a sua assinatura',
      text: 'O banco não permite mais cobranças no cartão com final {card}. Informe outro antes da cobrança de {at}, ou escolha outra forma de pagamento.',
      withoutCard:
        'O banco não permite mais cobranças no cartão da assinatura. Informe outro antes da cobrança de {at}, ou escolha outra forma de pagamento.',
      action: 'Trocar o cartão',
    },
    CARD_CHANGED: {
      subject: 'O cartão da sua assinatura mudou',
      text: 'As próximas cobranças são no cartão com final {card}; a próxima, de {amount}, é em {at}. Se não foi você, abra a página da assinatura e informe outro cartão.',
      withoutTime:
        'As próximas cobranças são no cartão com final {card}. Se não foi você, abra a página da assinatura e informe outro cartão.',
      withoutCard: 'A assinatura tem outro cartão agora. Se não foi você, abra a página da assinatura e informe outro.',
      action: 'Ver assinatura',
    },
    CODES_CHOSEN: {
      subject: 'A forma de pagamento da sua assinatura mudou',
      text: 'Antes de cada cobrança você recebe por e-mail um código para pagar. A próxima, de {amount}, é em {at}. Se não foi você, abra a página da assinatura e escolha outra forma.',
      withoutTime:
        'Antes de cada cobrança você recebe por e-mail um código para pagar. Se não foi você, abra a página da assinatura e escolha outra forma.',
      action: 'Ver assinatura',
    },
    AGREEMENT_ENDED: {
      subject: 'O Pix Automático da sua assinatura terminou',
      text: 'A autorização no seu banco terminou, e ele não paga mais as cobranças. Antes de cada uma você recebe por e-mail um código Pix. A próxima, de {amount}, é em {at}.',
      withoutTime:
        'A autorização no seu banco terminou, e ele não paga mais as cobranças. Antes de cada uma você recebe por e-mail um código Pix.',
      action: 'Ver assinatura',
    },
    PIX_OFFERED: {
      subject: 'Pague sua assinatura com Pix',
      text: 'O cartão ainda não aceitou a cobrança de {amount}. Você pode pagar este período com Pix, e seu acesso continua até {at}.',
      withoutTime: 'O cartão ainda não aceitou a cobrança de {amount}. Você pode pagar este período com Pix.',
      action: 'Pagar com Pix',
    },
    REMINDER: {
      subject: 'Sua assinatura está em atraso',
      text: 'Falta pagar {amount} deste período. Seu acesso continua até {at}.',
      withoutTime: 'Falta pagar {amount} deste período.',
      action: 'Pagar agora',
    },
    CANCEL_ORDERED: {
      subject: 'Sua assinatura foi cancelada',
      text: 'Nada mais será cobrado. Seu acesso continua até {at}; até lá você pode desfazer o cancelamento.',
      action: 'Ver assinatura',
    },
    PAUSED: {
      subject: 'Sua assinatura está pausada',
      text: 'Nada será cobrado enquanto ela estiver pausada. O período que você pagou continua até {at}.',
      action: 'Retomar',
    },
    RESUMED: {
      subject: 'Sua assinatura continua',
      text: 'A próxima cobrança, de {amount}, é em {at}.',
      withoutTime: 'Ela volta a ser cobrada como antes.',
      action: 'Ver assinatura',
    },
    PRICE_CHANGED: {
      subject: 'O preço da sua assinatura vai mudar',
      text: 'A partir de {at}, cada período custa {amount}. Até lá nada muda, e você pode cancelar quando quiser.',
      action: 'Ver assinatura',
    },
    PLAN_CHANGED: {
      subject: 'Seu plano mudou',
      text: 'O novo plano já está valendo. A próxima cobrança, de {amount}, é em {at}.',
      action: 'Ver assinatura',
    },
    PLAN_ORDERED: {
      subject: 'Seu plano vai mudar',
      text: 'O novo plano começa em {at}, com a cobrança de {amount}. Até lá nada muda; na página da assinatura você pode manter o plano de agora ou cancelar.',
      action: 'Ver assinatura',
    },
    ENDED: {
      subject: 'Sua assinatura terminou',
      text: 'Nada mais será cobrado. Seu acesso foi até {at}.',
      withoutTime: 'Nada mais será cobrado.',
      action: 'Ver assinatura',
    },
  },
  en: {
    BEGUN: {
      subject: 'Your subscription has started',
      text: 'The next charge of {amount} is on {at}. On the page of your subscription you can see charges, change the card, pause or cancel at any time.',
      withoutTime: 'On the page of your subscription you can see charges and receipts.',
      action: 'View subscription',
    },
    TRIAL_BEGUN: {
      subject: 'Your free trial has started',
      text: 'Nothing was charged. The trial lasts until {at}, and the first charge of {amount} comes on that day. Cancel before on the page of your subscription and nothing is charged. What you subscribed to opens from that page.',
      action: 'Open my subscription',
    },
    TRIAL_ENDING: {
      subject: 'Your trial is ending',
      text: 'The trial lasts until {at}. On that day comes the charge of {amount}, and your subscription continues. If you do not want to continue, open the page of your subscription and choose “Cancel subscription” before that day: you do not pay this charge.',
      action: 'Continue or cancel',
    },
    CARD_REFUSED: {
      subject: 'We could not charge your subscription',
      text: 'Your card declined the charge of {amount}. You keep access until {at}: add another card or pay another way before then.',
      withoutTime: 'Your card declined the charge of {amount}. Add another card or pay another way.',
      action: 'Choose how to pay',
    },
    CARD_EXPIRING: {
      subject: 'Your card expires before the next charge',
      text: 'The card ending in {card} expires before the charge on {at}. Add another one to keep your subscription.',
      withoutCard:
        'The card of your subscription expires before the charge on {at}. Add another one to keep your subscription.',
      action: 'Change card',
    },
    CARD_UNUSABLE: {
      subject: 'Add another card to your subscription',
      text: 'Your bank no longer allows charges to the card ending in {card}. Add another one before the charge on {at}, or choose another payment method.',
      withoutCard:
        'Your bank no longer allows charges to the card of your subscription. Add another one before the charge on {at}, or choose another payment method.',
      action: 'Change card',
    },
    CARD_CHANGED: {
      subject: 'The card of your subscription has changed',
      text: 'Later charges go to the card ending in {card}; the next one of {amount} is on {at}. If this was not you, open the page of your subscription and add another card.',
      withoutTime:
        'Later charges go to the card ending in {card}. If this was not you, open the page of your subscription and add another card.',
      withoutCard:
        'Your subscription has another card now. If this was not you, open the page of your subscription and add another one.',
      action: 'View subscription',
    },
    CODES_CHOSEN: {
      subject: 'The payment method of your subscription has changed',
      text: 'Before each charge we email you a code to pay. The next charge of {amount} is on {at}. If this was not you, open the page of your subscription and choose another method.',
      withoutTime:
        'Before each charge we email you a code to pay. If this was not you, open the page of your subscription and choose another method.',
      action: 'View subscription',
    },
    AGREEMENT_ENDED: {
      subject: 'Pix Automático has ended for your subscription',
      text: 'The authorization at your bank has ended, and it no longer pays the charges. Before each one we email you a Pix code. The next charge of {amount} is on {at}.',
      withoutTime:
        'The authorization at your bank has ended, and it no longer pays the charges. Before each one we email you a Pix code.',
      action: 'View subscription',
    },
    PIX_OFFERED: {
      subject: 'Pay your subscription with Pix',
      text: 'Your card still declines the charge of {amount}. You can pay this period with Pix, and you keep access until {at}.',
      withoutTime: 'Your card still declines the charge of {amount}. You can pay this period with Pix.',
      action: 'Pay with Pix',
    },
    REMINDER: {
      subject: 'Your subscription is past due',
      text: 'A payment of {amount} is due for this period. You keep access until {at}.',
      withoutTime: 'A payment of {amount} is due for this period.',
      action: 'Pay now',
    },
    CANCEL_ORDERED: {
      subject: 'Your subscription was canceled',
      text: 'Nothing more will be charged. You keep access until {at}, and can undo the cancellation until then.',
      action: 'View subscription',
    },
    PAUSED: {
      subject: 'Your subscription is paused',
      text: 'Nothing is charged while it is paused. The period you paid for runs until {at}.',
      action: 'Resume',
    },
    RESUMED: {
      subject: 'Your subscription continues',
      text: 'The next charge of {amount} is on {at}.',
      withoutTime: 'It is charged as before.',
      action: 'View subscription',
    },
    PRICE_CHANGED: {
      subject: 'The price of your subscription will change',
      text: 'From {at} on, each period costs {amount}. Nothing changes before then, and you can cancel at any time.',
      action: 'View subscription',
    },
    PLAN_CHANGED: {
      subject: 'Your plan has changed',
      text: 'Your new plan is active. The next charge of {amount} is on {at}.',
      action: 'View subscription',
    },
    PLAN_ORDERED: {
      subject: 'Your plan will change',
      text: 'Your new plan starts on {at} with a charge of {amount}. Nothing changes before then; on the page of your subscription you can keep your current plan or cancel.',
      action: 'View subscription',
    },
    ENDED: {
      subject: 'Your subscription has ended',
      text: 'Nothing more will be charged. You had access until {at}.',
      withoutTime: 'Nothing more will be charged.',
      action: 'View subscription',
    },
  },
};

/** Puts the values in the place of their names. */
export function fillStep(
  { text, withoutTime = text, withoutCard }: StepText,
  { at, amount, card }: { at: string; amount: string; card: string },
): string {
  const timed = at ? text : withoutTime;
  const chosen = card ? timed : (withoutCard ?? timed);
  return chosen.replaceAll('{at}', at).replaceAll('{amount}', amount).replaceAll('{card}', card);
}
