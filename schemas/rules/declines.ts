/** The catalogue of refused cards: what each reason means for the buyer, and the codes of ABECS, the standard of Brazilian acquirers. */
import type { Locale } from '../src/common.ts';
import type { DeclineAdvice, DeclineReason, Declines } from '../src/declines.ts';

const ADVICES: Record<DeclineReason, DeclineAdvice> = {
  insufficient_funds: 'FUNDS',
  limit_exceeded: 'LIMIT',
  card_expired: 'EXPIRED',
  wrong_security_code: 'SECURITY_CODE',
  wrong_number: 'CARD_DATA',
  issuer_declined: 'ASK_BANK',
  card_not_allowed: 'OTHER_CARD',
  lost_or_stolen: 'OTHER_CARD',
  suspected_fraud: 'OTHER_CARD',
  card_not_active: 'ACTIVATE',
  authentication_required: 'AUTHENTICATE',
  card_not_supported: 'NOT_SUPPORTED',
  issuer_unavailable: 'LATER',
  invalid_amount: 'AMOUNT',
  invalid_installments: 'INSTALLMENTS',
  unknown: 'UNKNOWN',
};

export const adviceOf = (reason: DeclineReason): DeclineAdvice => ADVICES[reason];

/** Not in it: reasons that other data, another amount or time may mend, and what an antifraud service said in place of the bank. */
const IRREVERSIBLE: ReadonlySet<DeclineReason> = new Set(['lost_or_stolen', 'card_not_allowed', 'card_not_supported']);

/** Returns whether the card networks forbid, and fine, another try of the same card, whatever its buyer changes. */
export const isIrreversible = (reason: DeclineReason): boolean => IRREVERSIBLE.has(reason);

/**
 * TWO_CARDS: divide the price between this card and another. SAME_CARD: try the card again, corrected where its data were wrong. PIX: the same order at the price without interest. The first is the
 * one to offer most plainly.
 */
export type DeclineStep = 'PIX' | 'SAME_CARD' | 'OTHER_CARD' | 'TWO_CARDS' | 'INSTALLMENTS';

/** The steps by advice. The rules of the card networks forbid another try with the same data where SAME_CARD is missing. */
const STEPS: Record<DeclineAdvice, readonly DeclineStep[]> = {
  FUNDS: ['PIX', 'TWO_CARDS', 'OTHER_CARD', 'INSTALLMENTS'],
  LIMIT: ['PIX', 'TWO_CARDS', 'OTHER_CARD'],
  EXPIRED: ['OTHER_CARD', 'PIX'],
  SECURITY_CODE: ['SAME_CARD', 'PIX'],
  CARD_DATA: ['SAME_CARD', 'PIX'],
  ASK_BANK: ['PIX', 'OTHER_CARD', 'SAME_CARD'],
  OTHER_CARD: ['PIX', 'OTHER_CARD'],
  ACTIVATE: ['SAME_CARD', 'PIX', 'OTHER_CARD'],
  AUTHENTICATE: ['SAME_CARD', 'PIX', 'OTHER_CARD'],
  NOT_SUPPORTED: ['PIX', 'OTHER_CARD'],
  LATER: ['PIX', 'SAME_CARD', 'OTHER_CARD'],
  AMOUNT: ['PIX', 'TWO_CARDS', 'OTHER_CARD'],
  INSTALLMENTS: ['INSTALLMENTS', 'PIX'],
  UNKNOWN: ['PIX', 'OTHER_CARD', 'SAME_CARD'],
};

/** Lists the steps that this order has, the best first. */
export const listDeclineSteps = (
  advice: DeclineAdvice,
  has: { pix: boolean; installments: boolean; twoCards?: boolean },
): readonly DeclineStep[] => {
  const lacking: DeclineStep[] = [
    ...(has.pix ? [] : ['PIX' as const]),
    ...(has.installments ? [] : ['INSTALLMENTS' as const]),
    ...(has.twoCards ? [] : ['TWO_CARDS' as const]),
  ];
  return STEPS[advice].filter((step) => !lacking.includes(step));
};

export interface DeclineWords {
  title: string;
  text: string;
}

