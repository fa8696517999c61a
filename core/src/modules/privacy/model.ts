/**
 * Lists every column that holds data of people, how its rows are found, and what an erasure writes. The erasure, the export and
 * docs/personal-data.md are made from this list; a test compares it with the schema.
 */
import { ERASED_DOMAIN, ERASED_EMAIL, ERASED_NAME } from '../../shared/erased.ts';
import { KEPT } from './impersonal-model.ts';

/** The kinds of data in a column. SECRET: hashes and keys that open an account, which no export shows. */
export type Kind = 'NAME' | 'CONTACT' | 'DOCUMENT' | 'ADDRESS' | 'BANK' | 'DEVICE' | 'ORIGIN' | 'WORDS' | 'SECRET';

/** The SQL that is written in place of the value; null by default. */
type Column = Kind | readonly [Kind, string];

export interface PersonalTable {
  table: string;
  /** The rows of the person, as a condition on `x`; `me` has person_id, email, sales, payments, subscriptions and sellers. */
  of: string;
  columns: Record<string, Column>;
  /** The rows are deleted instead. */
  isDeleted?: true;
  /** Columns that an erasure sets besides. */
  also?: string;
  /** The columns that an export shows beside the personal ones. Without it the table is in no export. */
  shown?: readonly string[];
  /** The condition of the rows that an export shows, where it is narrower. */
  shownOf?: string;
  /** The SQL of what an export shows of a column that may name others, too. */
  shownAs?: Record<string, string>;
}

const NAME = ['NAME', `'${ERASED_NAME}'`] as const;
const EMAIL = ['CONTACT', `'${ERASED_EMAIL}'`] as const;
const NOTHING = ['WORDS', `''`] as const;
/** Overwrites the person's names, addresses and numbers within a text, and leaves the rest. */
const within = (column: string) =>
  ['WORDS', `regexp_replace(x.${column}, me.pattern, '${ERASED_NAME}', 'gi')`] as const;
const withinJson = (column: string) => ['WORDS', `replace_words(x.${column}, me.pattern, '${ERASED_NAME}')`] as const;
/** Overwrites the whole text in rows that are the person's by this condition, and the person's words in the others. */
const ownOrWithin = (isOwn: string, column: string, erased: string) =>
  ['WORDS', `CASE WHEN ${isOwn} AND x.${column} IS NOT NULL THEN '${erased}' ELSE ${within(column)[1]} END`] as const;

const BUYER = {
  buyer_name: NAME,
  buyer_email: EMAIL,
  buyer_document: 'DOCUMENT',
  buyer_phone: 'CONTACT',
  address: 'ADDRESS',
} as const;

/** The columns of a purchase that name its buyer, or tell where the buyer came from. */
export const SALE = {
  ...BUYER,
  referer: 'ORIGIN',
  utm_query: ['ORIGIN', `'{}'`],
  custom_fields: 'WORDS',
} as const satisfies Record<string, Column>;
export const COUPON_USE = { buyer_email: ['CONTACT', `''`], buyer_document: 'DOCUMENT' } as const satisfies Record<
  string,
  Column
>;

const IMPORTED = { name: 'NAME', email: 'CONTACT', phone: 'CONTACT', document: 'DOCUMENT' } as const;

const OWN = 'x.person_id = me.person_id';
const ABOUT_SELF = 'x.subject_id = me.person_id::text';
const OF_SALES = 'x.sale_id = ANY (me.sales)';
const OF_PAYMENTS = 'x.payment_id = ANY (me.payments)';
const OF_OFFERS = `x.offer_id IN (SELECT o.id FROM offer o JOIN product p ON p.platform_id = o.platform_id AND p.id = o.product_id
  WHERE o.platform_id = me.platform_id AND p.seller_id = me.person_id)`;

