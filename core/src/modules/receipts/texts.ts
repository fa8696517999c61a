/** Holds the words of receipts in each language. */
import type { Locale, PaymentMethod } from '@feira/schemas/common';

interface ReceiptTexts {
  title: string;
  number: string;
  paidAt: string;
  seller: string;
  platform: string;
  buyer: string;
  address: string;
  items: string;
  coupon: (code: string | null) => string;
  methodDiscount: (method: PaymentMethod) => string;
  freight: string;
  interest: (installments: number) => string;
  total: string;
  returned: string;
  method: string;
  methods: Record<PaymentMethod, string>;
  pix: string;
  withdrawal: (days: number, until: string) => string;
  guarantee: (days: number, until: string) => string;
  verify: string;
  valid: string;
  validText: string;
  wasReturned: string;
  invalid: string;
  invalidText: string;
}

export const TEXTS: Record<Locale, ReceiptTexts> = {
  'pt-BR': {
    title: 'Comprovante de pagamento',
    number: 'Número',
    paidAt: 'Pago em',
    seller: 'Vendedor',
    platform: 'Pagamento processado por',
    buyer: 'Comprador',
    address: 'Endereço de entrega',
    items: 'Itens',
    coupon: (code) => (code ? `Cupom ${code}` : 'Desconto'),
    methodDiscount: (method) => (method === 'PIX' ? 'Desconto no Pix' : 'Desconto no boleto'),
    freight: 'Frete',
    interest: (installments) => `Juros do parcelamento em ${installments}x`,
    total: 'Total',
    returned: 'Devolvido',
    method: 'Meio de pagamento',
    methods: { PIX: 'Pix', CREDIT_CARD: 'Cartão de crédito', BILLET: 'Boleto' },
    pix: 'Identificação do Pix (end-to-end)',
    withdrawal: (days, until) =>
      `Direito de arrependimento: você pode desistir desta compra em até ${days} dias, sem dar motivo (art. 49 do Código de Defesa do Consumidor). Último dia: ${until}.`,
    guarantee: (days, until) => `Garantia do vendedor: ${days} dias. Último dia: ${until}.`,
    verify: 'Confira este comprovante em',
    valid: 'Comprovante verdadeiro',
    validText:
      'Este comprovante foi assinado por esta plataforma. Compare os dados com os do documento que você recebeu.',
    wasReturned: 'O valor desta compra foi devolvido ou contestado depois do pagamento.',
    invalid: 'Comprovante não reconhecido',
    invalidText: 'Esta plataforma não assinou este comprovante. O endereço pode estar incompleto: copie-o inteiro.',
  },
  en: {
    title: 'Payment receipt',
    number: 'Number',
    paidAt: 'Paid on',
    seller: 'Seller',
    platform: 'Payment processed by',
    buyer: 'Buyer',
    address: 'Delivery address',
    items: 'Items',
    coupon: (code) => (code ? `Coupon ${code}` : 'Discount'),
    methodDiscount: (method) => (method === 'PIX' ? 'Pix discount' : 'Boleto discount'),
    freight: 'Shipping',
    interest: (installments) => `Interest of ${installments} installments`,
    total: 'Total',
    returned: 'Given back',
    method: 'Payment method',
    methods: { PIX: 'Pix', CREDIT_CARD: 'Credit card', BILLET: 'Boleto' },
    pix: 'Pix end-to-end id',
    withdrawal: (days, until) =>
      `Right of withdrawal: you may withdraw from this purchase within ${days} days, without a reason (article 49 of the Brazilian Consumer Code). Last day: ${until}.`,
    guarantee: (days, until) => `Guarantee of the seller: ${days} days. Last day: ${until}.`,
    verify: 'Verify this receipt at',
    valid: 'Genuine receipt',
    validText: 'This platform signed the receipt. Compare these facts with the document that you were given.',
    wasReturned: 'The money of this purchase was given back or disputed after it was paid.',
    invalid: 'Unknown receipt',
    invalidText: 'This platform did not sign that receipt. The address may be incomplete: copy all of it.',
  },
};

const inSaoPaulo = (locale: Locale, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'America/Sao_Paulo' });

export const formatMoment = (iso: string, locale: Locale): string =>
  inSaoPaulo(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso));

export const formatDay = (iso: string, locale: Locale): string =>
  inSaoPaulo(locale, { dateStyle: 'long' }).format(new Date(iso));

/** 11 digits are a CPF, other documents a CNPJ. */
export const formatDocument = (document: string): string =>
  document.length === 11
    ? document.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, 'CPF $1.$2.$3-$4')
    : document.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, 'CNPJ $1.$2.$3/$4-$5');
