/** Holds the texts of the page that ends a seller's reminders. */
import type { UnsubscribeTexts } from '../mail/service.ts';

export const UNSUBSCRIBE_PAGE: UnsubscribeTexts = {
  'pt-BR': {
    title: 'Lembretes de compra',
    question: 'Parar de receber lembretes deste vendedor sobre compras que você não terminou?',
    button: 'Parar de receber',
    done: 'Pronto: este vendedor não manda mais lembretes para o seu e-mail. E-mails sobre o que você comprar continuam chegando.',
  },
  en: {
    title: 'Purchase reminders',
    question: 'Stop reminders of this seller about purchases that you did not finish?',
    button: 'Stop them',
    done: 'Done: this seller sends no more reminders to your address. E-mails about what you buy go on.',
  },
};
