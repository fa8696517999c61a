/** Creates the callers of the matrix: one session of each kind, with own rows beside rows of strangers. */
import { createHash, randomBytes } from 'node:crypto';
import { ADMIN_PERMISSIONS, type AdminPermission } from '@feira/schemas/options';
import type { Role } from '@feira/schemas/procedure';
import { DEFAULT_DUNNING } from '@feira/schemas/subscription';
import { newId, newPublicId } from '../../src/shared/ids.ts';
import type { Inspector } from '../inspect.ts';

/** In the order of the columns of docs/AUTHZ.md. */
export const CALLERS = [
  'anonymous',
  'buyer',
  'half',
  'enrolling',
  'elsewhere',
  'link',
  'customer',
  'seller',
  'affiliate',
  'co-producer',
  'manager',
  'impersonated',
  'admin-password',
  'admin-without',
  'admin-with',
  'master',
] as const;
export type CallerName = (typeof CALLERS)[number];

export interface Caller {
  name: CallerName;
  headers: Record<string, string>;
  /** The roles of the session on this platform; empty when it has none. */
  roles: Role[];
  permissions: AdminPermission[];
  /** True if there is a session on this platform, complete or not. */
  isKnown: boolean;
  isComplete: boolean;
  isImpersonated: boolean;
  /** True if the person proved the identity within the last minutes. A mailed link proves less than a password. */
  isFresh: boolean;
  personId: string;
  /** Another session, a notification, a bank account and a withdrawal of the same person. */
  sessionId: string;
  notificationId: string;
  uploadId: string;
  destinationId: string;
  /** An anticipation that waits for a decision. */
  anticipationId: string;
  /** A request to the platform's first seller, and an offer of that seller. */
  affiliationId: string;
  couponId: string;
  linkId: string;
  customerId: string;
  funnelId: string;
  questionId: string;
  sellerWebhookId: string;
  integrationConnectionId: string;
  integrationDeliveryId: string;
  /** An import whose lines were checked, and a customer that another one has brought. */
  importId: string;
  importedCustomerId: string;
  eventId: string;
  /** A full export that can be downloaded. */
  fullExportId: string;
  apiKeyId: string;
  deliveryId: string;
  subscriptionId: string;
  contractId: string;
  /** A dispute about a sale of this person, with a file. */
  disputeId: string;
  disputeFileId: string;
  /** A receiver whose creation got no response. */
  receiverId: string;
  /** A document that the provider has accepted. */
  documentId: string;
  withdrawalId: string;
}

export interface Account {
  id: string;
  email: string;
}

export interface SessionOptions {
  strength?: 'LINK' | 'PASSWORD' | 'SECOND_FACTOR';
  state?: 'ACTIVE' | 'CODE_REQUIRED' | 'ENROLLMENT_REQUIRED';
  impersonatorSessionId?: string | null;
}

