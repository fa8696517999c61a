/**
 * Writes the opening of the mails to buyers: subject and introduction, in the standard wording and as a platform words it. What follows in
 * the mail says what happened, and nobody changes it: the code, the amounts, the deadline, what the bank or the seller decided.
 */
import type { Currency, Locale } from '@feira/schemas/common';
import { type BuyerMail, fillPlaceholders, type Wording } from '@feira/schemas/rules/buyer-mails';
import { fillRecoveryText } from '@feira/schemas/rules/cart-recovery';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { firstName, toLine } from './mail-text.ts';
import type { MailParameters, MailTemplate } from './model.ts';

/** Returns which of the mails that a platform may word this one is; null where every word of it depends on what became of the money. */
export function findBuyerMail(template: MailTemplate, parameters: MailParameters[MailTemplate]): BuyerMail | null {
  switch (template) {
    case 'payment-expiring':
      return (parameters as MailParameters['payment-expiring']).method === 'PIX' ? 'pix-expiring' : 'billet-expiring';
    case 'payment-expired':
      return (parameters as MailParameters['payment-expired']).method === 'PIX' ? 'pix-expired' : 'billet-expired';
    case 'payment-refused':
      return (parameters as MailParameters['payment-refused']).mayBeCharged ? null : template;
    case 'refund-decided':
      return (parameters as MailParameters['refund-decided']).state === 'GRANTED'
        ? 'refund-granted'
        : 'refund-declined';
    case 'pix-created':
    case 'billet-created':
    case 'payment-approved':
    case 'order-shipped':
    case 'order-delivered':
    case 'refund-requested':
    case 'refund-done':
      return template;
    default:
      return null;
  }
}

/** The data that a mail to a buyer names. Mails that an earlier version wrote leave some of it out. */
export interface Order {
  name: string;
  title: string;
  orderCode?: string;
  seller?: string;
  amount?: number;
  currency?: Currency;
}

const MAX_SUBJECT = 150;

export interface Opening {
  subject: string;
  paragraphs: string[];
}

/** Fills a wording in. Values come from people, and are one line each already. */
export function writeOpening({ subject, intro }: Wording, locale: Locale, order: Order): Opening {
  const { name, title, orderCode = '', seller = '', amount, currency = 'BRL' } = order;
  const values = {
    name: firstName(name),
    product: title,
    orderCode,
    amount: amount === undefined ? '' : formatCurrency(amount, currency, locale),
    seller,
  };
  const fill = (text: string) => fillPlaceholders(text, locale, values);
  return { subject: toLine(fill(subject), MAX_SUBJECT), paragraphs: fill(intro).split(/\s*\n\s*/) };
}

/** Fills the wording of a seller's reminder in. */
export function writeReminder(
  { subject, intro }: Wording,
  locale: Locale,
  { amount, ...order }: Omit<Order, 'amount'> & { amount: number | null; coupon: string; platform: string },
): Opening {
  const { name, title, seller = '', currency = 'BRL', coupon, platform } = order;
  const values = {
    name: firstName(name),
    product: title,
    seller,
    platform,
    coupon,
    amount: amount === null ? '' : formatCurrency(amount, currency, locale),
  };
  const fill = (text: string) => fillRecoveryText(text, locale, values);
  return { subject: toLine(fill(subject), MAX_SUBJECT), paragraphs: fill(intro).split(/\s*\n\s*/) };
}