const WORDS: Record<Locale, Record<DeclineAdvice, DeclineWords>> = {
  'pt-BR': {
    FUNDS: {
      title: 'Saldo ou limite insuficiente',
      text: 'O banco não encontrou saldo ou limite para esta compra.',
    },
    LIMIT: {
      title: 'Limite de uso do cartão atingido',
      text: 'Fale com o banco do cartão para liberar a compra ou pague de outra forma.',
    },
    EXPIRED: { title: 'Cartão vencido', text: 'Confira a validade ou use outro cartão.' },
    SECURITY_CODE: {
      title: 'Código de segurança incorreto',
      text: 'Confira os 3 ou 4 números do código e tente de novo.',
    },
    CARD_DATA: {
      title: 'Dados do cartão incorretos',
      text: 'Confira o número, o nome e a validade e tente de novo.',
    },
    ASK_BANK: {
      title: 'O banco não autorizou o pagamento',
      text: 'Fale com o banco do cartão para liberar a compra ou pague de outra forma.',
    },
    OTHER_CARD: {
      title: 'Este cartão não pode ser usado nesta compra',
      text: 'Não tente de novo com ele: use outro cartão ou pague de outra forma.',
    },
    ACTIVATE: {
      title: 'O cartão está bloqueado',
      text: 'Desbloqueie o cartão no aplicativo do banco e tente de novo.',
    },
    AUTHENTICATE: {
      title: 'O banco pede a sua confirmação',
      text: 'Autorize a compra com o banco do cartão e tente de novo.',
    },
    NOT_SUPPORTED: {
      title: 'Este cartão não é aceito aqui',
      text: 'Use um cartão de crédito de outra bandeira ou pague de outra forma.',
    },
    LATER: {
      title: 'O banco do cartão não respondeu',
      text: 'Tente de novo em alguns minutos ou pague de outra forma.',
    },
    AMOUNT: {
      title: 'O banco não aceitou este valor no cartão',
      text: 'Use outro cartão ou pague de outra forma.',
    },
    INSTALLMENTS: {
      title: 'O banco não aceitou este parcelamento',
      text: 'Escolha outro número de parcelas ou pague de outra forma.',
    },
    UNKNOWN: {
      title: 'O cartão foi recusado',
      text: 'Confira os dados, fale com o banco do cartão ou pague de outra forma.',
    },
  },
  en: {
    FUNDS: { title: 'Not enough funds or credit', text: 'The bank found no balance or limit for this purchase.' },
    LIMIT: {
      title: 'The card’s usage limit is reached',
      text: 'Ask the card’s bank to release the purchase, or pay another way.',
    },
    EXPIRED: { title: 'The card has expired', text: 'Check the expiry date or use another card.' },
    SECURITY_CODE: { title: 'Wrong security code', text: 'Check the 3 or 4 digits of the code and try again.' },
    CARD_DATA: { title: 'Wrong card details', text: 'Check the number, the name and the expiry date, and try again.' },
    ASK_BANK: {
      title: 'The bank did not authorize the payment',
      text: 'Ask the card’s bank to release the purchase, or pay another way.',
    },
    OTHER_CARD: {
      title: 'This card cannot be used for this purchase',
      text: 'Do not try it again: use another card or pay another way.',
    },
    ACTIVATE: { title: 'The card is blocked', text: 'Unblock the card in your bank’s app and try again.' },
    AUTHENTICATE: {
      title: 'The bank asks you to confirm',
      text: 'Authorize the purchase with the card’s bank and try again.',
    },
    NOT_SUPPORTED: {
      title: 'This card is not accepted here',
      text: 'Use a credit card of another brand or pay another way.',
    },
    LATER: { title: 'The card’s bank did not answer', text: 'Try again in a few minutes, or pay another way.' },
    AMOUNT: {
      title: 'The bank did not accept this amount on the card',
      text: 'Use another card or pay another way.',
    },
    INSTALLMENTS: {
      title: 'The bank did not accept these installments',
      text: 'Choose another number of installments, or pay another way.',
    },
    UNKNOWN: {
      title: 'The card was refused',
      text: 'Check its details, talk to the card’s bank, or pay another way.',
    },
  },
};

