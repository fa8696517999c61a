/** The words around the widget of a CAPTCHA service. They come with its chunk, because most buyers never see it. */
import type { Locale } from '@feira/schemas/common';

const PT = {
  title: 'Confirmação de segurança',
  note: 'Estamos conferindo se quem paga é uma pessoa. Se aparecer uma caixa abaixo, marque-a. Nada foi cobrado ainda.',
  frame: 'Confirmação de que você é uma pessoa',
  other: 'Não consigo confirmar assim',
};

const WORDS: Record<Locale, typeof PT> = {
  'pt-BR': PT,
  en: {
    title: 'Security check',
    note: 'We’re checking that you’re human. If a checkbox appears below, select it. You haven’t been charged yet.',
    frame: 'Check that you’re human',
    other: 'I can’t complete this check',
  },
};

export const captchaWords = (locale: Locale): typeof PT => WORDS[locale];
