/** Holds sample values for previews and tests of mails to buyers. */
import type { BuyerMail } from '@feira/schemas/rules/buyer-mails';
import type { MailParameters, MailTemplate } from '../mail/model.ts';

type Sample = { [T in MailTemplate]: { template: T; parameters: MailParameters[T] } }[MailTemplate];

const DAY_MS = 86_400_000;

/** `supportEmail` stays empty, so that replies go to the platform. */
export function sampleOf(mail: BuyerMail, platformUrl: string, now: Date): Sample {
  const order = {
    name: 'Ana Lima',
    title: 'Curso de Pão Artesanal',
    seller: 'Maria Souza',
    amount: 9_990,
    currency: 'BRL',
    orderCode: '7F3A-90C2',
    supportEmail: '',
  } as const;
  const purchase = { ...order, link: platformUrl } as const;
  const refund = { ...order, protocol: 'R260511-ABCDE-FGHJK', paidBy: 'PROVIDER' } as const;
  const expiresAt = new Date(now.getTime() + DAY_MS).toISOString();
  const pix = { code: '00020126580014br.gov.bcb.pix0136EXEMPLO-NAO-PAGAR6304ABCD', expiresAt };
  const billet = { code: '00190.00009 00000.000000 00000.000000 1 00000000009990', expiresAt };
  switch (mail) {
    case 'pix-created':
      return { template: mail, parameters: { ...purchase, ...pix } };
    case 'billet-created':
      return { template: mail, parameters: { ...purchase, ...billet, billetLink: platformUrl } };
    case 'pix-expiring':
      return { template: 'payment-expiring', parameters: { ...purchase, ...pix, method: 'PIX' } };
    case 'billet-expiring':
      return { template: 'payment-expiring', parameters: { ...purchase, ...billet, method: 'BILLET' } };
    case 'pix-expired':
      return { template: 'payment-expired', parameters: { ...purchase, method: 'PIX', keptUntil: expiresAt } };
    case 'billet-expired':
      return { template: 'payment-expired', parameters: { ...purchase, method: 'BILLET', keptUntil: expiresAt } };
    case 'payment-approved':
      return {
        template: mail,
        parameters: { ...purchase, items: [order.title], method: 'PIX', isLate: false, accessLink: platformUrl },
      };
    case 'payment-refused':
      return {
        template: mail,
        parameters: { ...purchase, method: 'CREDIT_CARD', mayBeCharged: false, advice: 'FUNDS' },
      };
    case 'order-shipped':
      return {
        template: mail,
        parameters: { ...purchase, carrier: 'Correios', trackingCode: 'AA123456789BR', isTracked: true },
      };
    case 'order-delivered':
      return { template: mail, parameters: purchase };
    case 'refund-requested':
      return { template: mail, parameters: { ...refund, ground: 'GUARANTEE', state: 'WAITING', decideBy: expiresAt } };
    case 'refund-granted':
      return { template: 'refund-decided', parameters: { ...refund, state: 'GRANTED', answer: '' } };
    case 'refund-declined':
      return { template: 'refund-decided', parameters: { ...refund, state: 'DECLINED', answer: '' } };
    case 'refund-done':
      return { template: mail, parameters: { ...order, method: 'CREDIT_CARD' } };
  }
}
