/** Tells by its name which field of the contract a field of the provider's is. Where a name leaves doubt, a person decides. */
import { type Field, isOfType } from './schema-tree.ts';

/** "payerName" and "payer.name" as "payer_name" and "payer.name", without accents. */
export const plain = (place: readonly string[]): string =>
  place
    .map((name) =>
      name
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '_'),
    )
    .join('.');

const ROOT =
  '^(?:(?:data|result|payment|charge|transaction|order|invoice|cob|cobranca|pagamento|pix|boleto|billet|withdraw|transfer|refund)[._])?';
const BUYER = '^(?:.*\\.)?(?:customer|payer|buyer|client|consumer|sender|debtor|cliente|pagador|devedor|comprador)[._]';
const ADDRESS = '^(?:.*[._])?(?:address|billing_address|endereco)[._]';
const CARD = '^(?:.*\\.)?(?:card|credit_card|cartao)[._](?:card_)?';
const PAYEE =
  '^(?:(?:receiver|recipient|beneficiary|holder|owner|recebedor|favorecido|beneficiario|destinatario|creditor|customer|payee)[._])?';

const REFERENCE =
  '(?:reference|reference_id|reference_code|external_(?:id|ref|reference|code)|custom_id|client_reference(?:_id)?|merchant_(?:order_)?id|order_id|correlation_id|my_id|partner_id|seu_numero|referencia|referencia_externa)$';
const AMOUNT =
  '(?:amount|value|valor|total|total_amount|amount_total|total_value|valor_total|(?:valor|amount)\\.(?:original|value|total))$';
const DOCUMENT =
  '(?:document|documento|cpf_?cnpj|tax_?id|taxpayer_id|national_registration|(?:document|documento)[._](?:number|numero|value))$';
const NAME = '(?:full_?)?(?:name|nome)(?:_completo)?$';
const WEBHOOK =
  '^(?:.*\\.)?(?:webhook|webhook_url|postback|postback_url|callback|callback_url|notification_url|notify_url|url_(?:notificacao|callback|webhook))$';

type Names = readonly (readonly [field: string, pattern: RegExp])[];
const rule = (field: string, ...parts: string[]) => [field, new RegExp(parts.join(''))] as const;

const DESCRIPTION = rule('description', ROOT, '(?:description|descricao|solicitacao_pagador|message|mensagem)$');

const SENT: Record<string, Names> = {
  createTransaction: [
    rule('amount', ROOT, AMOUNT),
    rule('reference', ROOT, REFERENCE),
    DESCRIPTION,
    rule('webhookUrl', WEBHOOK),
    rule('customer.name', BUYER, NAME),
    rule('customer.document', BUYER, DOCUMENT),
    rule('customer.email', BUYER, 'e_?mail$'),
    rule('customer.phone', BUYER, '(?:phone|telefone|celular|mobile|cellphone)(?:_?number)?$'),
    rule('address.zipCode', ADDRESS, '(?:zip|zip_?code|postal_code|cep)$'),
    rule('address.street', ADDRESS, '(?:street|line_?1|logradouro|rua)$'),
    rule('address.number', ADDRESS, '(?:street_)?(?:number|numero)$'),
    rule('address.complement', ADDRESS, '(?:complement|complemento|line_?2)$'),
    rule('address.district', ADDRESS, '(?:district|neighbou?rhood|bairro)$'),
    rule('address.city', ADDRESS, '(?:city|cidade|municipio)$'),
    rule('address.state', ADDRESS, '(?:state|uf|estado)$'),
    rule('card.cardNumber', CARD, '(?:number|numero)$'),
    rule('card.holderName', CARD, '(?:holder|holder_name|name|nome)$'),
    rule('card.expMonth', CARD, '(?:exp|expiration|expiry)_month$'),
    rule('card.expYear', CARD, '(?:exp|expiration|expiry)_year$'),
    rule('card.cvv', CARD, '(?:cvv|cvc|security_code|ccv)$'),
    rule('installments', '^(?:.*\\.)?(?:installments|installment_count|parcelas)$'),
    rule(
      'expiresAt',
      ROOT,
      '(?:calendario\\.)?(?:expires_at|expires_in|expires|expire_at|expiration|expiration_date|expiration_time|expiracao|expira_em|due_date|due_at|vencimento|data_(?:de_)?vencimento|validade)$',
    ),
    rule('customerIp', '^(?:.*[._])?(?:ip|customer_ip|client_ip|ip_address)$'),
  ],
  refund: [rule('amount', ROOT, AMOUNT), DESCRIPTION, rule('webhookUrl', WEBHOOK)],
  withdraw: [
    rule('amount', ROOT, AMOUNT),
    rule('withdrawReference', ROOT, REFERENCE),
    DESCRIPTION,
    rule('webhookUrl', WEBHOOK),
    rule('pixType', '^(?:.*\\.)?(?:pix_?)?(?:key_?type|tipo_?(?:da_)?chave|chave_tipo)(?:_pix)?$'),
    rule('pixKey', '^(?:.*\\.)?(?:key|pix_?key|chave|chave_?pix)$'),
    rule('name', PAYEE, NAME),
    rule('document', PAYEE, DOCUMENT),
  ],
};