export const OPENINGS: Record<Locale, Record<BuyerMail, Wording>> = {
  'pt-BR': {
    'pix-created': {
      subject: 'Falta pagar o Pix da sua compra',
      intro:
        'Olá, {nome}!\nEste é o código para pagar {produto}. No aplicativo do seu banco, escolha Pix copia e cola, cole o código e confirme.',
    },
    'billet-created': {
      subject: 'Seu boleto está pronto',
      intro: 'Olá, {nome}!\nEste é o boleto para pagar {produto}. Pague no aplicativo do seu banco até o vencimento.',
    },
    'pix-expiring': {
      subject: 'Seu Pix está para vencer',
      intro: 'Olá, {nome}!\nAinda dá tempo de pagar {produto}. Depois do prazo, este código deixa de valer.',
    },
    'billet-expiring': {
      subject: 'Seu boleto está para vencer',
      intro: 'Olá, {nome}!\nAinda dá tempo de pagar {produto}. Depois do prazo, este código deixa de valer.',
    },
    'pix-expired': {
      subject: 'Seu Pix expirou',
      intro: 'Olá, {nome}!\nO prazo para pagar {produto} terminou, e nada foi cobrado.',
    },
    'billet-expired': {
      subject: 'Seu boleto expirou',
      intro: 'Olá, {nome}!\nO prazo para pagar {produto} terminou, e nada foi cobrado.',
    },
    'payment-approved': {
      subject: 'Pagamento aprovado',
      intro: 'Olá, {nome}!\nRecebemos seu pagamento. {produto} é seu.',
    },
    'payment-refused': {
      subject: 'Seu pagamento não foi aprovado',
      intro: 'Olá, {nome}!\nO pagamento de {produto} não foi aprovado, e nada foi cobrado.',
    },
    'order-shipped': { subject: 'Seu pedido foi enviado', intro: 'Olá, {nome}!\n{produto} está a caminho.' },
    'order-delivered': {
      subject: 'Seu pedido foi entregue',
      intro: 'Olá, {nome}!\nO vendedor informou que {produto} chegou.',
    },
    'refund-requested': {
      subject: 'Recebemos seu pedido de reembolso',
      intro: 'Olá, {nome}!\nRegistramos seu pedido de reembolso de {produto}.',
    },
    'refund-granted': {
      subject: 'Seu reembolso foi aceito',
      intro: 'Olá, {nome}!\nSeu pedido de reembolso de {produto} foi aceito.',
    },
    'refund-declined': {
      subject: 'Seu reembolso foi recusado',
      intro: 'Olá, {nome}!\nTemos a resposta ao seu pedido de reembolso de {produto}.',
    },
    'refund-done': {
      subject: 'Seu dinheiro foi devolvido',
      intro: 'Olá, {nome}!\nA devolução de {produto} está feita.',
    },
  },
  en: {
    'pix-created': {
      subject: 'Your Pix is waiting to be paid',
      intro:
        'Hello, {name}!\nThis is the code to pay for {product}. In your bank’s app, choose to pay Pix by copy and paste, paste the code and confirm.',
    },
    'billet-created': {
      subject: 'Your boleto is ready',
      intro: 'Hello, {name}!\nThis is the boleto to pay for {product}. Pay it in your bank’s app by its due date.',
    },
    'pix-expiring': {
      subject: 'Your Pix is about to expire',
      intro: 'Hello, {name}!\nThere is still time to pay for {product}. After the deadline this code stops working.',
    },
    'billet-expiring': {
      subject: 'Your boleto is about to expire',
      intro: 'Hello, {name}!\nThere is still time to pay for {product}. After the deadline this code stops working.',
    },
    'pix-expired': {
      subject: 'Your Pix has expired',
      intro: 'Hello, {name}!\nThe time to pay for {product} is over, and nothing was charged.',
    },
    'billet-expired': {
      subject: 'Your boleto has expired',
      intro: 'Hello, {name}!\nThe time to pay for {product} is over, and nothing was charged.',
    },
    'payment-approved': {
      subject: 'Payment approved',
      intro: 'Hello, {name}!\nWe have your payment. {product} is yours.',
    },
    'payment-refused': {
      subject: 'Your payment was not approved',
      intro: 'Hello, {name}!\nThe payment for {product} was not approved, and nothing was charged.',
    },
    'order-shipped': { subject: 'Your order was shipped', intro: 'Hello, {name}!\n{product} is on its way to you.' },
    'order-delivered': {
      subject: 'Your order was delivered',
      intro: 'Hello, {name}!\nThe seller says that {product} has arrived.',
    },
    'refund-requested': {
      subject: 'We have your refund request',
      intro: 'Hello, {name}!\nWe recorded your refund request for {product}.',
    },
    'refund-granted': {
      subject: 'Your refund was granted',
      intro: 'Hello, {name}!\nYour refund request for {product} was granted.',
    },
    'refund-declined': {
      subject: 'Your refund was declined',
      intro: 'Hello, {name}!\nWe have the answer to your refund request for {product}.',
    },
    'refund-done': { subject: 'Your money was given back', intro: 'Hello, {name}!\nThe refund of {product} is done.' },
  },
};
