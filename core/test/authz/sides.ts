/** Creates the rows that a call may name: of another person on the own platform, of a foreign platform, and of an operated one. */
import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import { newId, newPublicId } from '../../src/shared/ids.ts';
import type { Inspector } from '../inspect.ts';
import type { World } from '../world.ts';
import {
  addAnticipation,
  addApiKey,
  addCoupon,
  addCustomer,
  addDeliverable,
  addDestination,
  addDispute,
  addFunnel,
  addImport,
  addIntegration,
  addNotification,
  addPartnership,
  addPaymentLink,
  addPerson,
  addQuestion,
  addReceiver,
  addSellerWebhook,
  addSession,
  addSubscription,
  addUpload,
  addVerification,
  addWithdrawal,
} from './callers.ts';

/** The rows that a call may name on one platform. */
export interface Side {
  platformId: string;
  personId: string;
  managerId: string;
  adminId: string;
  sessionId: string;
  notificationId: string;
  uploadId: string;
  /** A note of the team, and a stop of a provider that was lifted. */
  noteId: string;
  /** A request for erasure that waits. */
  privacyRequestId: string;
  /** A document of `personId`, whose verification is in review. */
  personDocumentId: string;
  /** An entry of the list of who is blocked. */
  riskEntryId: string;
  stopId: string;
  announcementId: string;
  offerId: string;
  productId: string;
  /** A product of the platform's first seller, which others may ask to sell. */
  openProductId: string;
  openOfferId: string;
  /** The affiliation of a person with their own product, so that neither side belongs to another person. */
  affiliationId: string;
  couponId: string;
  linkId: string;
  customerId: string;
  funnelId: string;
  questionId: string;
  sellerWebhookId: string;
  integrationConnectionId: string;
  integrationDeliveryId: string;
  importId: string;
  importedCustomerId: string;
  eventId: string;
  fullExportId: string;
  apiKeyId: string;
  deliveryId: string;
  subscriptionId: string;
  subscriptionPublicId: string;
  /** The deliverables that buyers of `productId` and of `openProductId` get. */
  deliverableId: string;
  openDeliverableId: string;
  contractId: string;
  bumpId: string;
  deliveryOptionId: string;
  cartId: string;
  /** Public id. */
  paymentId: string;
  saleId: string;
  connectionId: string;
  /** A connection without payments. */
  spareConnectionId: string;
  transactionId: string;
  webhookToken: string;
  webhookId: string;
  /** A bank account that waits to be confirmed. */
  destinationId: string;
  /** An anticipation that waits to be decided. */
  anticipationId: string;
  /** An open difference between a provider and the ledger. */
  caseId: string;
  /** A dispute that waits for a defence, with a file. */
  disputeId: string;
  disputeFileId: string;
  receiverId: string;
  documentId: string;
  /** A withdrawal that waits for approval. */
  withdrawalId: string;
  /** A refund of the platform, and a buyer's request for this person to decide. */
  refundId: string;
  requestId: string;
  /** A host that is not the platform's last. */
  host: string;
  claim: string;
}