/** Tables stand in the order of the erasure: those by which others are found come last. */
export const PERSONAL_TABLES: readonly PersonalTable[] = [
  { table: 'person_note', of: OWN, isDeleted: true, columns: { text: 'WORDS' }, shown: ['created_at'] },
  { table: 'person_note', of: 'x.author_id = me.person_id', columns: { author_name: NAME } },
  { table: 'notification_preference', of: OWN, isDeleted: true, columns: { email: 'WORDS' }, shown: ['topic'] },
  {
    table: 'notification',
    of: `(${OWN} OR x.person_id = ANY (me.sellers) AND x.parameters::text ~* me.pattern)`,
    columns: { parameters: withinJson('parameters') },
    shown: ['type', 'created_at', 'read_at'],
    shownOf: OWN,
    shownAs: { parameters: `x.parameters - 'buyerName'` },
  },
  {
    table: 'push_subscription',
    of: OWN,
    isDeleted: true,
    columns: { endpoint: 'DEVICE', p256dh: 'SECRET', auth: 'SECRET' },
    shown: ['created_at'],
  },
  {
    table: 'passkey_challenge',
    of: 'x.session_id IN (SELECT s.id FROM session s WHERE s.platform_id = me.platform_id AND s.person_id = me.person_id)',
    isDeleted: true,
    columns: { challenge: 'SECRET' },
  },
  {
    table: 'passkey',
    of: OWN,
    isDeleted: true,
    columns: { name: 'DEVICE', credential_id: 'SECRET', public_key: 'SECRET' },
    shown: ['created_at', 'last_used_at'],
  },
  { table: 'recovery_code', of: OWN, isDeleted: true, columns: { code_hash: 'SECRET' } },
  {
    table: 'second_factor',
    of: OWN,
    isDeleted: true,
    columns: { sealed_secret: 'SECRET', sealed_candidate: 'SECRET' },
  },
  {
    table: 'one_time_token',
    of: `(${OWN} OR x.email = me.email)`,
    isDeleted: true,
    columns: { email: 'CONTACT', payload: 'WORDS', token_hash: 'SECRET' },
  },
  {
    table: 'session',
    of: OWN,
    columns: { user_agent: 'DEVICE', ip: 'DEVICE' },
    also: 'revoked_at = coalesce(x.revoked_at, now())',
    shown: ['created_at', 'last_seen_at'],
  },
  {
    table: 'role_grant',
    of: OWN,
    isDeleted: true,
    columns: { permission_grants: 'SECRET' },
    shown: ['role', 'created_at'],
  },
  {
    table: 'buyer_question',
    of: 'lower(x.email) = me.email',
    columns: { name: NAME, email: EMAIL, text: NOTHING },
    shown: ['title', 'created_at', 'answered_at'],
  },
  {
    table: 'abandoned_cart',
    of: 'x.email_lower = me.email',
    columns: {
      name: 'NAME',
      document: 'DOCUMENT',
      email: 'CONTACT',
      email_lower: 'CONTACT',
      phone: 'CONTACT',
      form: ['WORDS', `'{}'`],
      utm_query: ['ORIGIN', `'{}'`],
    },
    also: `resume_token = NULL, due_at = NULL, erased_at = now(), expires_at = least(x.expires_at, now()),
      state = CASE x.state WHEN 'OPEN' THEN 'EXPIRED' ELSE x.state END`,
    shown: ['created_at', 'updated_at', 'amount', 'currency'],
  },
  {
    table: 'import_row',
    of: `(position(me.email IN lower(x.cells::text)) > 0 OR x.import_id IN (
      SELECT i.id FROM import i WHERE i.platform_id = me.platform_id AND i.seller_id = me.person_id))`,
    isDeleted: true,
    columns: { cells: 'WORDS', data: 'WORDS', key: 'SECRET', problems: 'WORDS' },
  },
  {
    table: 'import',
    of: 'x.seller_id = me.person_id',
    columns: { file_name: ['WORDS', `''`] },
    shown: ['created_at', 'kind', 'state'],
  },
  {
    table: 'full_export_part',
    of: `x.export_id IN (SELECT e.id FROM full_export e WHERE e.platform_id = me.platform_id AND e.seller_id = me.person_id)`,
    isDeleted: true,
    columns: { content: 'SECRET' },
  },
  {
    table: 'imported_customer',
    of: '(x.email = me.email OR x.seller_id = me.person_id)',
    isDeleted: true,
    columns: { key: 'SECRET', ...IMPORTED },
    shown: ['created_at'],
    shownOf: 'x.email = me.email',
  },
  {
    table: 'imported_sale',
    of: '(x.email = me.email OR x.seller_id = me.person_id)',
    columns: { name: 'NAME', email: EMAIL, phone: 'CONTACT', document: 'DOCUMENT', origin: 'ORIGIN' },
    shown: ['sold_at', 'amount', 'currency', 'status'],
    shownOf: 'x.email = me.email',
  },
  {
    table: 'imported_subscription',
    of: '(x.email = me.email OR x.seller_id = me.person_id)',
    isDeleted: true,
    columns: IMPORTED,
    shown: ['created_at', 'amount', 'currency', 'state'],
    shownOf: 'x.email = me.email',
  },
  {
    table: 'customer',
    of: 'x.email = me.email',
    isDeleted: true,
    columns: { email: 'CONTACT' },
    shown: ['created_at'],
  },
  { table: 'ad_consent', of: OF_SALES, isDeleted: true, columns: { context: 'DEVICE' }, shown: ['given_at'] },
  { table: 'conversion', of: OF_SALES, columns: { answer: 'WORDS', problem: 'WORDS' } },
  { table: 'coupon_use', of: OF_SALES, columns: COUPON_USE },
  {
    table: 'dispute_file',
    of: `x.dispute_id IN (SELECT d.id FROM dispute d WHERE d.platform_id = me.platform_id AND d.payment_id = ANY (me.payments))`,
    isDeleted: true,
    columns: { name: 'WORDS', content: 'WORDS' },
  },
  {
    table: 'dispute',
    of: OF_PAYMENTS,
    columns: { defence: NOTHING, note: NOTHING },
    shown: ['kind', 'state', 'amount', 'opened_at'],
  },
  {
    table: 'refund_request',
    of: OF_PAYMENTS,
    columns: { note: NOTHING, answer: 'WORDS' },
    shown: ['protocol', 'reason', 'state', 'created_at', 'decided_at'],
  },
  {
    table: 'refund',
    of: OF_PAYMENTS,
    columns: { note: 'WORDS', reason: within('reason'), provider_reason: within('provider_reason') },
    shown: ['amount', 'state', 'created_at'],
  },
  {
    table: 'shipment',
    of: OF_SALES,
    columns: { tracking_code: 'ADDRESS', tracking_url: 'ADDRESS' },
    shown: ['carrier', 'state', 'shipped_at', 'delivered_at'],
  },
  { table: 'idempotency_key', of: OF_PAYMENTS, columns: { response_body: withinJson('response_body') } },
  { table: 'outbox', of: OF_PAYMENTS, columns: { payload: withinJson('payload') } },
  {
    table: 'webhook',
    of: OF_PAYMENTS,
    columns: {
      headers: ['DEVICE', `'{}'`],
      query: ['WORDS', `'{}'`],
      body: ['WORDS', `''::bytea`],
      search_text: NOTHING,
      sender_address: 'DEVICE',
    },
  },
  { table: 'provider_exchange', of: OF_PAYMENTS, columns: { path: within('path'), reason: within('reason') } },
  { table: 'seller_webhook_delivery', of: OF_SALES, columns: { answer: 'WORDS', problem: 'WORDS' } },
  { table: 'integration_delivery', of: OF_SALES, columns: { answer: 'WORDS', problem: 'WORDS' } },
  { table: 'fiscal_invoice', of: OF_SALES, columns: { reason: 'WORDS', problem: 'WORDS' } },
  {
    table: 'mail',
    of: 'lower(x.recipient) = me.email',
    columns: { recipient: EMAIL, sealed_parameters: 'SECRET' },
    also: `state = CASE x.state WHEN 'WAITING' THEN 'FAILED' ELSE x.state END, next_attempt_at = NULL,
      failure = CASE x.state WHEN 'WAITING' THEN 'ERASED' ELSE x.failure END`,
    shown: ['template', 'created_at', 'sent_at'],
  },
  {
    table: 'subscription_event',
    of: 'x.subscription_id = ANY (me.subscriptions)',
    columns: { data: withinJson('data') },
  },
  {
    table: 'subscription',
    of: 'x.id = ANY (me.subscriptions)',
    columns: BUYER,
    shown: [
      'public_id',
      'created_at',
      'amount',
      'currency',
      'method',
      'status',
      'card_brand',
      'card_last_digits',
      'ended_at',
    ],
  },
  {
    table: 'payment',
    of: 'x.id = ANY (me.payments)',
    columns: { billet_url: 'WORDS', next_step: 'WORDS' },
    also: 'buyer_erased_at = now()',
    shown: [
      'public_id',
      'created_at',
      'method',
      'amount',
      'currency',
      'installments',
      'status',
      'paid_amount',
      'refunded_amount',
      'card_brand',
      'card_last_digits',
    ],
  },
  {
    table: 'sale',
    of: 'x.id = ANY (me.sales)',
    columns: SALE,
    shown: ['created_at', 'total', 'freight', 'discount', 'method_discount', 'currency', 'coupon_code'],
  },
  {
    table: 'receiver_document',
    of: 'x.receiver_row_id IN (SELECT r.id FROM receiver r WHERE r.platform_id = me.platform_id AND r.person_id = me.person_id)',
    isDeleted: true,
    columns: { title: 'WORDS', description: 'WORDS', reason: 'WORDS' },
    shown: ['kind', 'status', 'sent_at'],
  },
  {
    table: 'verification_document',
    of: OWN,
    isDeleted: true,
    columns: { sealed_key: 'SECRET', sealed_content: 'SECRET' },
    shown: ['kind', 'sent_at', 'refusal'],
  },
  {
    table: 'person_verification',
    of: OWN,
    isDeleted: true,
    columns: { note: 'WORDS', provider_check: 'WORDS' },
    shown: ['status', 'submitted_at', 'decided_at', 'expires_at'],
  },
  {
    table: 'payout_destination',
    of: OWN,
    columns: {
      pix_key: ['BANK', `CASE x.kind WHEN 'PIX_KEY' THEN '-' END`],
      branch_number: ['BANK', `CASE x.kind WHEN 'BANK_ACCOUNT' THEN '0' END`],
      branch_digit: 'BANK',
      account_number: ['BANK', `CASE x.kind WHEN 'BANK_ACCOUNT' THEN '0' END`],
      account_digit: ['BANK', `CASE x.kind WHEN 'BANK_ACCOUNT' THEN '0' END`],
      holder_name: NAME,
      holder_document: ['DOCUMENT', `''`],
      reason: 'WORDS',
    },
    also: `status = 'REMOVED'`,
    shown: ['kind', 'pix_type', 'bank_code', 'account_type', 'created_at'],
  },
  {
    table: 'withdrawal',
    of: OWN,
    columns: {
      reason: within('reason'),
      settlement: withinJson('settlement'),
      approvals: withinJson('approvals'),
      reported: withinJson('reported'),
    },
    shown: ['amount', 'fee', 'currency', 'method', 'state', 'created_at', 'closed_at'],
  },
  { table: 'payment_link', of: 'x.seller_id = me.person_id', columns: { note: 'WORDS' }, shown: ['created_at'] },
  {
    table: 'store',
    of: 'x.seller_id = me.person_id',
    isDeleted: true,
    columns: { title: 'WORDS', about: 'WORDS', address: 'WORDS' },
    shown: ['created_at'],
  },
  {
    table: 'integration_connection',
    of: 'x.seller_id = me.person_id',
    isDeleted: true,
    columns: { name: 'WORDS', settings: 'CONTACT', sealed: 'SECRET' },
    shown: ['integration', 'created_at'],
  },
  {
    table: 'seller_webhook',
    of: 'x.seller_id = me.person_id',
    isDeleted: true,
    columns: { name: 'WORDS', url: 'CONTACT', sealed: 'SECRET', old_sealed: 'SECRET' },
    shown: ['created_at'],
  },
  {
    table: 'api_request',
    of: 'x.key_id IN (SELECT k.id FROM api_key k WHERE k.platform_id = me.platform_id AND k.person_id = me.person_id)',
    isDeleted: true,
    columns: { ip: 'DEVICE', user_agent: 'DEVICE' },
  },
  {
    table: 'api_key',
    of: OWN,
    isDeleted: true,
    columns: {
      name: 'WORDS',
      networks: 'DEVICE',
      last_used_ip: 'DEVICE',
      token_hash: 'SECRET',
      old_token_hash: 'SECRET',
      hint: 'SECRET',
    },
    shown: ['kind', 'scopes', 'created_at', 'expires_at', 'revoked_at', 'last_used_at'],
  },
  {
    table: 'upload',
    of: OWN,
    columns: { file_name: 'WORDS', picture_name: 'WORDS' },
    shown: ['kind', 'bytes', 'created_at'],
  },
  { table: 'checkout_draft', of: OF_OFFERS, columns: { config: withinJson('config') } },
  { table: 'checkout_version', of: OF_OFFERS, columns: { config: withinJson('config') } },
  {
    table: 'offer',
    of: 'x.product_id IN (SELECT p.id FROM product p WHERE p.platform_id = me.platform_id AND p.seller_id = me.person_id)',
    columns: { checkout_builder_config: withinJson('checkout_builder_config') },
  },
  {
    table: 'product',
    of: 'x.seller_id = me.person_id',
    columns: { support_email: 'CONTACT', sales_page: 'CONTACT' },
    shown: ['name', 'status', 'created_at'],
  },
  {
    table: 'co_production',
    of: `(${OWN} OR lower(x.email) = me.email)`,
    columns: { email: ['CONTACT', `CASE WHEN x.email IS NOT NULL THEN '${ERASED_EMAIL}' END`] },
    shown: ['basis_points', 'status', 'created_at'],
  },
  {
    table: 'money_rule_proposal',
    of: 'x.subject = me.person_id::text',
    columns: { subject_name: NAME, note: 'WORDS', reason: within('reason') },
  },
  {
    table: 'money_rule_proposal',
    of: 'x.proposer_id = me.person_id',
    columns: { proposer_name: NAME, proposer_email: EMAIL },
  },
  { table: 'money_rule_proposal', of: 'x.decider_id = me.person_id', columns: { decider_name: NAME } },
  {
    table: 'audit_event',
    of: `(x.actor_id = me.person_id OR x.impersonator_id = me.person_id OR x.subject_id = me.person_id::text OR lower(x.subject_email) = me.email
      OR lower(x.actor_email) = me.email OR x.subject_id = ANY (me.subjects))`,
    columns: {
      actor_name: ownOrWithin('x.actor_id = me.person_id', 'actor_name', ERASED_NAME),
      actor_email: ownOrWithin('x.actor_id = me.person_id', 'actor_email', ERASED_EMAIL),
      impersonator_name: ownOrWithin('x.impersonator_id = me.person_id', 'impersonator_name', ERASED_NAME),
      impersonator_email: ownOrWithin('x.impersonator_id = me.person_id', 'impersonator_email', ERASED_EMAIL),
      subject_name: ownOrWithin('x.subject_id = me.person_id::text', 'subject_name', ERASED_NAME),
      subject_email: ownOrWithin('x.subject_id = me.person_id::text', 'subject_email', ERASED_EMAIL),
      ip: ['DEVICE', 'CASE WHEN x.actor_id = me.person_id THEN NULL ELSE x.ip END'],
      user_agent: ['DEVICE', 'CASE WHEN x.actor_id = me.person_id THEN NULL ELSE x.user_agent END'],
      details: withinJson('details'),
    },
    shown: ['created_at', 'type'],
    shownOf: 'x.actor_id = me.person_id',
    shownAs: {
      subject_name: `CASE WHEN ${ABOUT_SELF} THEN x.subject_name END`,
      subject_email: `CASE WHEN ${ABOUT_SELF} THEN x.subject_email END`,
      details: `CASE WHEN x.subject_id IS NULL OR ${ABOUT_SELF} THEN x.details END`,
    },
  },
  {
    table: 'person',
    of: 'x.id = me.person_id',
    columns: {
      name: NAME,
      email: ['CONTACT', `'apagado-' || x.id || '@${ERASED_DOMAIN}'`],
      phone: 'CONTACT',
      document: 'DOCUMENT',
      label_sender: 'ADDRESS',
      public_address: 'ADDRESS',
      embed_origins: ['CONTACT', `'{}'`],
      password_hash: 'SECRET',
    },
    also: `status = 'DISABLED', email_verified_at = NULL, shows_document = false, erased_at = now()`,
    shown: ['created_at', 'email_verified_at'],
  },
  {
    table: 'privacy_request',
    of: `(${OWN} OR x.email = me.email)`,
    columns: { email: EMAIL, reason: 'WORDS' },
    // All requests of the person end together.
    also: `state = CASE x.state WHEN 'WAITING' THEN 'DONE' ELSE x.state END, closed_at = coalesce(x.closed_at, now())`,
    shown: ['created_at', 'state', 'closed_at'],
  },
];

