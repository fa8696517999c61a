/** The words of paying with two cards. They come with its chunk, because most buyers never open it. */
import type { Locale } from '@feira/schemas/common';

const PT = {
  open: 'Pagar com dois cartões',
  close: 'Pagar com um cartão só',
  title: 'Segundo cartão',
  note: 'Reservamos o valor nos dois cartões e só cobramos se ambos aprovarem. Se um deles recusar, nada é cobrado.',
  firstAmount: 'Valor no primeiro cartão',
  secondAmount: 'Valor no segundo cartão',
  frame: 'Dados do segundo cartão',
  wrongAmount: 'Cada cartão paga no mínimo {{least}}.',
};

const WORDS: Record<Locale, typeof PT> = {
  'pt-BR': PT,
  en: {
    open: 'Pay with two cards',
    close: 'Pay with one card only',
    title: 'Second card',
    note: 'We hold the amount on both cards and charge them only if both approve. If one is declined, nothing is charged.',
    firstAmount: 'Amount on the first card',
    secondAmount: 'Amount on the second card',
    frame: 'Details of the second card',
    wrongAmount: 'Each card must pay at least {{least}}.',
  },
};

export type TwoCardsWords = typeof PT;
export const twoCardsWords = (locale: Locale): TwoCardsWords => WORDS[locale];