/** Copies a row with other values, without the columns that the database computes. */
async function copyRow(
  inspector: Inspector,
  table: string,
  id: string,
  changes: Record<string, unknown>,
  key = 'id',
): Promise<void> {
  const columns = await inspector.rows<{ name: string }>(
    `SELECT quote_ident(column_name) AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
    [table],
  );
  const names = columns.map(({ name }) => name).join(', ');
  await inspector.rows(
    `INSERT INTO ${table} (${names}) SELECT ${names} FROM (
       SELECT (jsonb_populate_record(r, $2::jsonb)).* FROM ${table} r WHERE ${key} = $1) AS copied`,
    [id, JSON.stringify(changes)],
  );
}

/** Adds a seller with an offer and a sale, which lists of sales could show. Returns the person's id. */
export async function addStranger(
  inspector: Inspector,
  { platformId, sellerId, productId, offerId }: World,
): Promise<string> {
  const { id } = await addPerson(inspector, platformId, 'stranger@example.com', [
    'seller',
    'affiliate',
    'co-producer',
    'customer',
  ]);
  await inspector.rows(`UPDATE person SET document = '39053344705', phone = '11987650000' WHERE id = $1`, [id]);
  const [sale] = await inspector.rows<{ id: string; payment: string }>(
    'SELECT s.id, p.id AS payment FROM sale s JOIN payment p ON p.sale_id = s.id WHERE s.seller_id = $1 ORDER BY p.id LIMIT 1',
    [sellerId],
  );
  const [product, offer, sold, payment] = [newId(), newId(), newId(), newId()];
  await copyRow(inspector, 'product', productId, { id: product, seller_id: id, type_product: 'FISICO' });
  await copyRow(inspector, 'offer', offerId, { id: offer, product_id: product });
  await inspector.rows(
    `INSERT INTO store (platform_id, seller_id, is_published, address, product_ids)
     VALUES ($1, $2, true, 'loja-' || replace($2::uuid::text, '-', ''), ARRAY[$3::uuid])`,
    [platformId, id, product],
  );
  const buyer = { buyer_email: 'stranger-buyer@example.com', buyer_name: 'Comprador Estranho' };
  await copyRow(inspector, 'sale', sale?.id as string, { id: sold, offer_id: offer, seller_id: id, ...buyer });
  const publicId = 'strangerstrangerstrang';
  await copyRow(inspector, 'sale_item', sale?.id as string, { sale_id: sold }, 'sale_id');
  await copyRow(inspector, 'payment', sale?.payment as string, { id: payment, sale_id: sold, public_id: publicId });
  return id;
}

async function addDifference(inspector: Inspector, platformId: string): Promise<string> {
  const id = newId();
  await inspector.rows(
    `INSERT INTO reconciliation_case (platform_id, id, reconciliation_id, kind, subject, source, provider_amount, ledger_amount)
     SELECT $1, $2::uuid, id, 'MISSING', 'PAYMENT', ($2::uuid)::text, 100, 0 FROM reconciliation WHERE platform_id = $1 LIMIT 1`,
    [platformId, id],
  );
  return id;
}

/** Returns the public id of a payment of a seller. */
export const findPaymentOf = async (inspector: Inspector, sellerId: string): Promise<string> =>
  (
    await inspector.rows<{ id: string }>(
      `SELECT p.public_id AS id FROM payment p JOIN sale s ON s.id = p.sale_id
       WHERE s.seller_id = $1 AND NOT EXISTS (SELECT FROM dispute d WHERE d.payment_id = p.id AND d.state = 'OPEN')
       ORDER BY p.id LIMIT 1`,
      [sellerId],
    )
  )[0]?.id as string;

export const findSaleOf = async (inspector: Inspector, sellerId: string): Promise<string> =>
  (await inspector.rows<{ id: string }>('SELECT id FROM sale WHERE seller_id = $1 ORDER BY id LIMIT 1', [sellerId]))[0]
    ?.id as string;

/** Adds a buyer's request that waits for a seller. */
export async function addRequest(inspector: Inspector, sellerId: string): Promise<string> {
  const id = newId();
  await inspector.rows(
    `INSERT INTO refund_request (platform_id, id, protocol, payment_id, seller_id, reason, ground, state, decide_by)
     SELECT s.platform_id, $2::uuid, $2::text, p.id, s.seller_id, 'OTHER', 'LATE', 'WAITING', now() + interval '1 day'
     FROM payment p JOIN sale s ON s.id = p.sale_id WHERE s.seller_id = $1
       AND NOT EXISTS (SELECT FROM dispute d WHERE d.payment_id = p.id AND d.state = 'OPEN')
     ORDER BY p.id LIMIT 1`,
    [sellerId, id],
  );
  return id;
}

interface SideOptions {
  /** The owner of the rows; the platform's first seller by default. */
  person?: string;
  host: string;
  second?: string;
}

export async function readSide(
  inspector: Inspector,
  world: World,
  { person, host, second }: SideOptions,
): Promise<Side> {
  const { platformId } = world;
  const personId = person ?? world.sellerId;
  const name = (what: string) => `${what}@${second ?? 'side.example.com'}`;
  if (!person)
    await inspector.rows(`UPDATE person SET email = $2, name = 'Pessoa de fora' WHERE id = $1`, [
      personId,
      name('seller'),
    ]);
  const manager = await addPerson(inspector, platformId, name('manager'), ['manager']);
  const admin = await addPerson(inspector, platformId, name('admin'), ['admin'], {
    permissions: ADMIN_PERMISSIONS.slice(0, 2),
  });
  const first = async (sql: string, values: unknown[] = [platformId]) =>
    Object.values((await inspector.rows<Record<string, string>>(sql, values))[0] ?? {})[0] as string;
  const isNamed = second ?? host;
  await inspector.rows('INSERT INTO platform_domain (host, platform_id) VALUES ($1, $2)', [isNamed, platformId]);
  const claim = `claim.${isNamed}`;
  await inspector.rows(`INSERT INTO domain_claim (platform_id, host, token) VALUES ($1, $2, 'token')`, [
    platformId,
    claim,
  ]);
  const connectionId = await first('SELECT id FROM provider_connection WHERE platform_id = $1 ORDER BY created_at, id');
  const spareConnectionId = newId();
  await copyRow(inspector, 'provider_connection', connectionId, { id: spareConnectionId, status: 'DISABLED' });
  await inspector.rows('INSERT INTO webhook_endpoint (token, platform_id, connection_id) VALUES ($1, $2, $3)', [
    newPublicId(),
    platformId,
    spareConnectionId,
  ]);
  const offerOf =
    'SELECT o.id FROM offer o JOIN product p ON p.id = o.product_id WHERE p.seller_id = $1 ORDER BY o.id LIMIT 1';
  const offerId = person ? await first(offerOf, [person]) : world.offerId;
  const productId = await first('SELECT product_id FROM offer WHERE id = $1', [offerId]);
  const openProductId = await first(
    `UPDATE product SET affiliation_open = true
     WHERE id = (SELECT o.product_id FROM offer o JOIN order_bump b ON b.offer_id = o.id WHERE b.id = $1) RETURNING id`,
    [world.bumpId],
  );
  const destinationId = await addDestination(inspector, platformId, personId);
  return {
    platformId,
    personId,
    managerId: manager.id,
    adminId: admin.id,
    sessionId: (await addSession(inspector, platformId, personId)).id,
    notificationId: await addNotification(inspector, platformId, personId),
    uploadId: await addUpload(inspector, platformId, personId),
    anticipationId: await addAnticipation(inspector, platformId, personId),
    noteId: await first('SELECT id FROM person_note WHERE platform_id = $1 LIMIT 1'),
    personDocumentId: await addVerification(inspector, platformId, personId),
    riskEntryId: await first('SELECT id FROM risk_entry WHERE platform_id = $1 LIMIT 1'),
    privacyRequestId: await first('SELECT id FROM privacy_request WHERE platform_id = $1 LIMIT 1'),
    announcementId: await first('SELECT id FROM announcement WHERE platform_id = $1 LIMIT 1'),
    stopId: await first('SELECT id FROM provider_stop WHERE platform_id = $1 LIMIT 1'),
    caseId: await addDifference(inspector, platformId),
    ...(await addDispute(inspector, platformId, personId)),
    ...(await addReceiver(inspector, platformId, personId)),
    destinationId,
    withdrawalId: await addWithdrawal(inspector, platformId, personId, destinationId),
    offerId,
    productId,
    openProductId,
    openOfferId: await first('SELECT id FROM offer WHERE product_id = $1 ORDER BY id LIMIT 1', [openProductId]),
    ...(await addPartnership(inspector, platformId, { productId, personId })),
    couponId: await addCoupon(inspector, platformId, personId),
    linkId: await addPaymentLink(inspector, platformId, personId),
    customerId: await addCustomer(inspector, platformId, personId),
    funnelId: await addFunnel(inspector, platformId, personId),
    questionId: await addQuestion(inspector, platformId, personId),
    ...(await addSellerWebhook(inspector, platformId, personId)),
    ...(await addIntegration(inspector, platformId, personId)),
    ...(await addImport(inspector, platformId, personId)),
    apiKeyId: await addApiKey(inspector, platformId, personId),
    ...(await addSubscription(inspector, platformId, personId)),
    deliverableId: await addDeliverable(inspector, platformId, productId),
    openDeliverableId: await addDeliverable(inspector, platformId, openProductId),
    bumpId: world.bumpId,
    deliveryOptionId: await first('SELECT id FROM delivery_option WHERE platform_id = $1'),
    cartId: await first('SELECT id FROM abandoned_cart WHERE platform_id = $1'),
    paymentId: await findPaymentOf(inspector, personId),
    saleId: await findSaleOf(inspector, personId),
    refundId: await first('SELECT id FROM refund WHERE platform_id = $1 LIMIT 1'),
    requestId: await addRequest(inspector, personId),
    connectionId,
    spareConnectionId,
    transactionId: await first(
      'SELECT transaction_id FROM payment_attempt WHERE platform_id = $1 AND transaction_id IS NOT NULL LIMIT 1',
    ),
    webhookToken: await first('SELECT token FROM webhook_endpoint WHERE connection_id = $1', [connectionId]),
    webhookId: await first('SELECT id FROM webhook WHERE platform_id = $1 LIMIT 1'),
    host: isNamed,
    claim,
  };
}