export async function addPerson(
  inspector: Inspector,
  platformId: string,
  email: string,
  roles: Role[],
  {
    id = newId(),
    permissions = [],
    passwordHash = null as string | null,
  }: Partial<Account> & {
    permissions?: readonly AdminPermission[];
    passwordHash?: string | null;
  } = {},
): Promise<Account> {
  await inspector.rows(
    `INSERT INTO person (platform_id, id, name, email, password_hash, email_verified_at) VALUES ($1, $2, $3, $4, $5, now())
     ON CONFLICT (platform_id, id) DO UPDATE SET email = excluded.email, password_hash = excluded.password_hash, email_verified_at = now()`,
    [platformId, id, `Pessoa ${email}`, email, passwordHash],
  );
  for (const role of roles) {
    await inspector.rows(
      `INSERT INTO role_grant (platform_id, person_id, role, permissions) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
      [platformId, id, role, role === 'admin' ? permissions : []],
    );
  }
  return { id, email };
}

/** Opens a session as a sign-in would. Returns its id and the browser's headers. */
export async function addSession(
  inspector: Inspector,
  platformId: string,
  personId: string,
  { strength = 'PASSWORD', state = 'ACTIVE', impersonatorSessionId = null }: SessionOptions = {},
): Promise<{ id: string; headers: Record<string, string> }> {
  const id = newId();
  const token = randomBytes(32).toString('base64url');
  await inspector.rows(
    `INSERT INTO session (platform_id, id, person_id, token_hash, strength, state, impersonator_session_id, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, now() + interval '12 hours')`,
    [platformId, id, personId, createHash('sha256').update(token).digest(), strength, state, impersonatorSessionId],
  );
  return { id, headers: { cookie: `__Host-feira=${token}`, 'sec-fetch-site': 'same-origin' } };
}

export async function addNotification(inspector: Inspector, platformId: string, personId: string): Promise<string> {
  const id = newId();
  await inspector.rows(
    `INSERT INTO notification (platform_id, id, person_id, type, source) VALUES ($1, $2, $3, 'account.newDevice', $4)`,
    [platformId, id, personId, id],
  );
  return id;
}

/** Adds a finished picture. */
export async function addUpload(inspector: Inspector, platformId: string, personId: string): Promise<string> {
  const id = newId();
  await inspector.rows(
    `INSERT INTO upload (platform_id, id, person_id, kind, key, content_type, bytes, picture_name, finished_at)
     VALUES ($1, $2::uuid, $3, 'PRODUCT_COVER', md5($2::uuid::text), 'image/jpeg', 100, '30x20.jpg', now())`,
    [platformId, id, personId],
  );
  return id;
}

/** Returns the id of a document of the person, whose verification is in review. */
export async function addVerification(inspector: Inspector, platformId: string, personId: string): Promise<string> {
  const id = newId();
  await inspector.rows(
    `INSERT INTO person_verification (platform_id, person_id, status, version, submitted_at, changed_at)
     VALUES ($1, $2, 'IN_REVIEW', 1, now(), now()) ON CONFLICT DO NOTHING`,
    [platformId, personId],
  );
  await inspector.rows(
    `INSERT INTO verification_document (platform_id, id, person_id, kind, media_type, byte_count, key_version, sealed_key, sealed_content, sent_at)
     VALUES ($1, $2, $3, 'addressProof', 'image/png', 8, 1, '\\x00', '\\x00', now())`,
    [platformId, id, personId],
  );
  return id;
}

export async function addDestination(inspector: Inspector, platformId: string, personId: string): Promise<string> {
  const id = newId();
  await inspector.rows(
    `INSERT INTO payout_destination (platform_id, id, person_id, kind, bank_code, branch_number, account_number, account_digit,
       account_type, holder_name, holder_document, status, usable_at)
     VALUES ($1, $2, $3, 'BANK_ACCOUNT', '341', '0001', '12345', '6', 'CHECKING', 'Pessoa', '11144477735', 'WAITING', now())`,
    [platformId, id, personId],
  );
  return id;
}

/** The anticipation has no holds left, because their money went back to buyers. */
export async function addAnticipation(inspector: Inspector, platformId: string, personId: string): Promise<string> {
  const id = newId();
  await inspector.rows(
    `INSERT INTO anticipation (platform_id, id, person_id, currency, amount, fee, fee_basis_points_per_day)
     VALUES ($1, $2, $3, 'BRL', 100, 1, 12)`,
    [platformId, id, personId],
  );
  return id;
}

/** Returns a request to sell a product, and a contract that waits for an answer; existing ones are reused. */
export async function addPartnership(
  inspector: Inspector,
  platformId: string,
  { productId, personId }: { productId: string; personId: string },
): Promise<{ affiliationId: string; contractId: string }> {
  const find = async (table: string) => {
    const values = [platformId, productId, personId];
    await inspector.rows(
      `INSERT INTO ${table} (platform_id, id, product_id, person_id, basis_points)
       VALUES ($1, gen_random_uuid(), $2, $3, 1) ON CONFLICT DO NOTHING`,
      values,
    );
    const [row] = await inspector.rows<{ id: string }>(
      `SELECT id FROM ${table} WHERE platform_id = $1 AND product_id = $2 AND person_id = $3`,
      values,
    );
    return row?.id as string;
  };
  return { affiliationId: await find('affiliation'), contractId: await find('co_production') };
}

/** Returns a question to this seller. */
export async function addQuestion(inspector: Inspector, platformId: string, sellerId: string): Promise<string> {
  const id = newId();
  await inspector.rows(
    `INSERT INTO buyer_question (platform_id, id, seller_id, title, name, email, text)
     VALUES ($1, $2, $3, 'Curso', 'Ana', 'ana@example.com', 'Tem certificado?')`,
    [platformId, id, sellerId],
  );
  return id;
}

/** Returns a disabled funnel of this person behind an offer of the platform. */
export async function addFunnel(inspector: Inspector, platformId: string, personId: string): Promise<string> {
  const id = newId();
  await inspector.rows(
    `INSERT INTO funnel (platform_id, id, seller_id, offer_id, name, is_enabled, steps)
     SELECT $1, $2, $3, o.id, 'Funil', false, '[]' FROM offer o WHERE o.platform_id = $1 ORDER BY o.id LIMIT 1`,
    [platformId, id, personId],
  );
  return id;
}

/** Returns a webhook of this seller, or of the platform where that is null, a delivery that failed, and an event. */
export async function addSellerWebhook(inspector: Inspector, platformId: string, sellerId: string | null) {
  const [sellerWebhookId, deliveryId, eventId] = [newId(), newId(), newId()];
  await inspector.rows(
    `INSERT INTO seller_webhook (platform_id, id, seller_id, name, url, events, key_version, sealed)
     VALUES ($1, $2, $3, 'CRM', 'https://crm.example/feira', '{onBuyApproved}', 1, '\\x00')`,
    [platformId, sellerWebhookId, sellerId],
  );
  await inspector.rows(
    `INSERT INTO seller_webhook_delivery (platform_id, id, seller_webhook_id, event, kind, source_id, happened_at, state)
     VALUES ($1, $2, $3, 'onBuyApproved', 'TEST', $2, now(), 'FAILED')`,
    [platformId, deliveryId, sellerWebhookId],
  );
  await inspector.rows(
    `INSERT INTO event (platform_id, id, type, seller_id, subject_id, data, happened_at)
     VALUES ($1, $2, 'kyc.verified', $3, $2, '{}', now())`,
    [platformId, eventId, sellerId],
  );
  return { sellerWebhookId, deliveryId, eventId };
}

/** Returns a seller's connection to another system, and a delivery that failed. */
export async function addIntegration(inspector: Inspector, platformId: string, personId: string) {
  const [integrationConnectionId, integrationDeliveryId] = [newId(), newId()];
  await inspector.rows(
    `INSERT INTO integration_connection (platform_id, id, seller_id, integration, integration_version, name, events, key_version, sealed)
     VALUES ($1, $2, $3, 'utmify', '1.0.0', 'Utmify', '{sale.approved}', 1, '\\x00')`,
    [platformId, integrationConnectionId, personId],
  );
  await inspector.rows(
    `INSERT INTO integration_delivery (platform_id, id, connection_id, event, kind, source_id, happened_at, state)
     VALUES ($1, $2, $3, 'sale.approved', 'TEST', $2, now(), 'FAILED')`,
    [platformId, integrationDeliveryId, integrationConnectionId],
  );
  return { integrationConnectionId, integrationDeliveryId };
}

/** Returns the id of a seller's key that nobody knows. */
export async function addApiKey(inspector: Inspector, platformId: string, personId: string): Promise<string> {
  const id = newId();
  await inspector.rows(
    `INSERT INTO api_key (platform_id, id, person_id, kind, mode, name, hint, token_hash, scopes, api_version)
     VALUES ($1, $2, $3, 'SELLER', 'TEST', 'Loja', 'AbC1', $4, '{sales:read}', '2026-11-30')`,
    [platformId, id, personId, Buffer.from(id)],
  );
  await inspector.rows(
    `INSERT INTO api_request (platform_id, id, key_id, call, status, duration_ms) VALUES ($1, $2, $2, 'POST /v1/products', 200, 9)`,
    [platformId, id],
  );
  return id;
}

/** Returns a subscription to an offer of this seller, and its public id. */
export async function addSubscription(
  inspector: Inspector,
  platformId: string,
  personId: string,
): Promise<{ subscriptionId: string; subscriptionPublicId: string }> {
  const [id, publicId] = [newId(), newPublicId()];
  const terms = {
    firstAmount: 1000,
    recurringAmount: 1000,
    currency: 'BRL',
    frequencyInDays: 30,
    period: 'DAYS',
    cycles: null,
    trialDays: null,
    discount: null,
    affiliate: null,
    dunning: DEFAULT_DUNNING,
    title: 'Assinatura',
    locale: 'pt-BR',
  };
  await inspector.rows(
    `INSERT INTO subscription (platform_id, id, public_id, offer_id, product_id, seller_id, buyer_name, buyer_email, locale, currency,
       method, terms, status, amount, frequency_in_days, anchor_at, cycle, period_start, period_end, next_charge_at)
     SELECT $1, $2, $3, o.id, o.product_id, $4, 'Comprador', 'subscriber-' || $2::uuid || '@example.com', 'pt-BR', 'BRL', 'PIX', $5,
       'ACTIVE', 1000, 30, now(), 1, now(), now() + interval '30 days', now() + interval '30 days'
     FROM offer o WHERE o.platform_id = $1 ORDER BY o.id LIMIT 1`,
    [platformId, id, publicId, personId, JSON.stringify(terms)],
  );
  return { subscriptionId: id, subscriptionPublicId: publicId };
}

/** Returns a customer of this person who has ordered nothing that is left. */
export async function addCustomer(inspector: Inspector, platformId: string, personId: string): Promise<string> {
  const id = newId();
  await inspector.rows(
    `INSERT INTO customer (platform_id, id, seller_id, email) VALUES ($1, $2::uuid, $3, 'cliente-' || $2::uuid || '@example.com')`,
    [platformId, id, personId],
  );
  return id;
}

/** Returns a payment link of this person, which sells a product of its own. */
export async function addPaymentLink(inspector: Inspector, platformId: string, personId: string): Promise<string> {
  const id = newId();
  await inspector.rows(
    `WITH sold AS (
       INSERT INTO product (platform_id, id, seller_id, name, type_product, is_hidden) VALUES ($1, $4, $3, 'Cobrança', 'DIGITAL', true)
     ), offered AS (
       INSERT INTO offer (platform_id, id, product_id, title, price, is_hidden) VALUES ($1, $2, $4, 'Cobrança', 1000, true)
     )
     INSERT INTO payment_link (platform_id, id, seller_id, kind, is_single_use) VALUES ($1, $2, $3, 'AMOUNT', false)`,
    [platformId, id, personId, newId()],
  );
  return id;
}

/** Adds an import of this person with one checked line, a customer of an earlier one, and a full export that is ready. */
export async function addImport(
  inspector: Inspector,
  platformId: string,
  personId: string,
): Promise<{ importId: string; importedCustomerId: string; fullExportId: string }> {
  const [importId, importedCustomerId, fullExportId] = [newId(), newId(), newId()];
  await inspector.rows(
    `INSERT INTO full_export (platform_id, id, seller_id, locale, state, bytes, ready_at, expires_at)
     VALUES ($1, $2, $3, 'pt-BR', 'READY', 0, now(), now() + interval '1 day')`,
    [platformId, fullExportId, personId],
  );
  await inspector.rows(
    `WITH begun AS (
       INSERT INTO import (platform_id, id, seller_id, file_name, bytes, format, source, kind, headers, mapping, state, row_count, done_rows, new_rows)
       VALUES ($1, $2, $3, 'clientes.csv', 20, 'CSV', 'PLAIN', 'CUSTOMERS', '["E-mail"]', '{"email": 0}', 'CHECKED', 1, 1, 1) RETURNING 1
     )
     INSERT INTO imported_customer (platform_id, id, seller_id, key, source, import_id, email)
     SELECT $1, $4, $3, email, 'PLAIN', $2, email FROM begun, (VALUES ('of-' || $4::uuid || '@example.com')) AS v(email)`,
    [platformId, importId, personId, importedCustomerId],
  );
  await inspector.rows(
    `INSERT INTO import_row (platform_id, import_id, number, cells, data, key, outcome)
     VALUES ($1, $2, 2, '["new@example.com"]', '{"email": "new@example.com"}', 'new@example.com', 'NEW')`,
    [platformId, importId],
  );
  return { importId, importedCustomerId, fullExportId };
}

/** Returns a coupon of this person. */
export async function addCoupon(inspector: Inspector, platformId: string, personId: string): Promise<string> {
  const id = newId();
  await inspector.rows(
    `INSERT INTO coupon (platform_id, id, seller_id, code, basis_points) VALUES ($1, $2, $3, upper(left(replace($2::uuid::text, '-', ''), 30)), 1000)`,
    [platformId, id, personId],
  );
  return id;
}

/** Adds a list of licence keys, without a key, to what buyers of a product get. */
export async function addDeliverable(inspector: Inspector, platformId: string, productId: string): Promise<string> {
  const id = newId();
  await inspector.rows(
    `INSERT INTO deliverable (platform_id, id, product_id, kind, title) VALUES ($1, $2, $3, 'KEY', 'Chave')`,
    [platformId, id, productId],
  );
  return id;
}

/** A product has few contracts. */
const isPartner = (role: Role) => role === 'seller' || role === 'affiliate' || role === 'co-producer';

/** Sessions of one person share the receiver, because a person has only one at each connection. */
export async function addReceiver(inspector: Inspector, platformId: string, personId: string) {
  const values = [platformId, personId];
  const find = `SELECT r.id AS "receiverId", d.id AS "documentId" FROM receiver r JOIN receiver_document d ON d.receiver_row_id = r.id
    WHERE r.platform_id = $1 AND r.person_id = $2 AND r.status <> 'REJECTED'`;
  const [known] = await inspector.rows<{ receiverId: string; documentId: string }>(find, values);
  if (known) return known;
  await inspector.rows('DELETE FROM receiver WHERE platform_id = $1 AND person_id = $2', values);
  await inspector.rows(
    `WITH added AS (
       INSERT INTO receiver (platform_id, id, person_id, connection_id, provider, state)
       SELECT $1, gen_random_uuid(), $2, id, 'sandbox', 'UNKNOWN' FROM provider_connection WHERE platform_id = $1
       ORDER BY created_at, id LIMIT 1 RETURNING platform_id, id
     )
     INSERT INTO receiver_document (platform_id, id, receiver_row_id, document_id, title, status, provider_status, takes_file, has_link)
     SELECT platform_id, gen_random_uuid(), id, 'doc_identity', 'Identidade', 'ACCEPTED', 'accepted', true, true FROM added`,
    values,
  );
  const [added] = await inspector.rows<{ receiverId: string; documentId: string }>(find, values);
  return added as { receiverId: string; documentId: string };
}

/**
 * Adds a dispute with its own payment, older than the listed sales. Nothing of its money was posted. The payment belongs
 * to a sale of the seller or, where the seller has none, to the platform's first sale: never to another seller's copy.
 */
export async function addDispute(inspector: Inspector, platformId: string, sellerId: string) {
  const [paymentId, disputeId, disputeFileId] = [newId(), newId(), newId()];
  const changes = { id: paymentId, public_id: newPublicId(), terms: null, created_at: '2026-01-01T00:00:00Z' };
  const columns = await inspector.rows<{ name: string }>(
    `SELECT quote_ident(column_name) AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = 'payment' AND is_generated = 'NEVER'`,
  );
  const names = columns.map(({ name }) => name).join(', ');
  await inspector.rows(
    `INSERT INTO payment (${names}) SELECT ${names} FROM (SELECT (jsonb_populate_record(p, $2::jsonb)).* FROM payment p
       JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id
       WHERE p.platform_id = $1 ORDER BY s.seller_id = $3 DESC, p.id LIMIT 1) AS copied`,
    [platformId, JSON.stringify(changes), sellerId],
  );
  await inspector.rows(
    `INSERT INTO dispute (platform_id, id, payment_id, seller_id, kind, amount, currency, due_at)
     VALUES ($1, $2, $3, $4, 'MED', 100, 'BRL', now() + interval '3 days')`,
    [platformId, disputeId, paymentId, sellerId],
  );
  await inspector.rows(
    `INSERT INTO dispute_file (platform_id, id, dispute_id, name, media_type, content, added_by)
     VALUES ($1, $2, $3, 'nota.pdf', 'application/pdf', '\\x255044462d', $4)`,
    [platformId, disputeFileId, disputeId, sellerId],
  );
  return { disputeId, disputeFileId };
}

/** Adds a withdrawal that waits for approval, with the reserved money. */
export async function addWithdrawal(
  inspector: Inspector,
  platformId: string,
  personId: string,
  destinationId: string,
): Promise<string> {
  const id = newId();
  await inspector.rows(
    `INSERT INTO withdrawal (platform_id, id, person_id, role, currency, amount, fee, method, destination_id)
     VALUES ($1, $2, $3, 'seller', 'BRL', 5000, 367, 'BANK_ACCOUNT', $4)`,
    [platformId, id, personId, destinationId],
  );
  const entries = [
    { kind: 'LOSSES', amount: -5_000 },
    { kind: 'RESERVED', ownerId: personId, amount: 5_000 },
  ];
  const posting = { kind: 'ADJUSTMENT', source: id, currency: 'BRL', occurredAt: new Date(), entries };
  await inspector.rows('SELECT ledger_post($1, $2)', [platformId, JSON.stringify({ ...posting, id: newId() })]);
  return id;
}

export interface CallerOptions {
  inspector: Inspector;
  platformId: string;
  /** A product of the platform's first seller. */
  productId: string;
  /** The platform of another master, unrelated to this one. */
  foreignPlatformId: string;
  sellerId: string;
  buyerEmail: string;
  passwordHash: string;
}

/** Returns callers for the permissions of which an administrator needs one. */
export type FindCallers = (wanted: readonly AdminPermission[]) => Caller[];

const NOBODY = { roles: [], permissions: [], isKnown: false, isComplete: false, isImpersonated: false, isFresh: false };

export async function openCallers(options: CallerOptions): Promise<FindCallers> {
  const { inspector, platformId, productId, foreignPlatformId, sellerId, buyerEmail, passwordHash } = options;
  const account = (name: string, roles: Role[], extra: Parameters<typeof addPerson>[4] = {}) =>
    addPerson(inspector, platformId, `${name}@example.com`, roles, { passwordHash, ...extra });
  const open = async (
    name: CallerName,
    person: Account,
    roles: Role[],
    session: SessionOptions = {},
    permissions: readonly AdminPermission[] = [],
  ): Promise<Caller> => {
    const { headers } = await addSession(inspector, platformId, person.id, session);
    const second = await addSession(inspector, platformId, person.id);
    const partnership = roles.some(isPartner)
      ? await addPartnership(inspector, platformId, { productId, personId: person.id })
      : { affiliationId: newId(), contractId: newId() };
    const destinationId = await addDestination(inspector, platformId, person.id);
    const isAdminOfAll = name === 'admin-with' && permissions.includes('isConfigAvailable');
    return {
      name,
      headers: { host: 'localhost', ...headers },
      roles,
      permissions: [...permissions],
      isKnown: true,
      isComplete: (session.state ?? 'ACTIVE') === 'ACTIVE',
      isImpersonated: Boolean(session.impersonatorSessionId),
      isFresh: session.strength !== 'LINK',
      personId: person.id,
      sessionId: second.id,
      notificationId: await addNotification(inspector, platformId, person.id),
      uploadId: await addUpload(inspector, platformId, person.id),
      anticipationId: await addAnticipation(inspector, platformId, person.id),
      ...partnership,
      couponId: await addCoupon(inspector, platformId, person.id),
      linkId: await addPaymentLink(inspector, platformId, person.id),
      customerId: await addCustomer(inspector, platformId, person.id),
      funnelId: await addFunnel(inspector, platformId, person.id),
      questionId: await addQuestion(inspector, platformId, person.id),
      ...(await addIntegration(inspector, platformId, person.id)),
      ...(await addImport(inspector, platformId, person.id)),
      // Administrators work for the platform.
      ...(await addSellerWebhook(inspector, platformId, isAdminOfAll ? null : person.id)),
      apiKeyId: await addApiKey(inspector, platformId, person.id),
      subscriptionId: (await addSubscription(inspector, platformId, person.id)).subscriptionId,
      ...(await addDispute(inspector, platformId, person.id)),
      ...(await addReceiver(inspector, platformId, person.id)),
      destinationId,
      withdrawalId: await addWithdrawal(inspector, platformId, person.id, destinationId),
    };
  };
  const nobody = async (name: CallerName): Promise<Caller> => ({
    ...NOBODY,
    name,
    headers: { host: 'localhost', 'sec-fetch-site': 'same-origin' },
    personId: newId(),
    sessionId: newId(),
    apiKeyId: newId(),
    notificationId: newId(),
    uploadId: newId(),
    destinationId: newId(),
    anticipationId: newId(),
    affiliationId: newId(),
    contractId: newId(),
    couponId: newId(),
    linkId: newId(),
    customerId: newId(),
    funnelId: newId(),
    questionId: newId(),
    sellerWebhookId: newId(),
    integrationConnectionId: newId(),
    integrationDeliveryId: newId(),
    importId: newId(),
    importedCustomerId: newId(),
    eventId: newId(),
    fullExportId: newId(),
    deliveryId: newId(),
    subscriptionId: newId(),
    disputeId: newId(),
    disputeFileId: newId(),
    receiverId: newId(),
    documentId: newId(),
    withdrawalId: newId(),
  });
  const simple = async (role: Role) => open(role as CallerName, await account(role, [role]), [role]);
  const admin = async (name: CallerName, email: string, permissions: readonly AdminPermission[]) =>
    open(name, await account(email, ['admin'], { permissions }), ['admin'], { strength: 'SECOND_FACTOR' }, permissions);

  const everything: Role[] = ['seller', 'affiliate', 'co-producer', 'customer', 'manager', 'admin', 'master'];
  const half = await account('half', everything, { permissions: ADMIN_PERMISSIONS });
  const enrolling = await account('enrolling', everything, { permissions: ADMIN_PERMISSIONS });
  const theirMaster = await addPerson(inspector, foreignPlatformId, 'their-master@foreign.example', ['master']);
  const theirs = await addSession(inspector, foreignPlatformId, theirMaster.id, { strength: 'SECOND_FACTOR' });
  const substitute = await account('substitute', ['admin'], { permissions: ['isUsersLoginAvailable'] });
  const origin = await addSession(inspector, platformId, substitute.id, { strength: 'SECOND_FACTOR' });
  const seller = await account('seller', ['seller'], { id: sellerId });
  const passwordAdmin = await account('password-admin', ['admin', 'seller'], { permissions: ADMIN_PERMISSIONS });

  const fixed: Partial<Record<CallerName, Caller>> = {
    anonymous: await nobody('anonymous'),
    buyer: await nobody('buyer'),
    half: await open('half', half, [], { strength: 'PASSWORD', state: 'CODE_REQUIRED' }),
    enrolling: await open('enrolling', enrolling, [], { state: 'ENROLLMENT_REQUIRED' }),
    elsewhere: { ...(await nobody('elsewhere')), headers: { host: 'localhost', ...theirs.headers } },
    link: await open('link', await account('link', ['seller', 'customer']), ['customer'], { strength: 'LINK' }),
    customer: await open(
      'customer',
      await addPerson(inspector, platformId, buyerEmail, ['customer'], { passwordHash }),
      ['customer'],
    ),
    seller: await open('seller', seller, ['seller']),
    affiliate: await simple('affiliate'),
    'co-producer': await simple('co-producer'),
    manager: await simple('manager'),
    impersonated: await open('impersonated', seller, ['seller'], { impersonatorSessionId: origin.id }),
    'admin-password': await open('admin-password', passwordAdmin, ['seller']),
    master: await open('master', await account('master', ['master']), ['master'], { strength: 'SECOND_FACTOR' }),
  };
  const without = new Map<AdminPermission | undefined, Caller>();
  const having = new Map<AdminPermission | undefined, Caller>();
  for (const permission of ADMIN_PERMISSIONS) {
    const others = ADMIN_PERMISSIONS.filter((item) => item !== permission);
    without.set(permission, await admin('admin-without', `without-${permission.toLowerCase()}`, others));
    having.set(permission, await admin('admin-with', `with-${permission.toLowerCase()}`, [permission]));
  }
  without.set(undefined, await admin('admin-without', 'without-any', []));
  having.set(undefined, await admin('admin-with', 'with-all', ADMIN_PERMISSIONS));

  return (wanted) =>
    CALLERS.map((name) => {
      const found =
        name === 'admin-without'
          ? without.get(wanted.length > 1 ? undefined : wanted[0])
          : name === 'admin-with'
            ? having.get(wanted[0])
            : fixed[name];
      if (!found) throw new Error(`There is no caller ${name}.`);
      return found;
    });
}