export const kindOf = (column: Column): Kind => (typeof column === 'string' ? column : column[0]) as Kind;

/** Returns the SQL of the SET list that erases columns of `x`. */
export const writeErased = (columns: Record<string, Column>): string =>
  Object.entries(columns)
    .map(([name, column]) => `${name} = ${typeof column === 'string' ? 'NULL' : column[1]}`)
    .join(', ');

const KIND_WORDS: Record<Kind, string> = {
  NAME: 'name',
  CONTACT: 'e-mail, phone or address on the web',
  DOCUMENT: 'CPF or CNPJ',
  ADDRESS: 'address',
  BANK: 'account or Pix key',
  DEVICE: 'device or network',
  ORIGIN: 'page or campaign they came from',
  WORDS: 'words that may name them',
  SECRET: 'hash, key or sealed text, in no copy',
};

/** Returns the table of docs/personal-data.md. */
export function writePersonalPage(): string {
  const lines = PERSONAL_TABLES.flatMap(({ table, columns, isDeleted, shown }) =>
    Object.entries(columns).map(
      ([name, column]) =>
        `| \`${table}.${name}\` | ${KIND_WORDS[kindOf(column)]} | ${isDeleted ? 'row deleted' : 'overwritten'} | ${shown && kindOf(column) !== 'SECRET' ? 'yes' : ''} |`,
    ),
  );
  const kept = Object.entries(KEPT).map(([name, reason]) => `| \`${name}\` | ${reason} |`);
  return `| Column | What | At an erasure | In a copy |
|---|---|---|---|
${lines.join('\n')}

| Stays | Why |
|---|---|
${kept.join('\n')}
`;
}
