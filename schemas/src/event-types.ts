/** Lists the events of a platform of which other systems hear, with their names on screens. What each holds stands in `events.ts`. */
import type { Locale } from './common.ts';
import { SELLER_EVENTS, type SellerEvent } from './seller-webhook.ts';

interface EventKind extends Record<Locale, string> {
  /** The sentence of the documentation that says when it happens. */
  when: string;
}

/*#__NO_SIDE_EFFECTS__*/
const kind = (portuguese: string, english: string, when: string): EventKind => ({
  'pt-BR': portuguese,
  en: english,
  when,
});

export const EVENT_TYPES = {
  'sale.approved': kind(
    'Venda aprovada',
    'Sale approved',
    'A payment is approved and nobody doubts it, and so is each paid cycle of a subscription',
  ),
  'sale.refused': kind('Pagamento recusado', 'Payment refused', 'A charge was refused; the buyer may try another way'),
  'sale.canceled': kind('Venda cancelada', 'Sale canceled', 'A PIX code, a boleto or a hold ended without a payment'),
  'sale.refunded': kind('Venda reembolsada', 'Sale refunded', 'The whole price went back to the buyer'),
  'sale.charged_back': kind('Chargeback', 'Sale charged back', 'The bank took the money back'),
  'pix.created': kind('Pix gerado', 'Pix created', 'The buyer got a PIX code'),
  'boleto.created': kind('Boleto gerado', 'Boleto created', 'The boleto is ready for the buyer'),
  'cart.abandoned': kind('Carrinho abandonado', 'Cart abandoned', 'The buyer left the checkout, once for a cart'),
  'access.granted': kind('Acesso liberado', 'Access granted', 'A sale begins to open what is digital in it'),
  'access.revoked': kind(
    'Acesso encerrado',
    'Access revoked',
    'A refund, a chargeback or the end of a subscription closed it',
  ),
  'subscription.created': kind(
    'Assinatura iniciada',
    'Subscription created',
    'The first charge is paid, or a free trial begins',
  ),
  'subscription.past_due': kind('Assinatura em atraso', 'Subscription past due', 'A charge is not paid in time'),
  'subscription.resumed': kind(
    'Assinatura em dia',
    'Subscription resumed',
    'It goes on after a debt, a pause or a cancellation',
  ),
  'subscription.paused': kind('Assinatura pausada', 'Subscription paused', 'Charges stop until it goes on'),
  'subscription.canceled': kind(
    'Assinatura cancelada',
    'Subscription canceled',
    'It ends with the period that is paid',
  ),
  'subscription.ended': kind('Assinatura encerrada', 'Subscription ended', 'No further charge comes'),
  'refund.requested': kind('Reembolso solicitado', 'Refund requested', 'A buyer asks for the money back'),
  'refund.succeeded': kind(
    'Reembolso concluído',
    'Refund succeeded',
    'An amount went back to the buyer, a part or all',
  ),
  'refund.failed': kind('Reembolso não realizado', 'Refund failed', 'The provider refused to send an amount back'),
  'dispute.opened': kind('Contestação aberta', 'Dispute opened', 'A bank or a buyer disputes a charge'),
  'dispute.won': kind('Contestação ganha', 'Dispute won', 'The money stays with the seller'),
  'dispute.lost': kind('Contestação perdida', 'Dispute lost', 'The money goes back, or the dispute was accepted'),
  'payout.requested': kind('Saque solicitado', 'Payout requested', 'A person asks for a payout'),
  'payout.paid': kind('Saque pago', 'Payout paid', 'The money arrived'),
  'payout.failed': kind(
    'Saque não realizado',
    'Payout failed',
    'The payout was refused or could not be paid; the money is back in the balance',
  ),
  'payout.canceled': kind('Saque cancelado', 'Payout canceled', 'Its owner canceled it'),
  'receiver.updated': kind('Conta recebedora atualizada', 'Receiver updated', 'A provider decided about an account'),
  'product.created': kind('Produto criado', 'Product created', 'A seller adds a product'),
  'product.updated': kind('Produto alterado', 'Product updated', 'A product or its status changes'),
  'product.deleted': kind('Produto excluído', 'Product deleted', 'A product that was never sold is deleted'),
  'kyc.requested': kind('Verificação solicitada', 'Verification requested', 'A person is asked for documents'),
  'kyc.submitted': kind('Documentos enviados', 'Documents submitted', 'A person sends them for a decision'),
  'kyc.verified': kind('Verificação aprovada', 'Verification approved', 'The team confirmed the person'),
  'kyc.refused': kind('Verificação recusada', 'Verification refused', 'The team refused documents'),
  'kyc.expired': kind('Verificação vencida', 'Verification expired', 'Its time is over'),
  'risk.review_decided': kind(
    'Análise de risco decidida',
    'Review decided',
    'A person approved or refused a held payment',
  ),
  'invoice.issued': kind('Nota fiscal emitida', 'Invoice issued', 'The fiscal invoice of a sale has its number'),
  'invoice.refused': kind(
    'Nota fiscal recusada',
    'Invoice refused',
    'The fiscal invoice of a sale cannot be issued as things are; its seller may ask for it again',
  ),
  'invoice.canceled': kind(
    'Nota fiscal cancelada',
    'Invoice canceled',
    'The fiscal invoice of a sale is canceled, or taken back before it was issued',
  ),
} as const satisfies Record<string, EventKind>;
export type EventType = keyof typeof EVENT_TYPES;
export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as EventType[];

/** The events that the specification names, by the type of which each tells. They keep a body of their own. */
export const EVENT_ALIASES = {
  onBuyApproved: 'sale.approved',
  onPixCreated: 'pix.created',
  onAbandonedCart: 'cart.abandoned',
  onRefound: 'sale.refunded',
  onChargeback: 'sale.charged_back',
  onProductShipping: 'sale.approved',
  onProductDigital: 'sale.approved',
} as const satisfies Record<SellerEvent, EventType>;

/** The names by which a webhook chooses events. */
export const WEBHOOK_EVENTS = [...EVENT_TYPE_NAMES, ...SELLER_EVENTS] as const;
export type WebhookEvent = EventType | SellerEvent;

export const isAlias = (name: WebhookEvent): name is SellerEvent => name in EVENT_ALIASES;
export const typeOfEvent = (name: WebhookEvent): EventType => (isAlias(name) ? EVENT_ALIASES[name] : name);