/** Returns what the buyer reads. It never names loss, theft or fraud, and says nothing about whether money was charged. */
export const declineWords = (advice: DeclineAdvice, locale: Locale): DeclineWords => WORDS[locale][advice];

const LABELS: Record<Locale, Record<DeclineStep, string>> = {
  'pt-BR': {
    PIX: 'Pagar {{amount}} com Pix',
    SAME_CARD: 'Tentar de novo com este cartão',
    OTHER_CARD: 'Usar outro cartão',
    TWO_CARDS: 'Pagar com dois cartões',
    INSTALLMENTS: 'Mudar o parcelamento',
  },
  en: {
    PIX: 'Pay {{amount}} with Pix',
    SAME_CARD: 'Try this card again',
    OTHER_CARD: 'Use another card',
    TWO_CARDS: 'Pay with two cards',
    INSTALLMENTS: 'Change the installments',
  },
};

/** Returns the words of a step's button. `amount` is the amount of the PIX, formatted. */
export const declineStepLabel = (step: DeclineStep, locale: Locale, amount: string): string =>
  LABELS[locale][step].replace('{{amount}}', amount);

const REFUSED: Record<Locale, string> = {
  'pt-BR': 'O cartão final {{digits}} foi recusado e nada foi cobrado.',
  en: 'The card ending in {{digits}} was declined, and nothing was charged.',
};

/** Returns which of two cards was refused. */
export const refusedCardText = (digits: string, locale: Locale): string =>
  REFUSED[locale].replace('{{digits}}', digits);

/**
 * The codes of ABECS, Normativo 21, as acquirers publish them by card brand (docs.cielo.com.br/ecommerce-cielo/page/abecs, read on
 * 2026-11-24). A code that brands use differently has the reason of the brand that forbids another try. Left out are codes whose
 * meanings have nothing in common (06, 12, 58, 64) and those about the merchant or the network alone.
 */
const ABECS: Readonly<Record<string, DeclineReason>> = {
  '01': 'wrong_number',
  '04': 'card_not_allowed',
  '05': 'issuer_declined',
  '07': 'suspected_fraud',
  '13': 'invalid_amount',
  '14': 'wrong_number',
  '15': 'wrong_number',
  '23': 'invalid_installments',
  '38': 'issuer_declined',
  '39': 'card_not_supported',
  '41': 'lost_or_stolen',
  '43': 'lost_or_stolen',
  '46': 'card_not_allowed',
  '51': 'insufficient_funds',
  '52': 'card_not_supported',
  '53': 'card_not_supported',
  '54': 'card_expired',
  '55': 'issuer_declined',
  '56': 'wrong_number',
  '57': 'card_not_allowed',
  '59': 'suspected_fraud',
  '61': 'limit_exceeded',
  '62': 'card_not_allowed',
  '63': 'suspected_fraud',
  '65': 'limit_exceeded',
  '75': 'issuer_declined',
  '78': 'card_not_active',
  '82': 'card_not_allowed',
  '86': 'issuer_declined',
  '88': 'card_not_allowed',
  '91': 'issuer_unavailable',
  '96': 'issuer_unavailable',
  AB: 'card_not_supported',
  AC: 'card_not_supported',
  N4: 'limit_exceeded',
  R0: 'card_not_allowed',
  R1: 'card_not_allowed',
  R2: 'card_not_allowed',
  R3: 'card_not_allowed',
};

/** ABECS writes two characters; providers add zeros in front or leave one out. */
const toAbecs = (code: string): string =>
  code
    .toUpperCase()
    .replace(/^0+(?=.)/, '')
    .padStart(2, '0');

/** Reads a provider's code by the table of its manifest. */
export function readDecline(declines: Declines | undefined, code: string | undefined): DeclineReason {
  const word = code?.trim().toLowerCase();
  if (!declines || !word) return 'unknown';
  const own = Object.entries(declines.codes ?? {}).find(([known]) => known.toLowerCase() === word)?.[1];
  return own ?? (declines.standard === 'ABECS' ? ABECS[toAbecs(word)] : undefined) ?? 'unknown';
}
