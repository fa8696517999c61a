/** Creates, changes and deletes webhooks with an audit event each, and has deliveries sent again. */
import { isIP } from 'node:net';
import { isPublicAddress } from '@feira/plugin-kit/broker';
import type { ApiKeyKind } from '@feira/schemas/api';
import type { SellerWebhookFields } from '@feira/schemas/entities/seller-webhook';
import type { WebhookEvent } from '@feira/schemas/event-types';
import type { Input } from '@feira/schemas/procedure';
import { MOST_REPLAYED, MOST_SELLER_WEBHOOKS, type replay } from '@feira/schemas/procedures/seller-webhooks';
import type { FastifyInstance } from 'fastify';
import { mayActAs, ownerOf } from '../../plugins/access.ts';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { findChange, queryIn, writeVersion } from '../../shared/edited-model.ts';
import { newId } from '../../shared/ids.ts';
import { type AuditEntry, recordEvent } from '../audit/service.ts';
import { checkVersion } from '../products/versioned-model.ts';
import { writeBody } from './body.ts';
import { countReplayed, DELIVERIES, replayEvents, selectOwnDelivery } from './delivery-model.ts';
import {
  countNamed,
  countWebhooks,
  lockOwner,
  type Reach,
  replaceSecret,
  SellerWebhook,
  selectWebhook,
} from './model.ts';
import { makeSecret } from './secrets.ts';

type App = Pick<FastifyInstance, 'database' | 'dataKeys'>;

/** Names that lead into a network of one's own. What others lead to is checked whenever something is sent. */
const LOCAL_NAME = /^[^.]*$|\.(localhost|local|internal|lan|home|intranet|corp|test|invalid)$/;

/** Throws SELLER_WEBHOOK_ADDRESS where the address could not be reached from the internet, or names a person. */
export function checkAddress(typed: string): void {
  const url = URL.parse(typed);
  const host = url?.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '') ?? '';
  const isPublic = isIP(host) ? isPublicAddress(host) : !LOCAL_NAME.test(host);
  if (url?.protocol !== 'https:' || url.username || url.password || url.hash || !isPublic)
    throw new AppError('SELLER_WEBHOOK_ADDRESS', { fields: ['url'] });
}

/** Checks what a webhook of this owner names; null is the platform. */
async function checkTerms(
  transaction: Transaction,
  platformId: string,
  sellerId: string | null,
  terms: SellerWebhookFields,
): Promise<void> {
  checkAddress(terms.url);
  const named = await transaction.find(countNamed(platformId, sellerId, terms));
  if (named?.products !== terms.productIds.length) throw new AppError('PRODUCT_NOT_FOUND', { fields: ['productIds'] });
  if (named?.sellers !== terms.sellerIds.length) throw new AppError('PERSON_NOT_FOUND', { fields: ['sellerIds'] });
}

/** Returns the webhooks that the caller reaches. */
export const reachOf = ({ person }: Pick<PersonCall, 'person'>): Reach => ({
  sellerId: mayActAs(person, 'SELLER') ? person.id : null,
  isPlatform: mayActAs(person, 'PLATFORM'),
});

const notFound = () => new AppError('SELLER_WEBHOOK_NOT_FOUND', { fields: ['webhookId'] });

const describe = (
  type: Extract<AuditEntry['type'], `sellerWebhook.${string}`>,
  { id, name }: { id: string; name: string },
  details: AuditEntry['details'] = {},
): AuditEntry => ({ type, subject: { type: 'seller-webhook', id, name }, details });

export async function createWebhook(
  app: App,
  call: PersonCall,
  owner: ApiKeyKind | undefined,
  terms: SellerWebhookFields,
) {
  const { platform, person, request } = call;
  const sellerId = ownerOf(person, owner);
  checkAddress(terms.url);
  const id = newId();
  // Before the transaction, which would wait for a second connection to read the key.
  const { secret, stored } = await makeSecret(app, platform.id, id);
  return app.database.transaction(platform.id, async (transaction) => {
    await transaction.run(lockOwner(platform.id, sellerId));
    const found = await transaction.find(countWebhooks(platform.id, sellerId));
    if (found && found.count >= MOST_SELLER_WEBHOOKS) throw new AppError('SELLER_WEBHOOK_LIMIT');
    await checkTerms(transaction, platform.id, sellerId, terms);
    const place = { platformId: platform.id, id, sellerId, ...stored };
    await queryIn(transaction, SellerWebhook).insert({
      ...place,
      ...terms,
      offReason: terms.isEnabled ? null : 'SELLER',
    });
    await transaction.run(
      recordEvent(platform.id, request, describe('sellerWebhook.created', { id, name: terms.name }, { after: terms })),
    );
    return { webhookId: id, secret };
  });
}

interface Edited {
  webhookId: string;
  version: number;
}