const READ_STATUS = rule('providerStatus', ROOT, '(?:status|situacao|state|(?:payment|transaction)_status)$');
const READ_AMOUNT = rule('amount', ROOT, AMOUNT);
const READ_REFERENCE = rule('reference', ROOT, REFERENCE);
const ID = '(?:id|uuid|txid|tx_id|identifier|identificador)$';

const READ: Record<string, Names> = {
  createTransaction: [
    rule('transactionId', ROOT, `(?:${ID}|(?:transaction|payment|charge|order|invoice)_id$)`),
    READ_REFERENCE,
    READ_STATUS,
    READ_AMOUNT,
    rule('paidAmount', ROOT, '(?:paid_amount|amount_paid|paid_value|valor_pago|total_paid)$'),
    rule('refundedAmount', ROOT, '(?:refunded_amount|amount_refunded|valor_(?:estornado|devolvido|reembolsado))$'),
    rule(
      'pixQrCode',
      '^(?:.*\\.)?(?:pix_)?(?:qr_?code|qr)_(?:image|base_?64|img)$|^(?:.*\\.)?imagem_?(?:qr_?code|base_?64)$',
    ),
    rule(
      'pixCode',
      '^(?:(?:data|payment|charge|transaction|pix)[._])*(?:pix_)?(?:copia_?e_?cola|copy_?(?:and_)?paste|emv|br_?code|code|qr_?code|qr_?code_text|payload)$',
    ),
    rule('billetCode', '^(?:.*\\.)?(?:linha_?digitavel|digitable_line|typeable_line|bank_line)$'),
    rule('billetUrl', '^(?:.*\\.)?(?:boleto|billet|bank_slip)[._](?:url|pdf|pdf_url|link)$'),
    rule('expiresAt', ROOT, '(?:expires_at|expiration_date|expire_at|expira_em|due_date)$'),
  ],
  refund: [rule('refundId', ROOT, `(?:refund_id$|${ID})`)],
  withdraw: [
    rule('withdrawId', ROOT, `(?:${ID}|(?:transaction|payment|withdraw|withdrawal|transfer)_id$)`),
    READ_REFERENCE,
    READ_STATUS,
    READ_AMOUNT,
  ],
};

const pick = (names: Names, field: Field): string | undefined =>
  names.find(([, pattern]) => pattern.test(plain(field.place)))?.[0];

/** Looked up in the request of an operation. */
export const findSent = (operation: string, field: Field): string | undefined => pick(SENT[operation] ?? [], field);
/** Looked up in its answer; a look-up answers like the call that it asks about. */
export const findRead = (operation: string, field: Field): string | undefined => {
  const found = pick(READ[operation] ?? [], field);
  const isTime = found === 'expiresAt' && !isOfType(field.schema, 'string');
  return isTime ? undefined : found;
};

const CURRENCY = /(?:^|[._])(?:currency|moeda)$/;
export const isCurrency = (field: Field) => CURRENCY.test(plain(field.place));
const METHOD = /^(?:.*\.)?(?:payment_?method|method|payment_?type|billing_?type|tipo_?pagamento|metodo|type|tipo)$/;
export const isMethod = (field: Field) => METHOD.test(plain(field.place));

/** The filter that gives a value the form that the provider's schema asks for. */
export function filterFor(name: string, { place, schema }: Field): string {
  if (name === 'amount' && isOfType(schema, 'string')) return '|decimals';
  if (name === 'card.expYear' && isOfType(schema, 'string')) return '|year';
  if (name !== 'expiresAt') return '';
  if (schema.format === 'date') return '|day';
  if (!isOfType(schema, 'integer', 'number')) return '';
  const words = `${plain(place)} ${schema.title ?? ''} ${schema.description ?? ''}`.toLowerCase();
  if (/minut/.test(words)) return '|minutesLeft';
  return /\b(?:days?|dias?)\b/.test(words) ? '|daysLeft' : '|secondsLeft';
}

const KEY_TYPES = {
  CPF: /^cpf$/i,
  CNPJ: /^cnpj$/i,
  EMAIL: /^e-?mail$/i,
  PHONE: /phone|telefone|celular|mobile/i,
  RANDOM: /evp|random|aleatori|token|uuid/i,
};
/** The provider's words for the kinds of PIX keys; undefined where one of them is not among its words. */
export function findKeyTypes(words: readonly unknown[]): Record<string, string> | undefined {
  const found = Object.entries(KEY_TYPES).map(([ours, pattern]) => [
    ours,
    words.find((word) => pattern.test(String(word))),
  ]);
  return found.every(([, word]) => word !== undefined) ? Object.fromEntries(found) : undefined;
}

const METHODS = { PIX: /pix/i, CREDIT_CARD: /card|cart[aã]o|credit/i, BILLET: /boleto|billet|slip/i };
export const findMethodWord = (method: keyof typeof METHODS, words: readonly unknown[]): string | undefined =>
  words.map(String).find((word) => METHODS[method].test(word));
