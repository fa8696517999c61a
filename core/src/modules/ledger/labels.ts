/** Holds the labels of exported files, in the language of the person who downloads them. */
import type { Locale, PaymentMethod } from '@feira/schemas/common';
import type { PersonAccount, PlatformAccount, PostingKind } from './model.ts';

export type AccountKind = PersonAccount | PlatformAccount | 'PROVIDER' | 'RECEIVER';

interface Labels {
  statement: string;
  accounting: string;
  columns: Record<
    | 'time'
    | 'kind'
    | 'payment'
    | 'order'
    | 'title'
    | 'method'
    | 'account'
    | 'owner'
    | 'currency'
    | 'amount'
    | 'posting'
    | 'pending'
    | 'available'
    | 'reserved'
    | 'owed'
    | 'receiver'
    | 'buyer'
    | 'availableAfter'
    | 'totalAfter',
    string
  >;
  kinds: Record<PostingKind, string>;
  accounts: Record<AccountKind, string>;
  methods: Record<PaymentMethod, string>;
}

export const LABELS: Record<Locale, Labels> = {
  'pt-BR': {
    statement: 'Extrato',
    accounting: 'Contabilidade',
    columns: {
      time: 'Data',
      kind: 'Movimento',
      payment: 'Pagamento',
      order: 'Pedido',
      title: 'Produto',
      method: 'Forma de pagamento',
      account: 'Conta',
      owner: 'Titular',
      currency: 'Moeda',
      amount: 'Valor',
      posting: 'Lançamento',
      pending: 'A liberar',
      available: 'Disponível',
      reserved: 'Reservado',
      owed: 'Em débito',
      receiver: 'Na conta do provedor',
      buyer: 'Comprador',
      availableAfter: 'Disponível depois',
      totalAfter: 'Saldo total depois',
    },
    kinds: {
      SALE: 'Venda',
      REFUND: 'Reembolso',
      REFUND_FAILED: 'Reembolso desfeito',
      CHARGEBACK: 'Contestação',
      CHARGEBACK_WON: 'Contestação vencida',
      ADJUSTMENT: 'Ajuste',
      RELEASE: 'Valor liberado',
      DISPUTE_HELD: 'Retido por contestação',
      DISPUTE_RELEASED: 'Devolvido após contestação',
      WITHDRAWAL: 'Saque pedido',
      WITHDRAWAL_PAID: 'Saque pago',
      WITHDRAWAL_FAILED: 'Saque devolvido ao saldo',
      ANTICIPATION: 'Antecipação pedida',
      ANTICIPATION_PAID: 'Antecipação paga',
      ANTICIPATION_FAILED: 'Antecipação desfeita',
      WRITE_OFF: 'Débito perdoado',
      REVERSAL: 'Lançamento desfeito',
    },
    accounts: {
      PENDING: 'A liberar',
      AVAILABLE: 'Disponível',
      RESERVED: 'Reservado',
      OWED: 'Em débito',
      RECEIVER: 'No recebedor, pelo provedor',
      PROVIDER: 'Em poder do provedor',
      PROVIDER_FEES: 'Custos do provedor',
      PLATFORM_FEES: 'Taxas da plataforma',
      INTEREST: 'Juros de parcelamento',
      REFUNDS: 'A devolver a compradores',
      DISPUTES: 'Contestações',
      ANTICIPATION: 'Receita de antecipações',
      WITHDRAWN: 'Sacado',
      LOSSES: 'Perdas',
      TAX_WITHHELD: 'Impostos retidos',
    },
    methods: { PIX: 'Pix', CREDIT_CARD: 'Cartão de crédito', BILLET: 'Boleto' },
  },
  en: {
    statement: 'Statement',
    accounting: 'Accounting',
    columns: {
      time: 'Date',
      kind: 'Movement',
      payment: 'Payment',
      order: 'Order',
      title: 'Product',
      method: 'Payment method',
      account: 'Account',
      owner: 'Owner',
      currency: 'Currency',
      amount: 'Amount',
      posting: 'Posting',
      pending: 'On hold',
      available: 'Available',
      reserved: 'Reserved',
      owed: 'Owed',
      receiver: 'At the provider',
      buyer: 'Buyer',
      availableAfter: 'Available after',
      totalAfter: 'Total balance after',
    },
    kinds: {
      SALE: 'Sale',
      REFUND: 'Refund',
      REFUND_FAILED: 'Refund undone',
      CHARGEBACK: 'Chargeback',
      CHARGEBACK_WON: 'Chargeback won',
      ADJUSTMENT: 'Adjustment',
      RELEASE: 'Released',
      DISPUTE_HELD: 'Held for a dispute',
      DISPUTE_RELEASED: 'Returned after a dispute',
      WITHDRAWAL: 'Withdrawal requested',
      WITHDRAWAL_PAID: 'Withdrawal paid',
      WITHDRAWAL_FAILED: 'Withdrawal returned to the balance',
      ANTICIPATION: 'Advance requested',
      ANTICIPATION_PAID: 'Advance paid',
      ANTICIPATION_FAILED: 'Advance undone',
      WRITE_OFF: 'Debt forgiven',
      REVERSAL: 'Entry reversed',
    },
    accounts: {
      PENDING: 'On hold',
      AVAILABLE: 'Available',
      RESERVED: 'Reserved',
      OWED: 'Owed',
      RECEIVER: 'At the receiver, by the provider',
      PROVIDER: 'Held by the provider',
      PROVIDER_FEES: 'Costs of the provider',
      PLATFORM_FEES: "The platform's fees",
      INTEREST: 'Interest of installments',
      REFUNDS: 'To be given back to buyers',
      DISPUTES: 'Disputes',
      ANTICIPATION: 'Earned by advances',
      WITHDRAWN: 'Withdrawn',
      LOSSES: 'Losses',
      TAX_WITHHELD: 'Tax withheld',
    },
    methods: { PIX: 'Pix', CREDIT_CARD: 'Credit card', BILLET: 'Boleto' },
  },
};