/** Throws EDIT_CONFLICT with the terms that changed since the webhook was read. */
export function updateWebhook(
  app: App,
  call: PersonCall,
  { webhookId: id, version }: Edited,
  given: Omit<SellerWebhookFields, 'sellerIds' | 'isOrdered'> & Partial<SellerWebhookFields>,
) {
  const { platform, request } = call;
  return app.database.transaction(platform.id, async (transaction) => {
    const webhook = await SellerWebhook.lockOwn(transaction, id, reachOf(call));
    if (!webhook) throw notFound();
    checkVersion(webhook, version);
    const before: SellerWebhookFields = webhook.values();
    const terms = { ...before, ...given };
    await checkTerms(transaction, platform.id, webhook.sellerId, terms);
    const changed = Object.keys(findChange(before, terms)?.after ?? {});
    const offReason = terms.isEnabled ? null : (webhook.offReason ?? 'SELLER');
    // One that is switched on, or leads elsewhere, begins anew to count what fails.
    const isSame = terms.isEnabled && webhook.isEnabled && terms.url === webhook.url;
    const failingSince = isSame ? webhook.failingSince : null;
    const next = await writeVersion(transaction, webhook, { ...terms, offReason, failingSince }, changed);
    if (!terms.isEnabled) await transaction.run(DELIVERIES.giveUpWaiting(platform.id, id));
    await transaction.run(
      recordEvent(platform.id, request, describe('sellerWebhook.changed', webhook, { before, after: terms })),
    );
    return { version: next };
  });
}

export function removeWebhook(app: App, call: PersonCall, { webhookId: id, version }: Edited) {
  const { platform, request } = call;
  return app.database.transaction(platform.id, async (transaction) => {
    const webhook = await SellerWebhook.lockOwn(transaction, id, reachOf(call));
    if (!webhook) throw notFound();
    checkVersion(webhook, version);
    await queryIn(transaction, SellerWebhook).deleteById(id);
    await transaction.run(
      recordEvent(platform.id, request, describe('sellerWebhook.deleted', webhook, { before: webhook.values() })),
    );
  });
}

export async function rotateSecret(app: App, call: PersonCall, webhookId: string) {
  const { platform, request } = call;
  const { secret, stored } = await makeSecret(app, platform.id, webhookId);
  return app.database.transaction(platform.id, async (transaction) => {
    const webhook = await SellerWebhook.lockOwn(transaction, webhookId, reachOf(call));
    if (!webhook) throw notFound();
    await transaction.runAll([
      replaceSecret(platform.id, webhookId, stored),
      recordEvent(platform.id, request, describe('sellerWebhook.secretRotated', webhook)),
    ]);
    return { secret };
  });
}

/** Throws SELLER_WEBHOOK_NOT_FOUND where the caller does not reach the webhook. */
export async function getOwnWebhook(
  app: Pick<FastifyInstance, 'database'>,
  call: Pick<PersonCall, 'platform' | 'person'>,
  webhookId: string,
) {
  const { platform } = call;
  const webhook = await app.database.find(platform.id, selectWebhook(platform.id, reachOf(call), webhookId), true);
  if (!webhook) throw notFound();
  return webhook;
}

export async function sendTest(
  app: App,
  call: PersonCall,
  { webhookId, event }: { webhookId: string; event: WebhookEvent },
) {
  await getOwnWebhook(app, call, webhookId);
  const deliveryId = newId();
  await app.database.write(call.platform.id, [DELIVERIES.queueTest(call.platform.id, deliveryId, webhookId, event)]);
  return { deliveryId };
}

async function getOwnDelivery(app: Pick<FastifyInstance, 'database'>, call: PersonCall, id: string) {
  const { platform } = call;
  const delivery = await app.database.find(platform.id, selectOwnDelivery(platform.id, reachOf(call), id), true);
  if (!delivery) throw new AppError('SELLER_WEBHOOK_DELIVERY_NOT_FOUND', { fields: ['deliveryId'] });
  return delivery;
}

export async function readDelivery(
  app: Pick<FastifyInstance, 'database' | 'findPlatformUrl'>,
  call: PersonCall,
  id: string,
) {
  const { kind, sourceId, happenedAt, isEnabled: _, ...delivery } = await getOwnDelivery(app, call, id);
  const { event } = delivery;
  return { ...delivery, body: await writeBody(app, call.platform.id, { id, event, kind, sourceId, happenedAt }) };
}

/** A delivery that waits already stays as it is. */
export async function resendDelivery(app: App, call: PersonCall, id: string): Promise<void> {
  const { isEnabled, isTest } = await getOwnDelivery(app, call, id);
  if (!isEnabled && !isTest) throw new AppError('SELLER_WEBHOOK_OFF', { fields: ['deliveryId'] });
  await app.database.write(call.platform.id, [DELIVERIES.repeat(call.platform.id, id)]);
}

/** Queues the events of a period again. Returns how many deliveries that are. */
export async function replayDeliveries(
  app: App & Pick<FastifyInstance, 'clock'>,
  call: PersonCall,
  { webhookId, from, to, which }: Input<typeof replay>,
): Promise<{ count: number }> {
  const { platform } = call;
  const period = { from: new Date(from), to: new Date(to) };
  if (period.from >= period.to) throw new AppError('SELLER_WEBHOOK_REPLAY_PERIOD', { fields: ['from', 'to'] });
  const webhook = await getOwnWebhook(app, call, webhookId);
  if (!webhook.isEnabled) throw new AppError('SELLER_WEBHOOK_OFF', { fields: ['webhookId'] });
  const replayed = { webhookId, sellerId: webhook.sellerId, ...period, isAll: which === 'ALL' };
  const found = await app.database.find(platform.id, countReplayed(platform.id, replayed, MOST_REPLAYED + 1), true);
  if ((found?.count ?? 0) > MOST_REPLAYED) throw new AppError('SELLER_WEBHOOK_REPLAY_SIZE', { fields: ['from', 'to'] });
  const [queued] = await app.database.write(platform.id, [replayEvents(platform.id, replayed)]);
  return { count: Number((queued?.rows[0] as { count?: number } | undefined)?.count ?? 0) };
}
