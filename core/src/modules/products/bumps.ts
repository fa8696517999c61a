/** Creates, changes, sorts and deletes the order bumps of a product. */

import type { BumpFields } from '@feira/schemas/entities/order-bump';
import { MOST_ORDER_BUMPS } from '@feira/schemas/procedures/products';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { findChange, queryIn, writeVersion } from '../../shared/edited-model.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import { OrderBump, placeBumps, selectBumpIds, selectOffered } from './bump-model.ts';
import { lockOwnProduct } from './service.ts';
import { checkVersion } from './versioned-model.ts';

type App = Pick<FastifyInstance, 'database'>;

export function createBump(
  app: App,
  call: PersonCall,
  { productId, offerId, ...fields }: { productId: string; offerId: string } & Partial<BumpFields>,
): Promise<{ bumpId: string; version: number }> {
  const { platform, person, request } = call;
  const id = newId();
  return app.database.transaction(platform.id, async (transaction) => {
    const product = await lockOwnProduct(transaction, call, productId);
    const offered = await transaction.find(selectOffered(platform.id, offerId, person.id));
    if (!offered) throw new AppError('OFFER_NOT_FOUND', { fields: ['offerId'] });
    const present = await transaction.list(selectBumpIds(platform.id, productId));
    if (offered.productId === productId || present.some((bump) => bump.offerId === offerId))
      throw new AppError('BUMP_OFFER_INVALID', { fields: ['offerId'] });
    if (present.length >= MOST_ORDER_BUMPS) throw new AppError('BUMP_LIMIT', { fields: ['productId'] });
    await queryIn(transaction, OrderBump).insert({ platformId: platform.id, id, productId, offerId, ...fields });
    await transaction.runAll([
      placeBumps(platform.id, [...present.map((bump) => bump.id), id]),
      recordEvent(platform.id, request, {
        type: 'product.bumpCreated',
        subject: { type: 'product', id: productId, name: product.name },
        details: { bumpId: id, offerId, after: fields },
      }),
    ]);
    return { bumpId: id, version: 1 };
  });
}

interface Edited {
  bumpId: string;
  version: number;
}

function changeBump<T>(
  app: App,
  { platform, person }: PersonCall,
  { bumpId, version }: Edited,
  work: (bump: OrderBump, transaction: Transaction) => Promise<T>,
): Promise<T> {
  return app.database.transaction(platform.id, async (transaction) => {
    const bump = await OrderBump.lockOwn(transaction, bumpId, person.id);
    if (!bump) throw new AppError('BUMP_NOT_FOUND', { fields: ['bumpId'] });
    checkVersion(bump, version);
    return work(bump, transaction);
  });
}

export function updateBump(
  app: App,
  call: PersonCall,
  { bumpId, version, ...fields }: Edited & Partial<BumpFields>,
): Promise<{ version: number }> {
  const { platform, request } = call;
  return changeBump(app, call, { bumpId, version }, async (bump, transaction) => {
    const change = findChange<BumpFields>(bump, fields);
    if (!change) return { version };
    const next = await writeVersion(transaction, bump, change.after);
    await transaction.run(
      recordEvent(platform.id, request, {
        type: 'product.bumpChanged',
        subject: { type: 'product', id: bump.productId, name: bump.title },
        details: { bumpId, ...change },
      }),
    );
    return { version: next };
  });
}

export function deleteBump(app: App, call: PersonCall, edited: Edited): Promise<void> {
  const { platform, request } = call;
  return changeBump(app, call, edited, async (bump, transaction) => {
    await queryIn(transaction, OrderBump).deleteById(bump.id);
    await transaction.run(
      recordEvent(platform.id, request, {
        type: 'product.bumpDeleted',
        subject: { type: 'product', id: bump.productId, name: bump.title },
        details: { bumpId: bump.id },
      }),
    );
  });
}

/** Throws EDIT_CONFLICT where another tab sorted meanwhile, or the ids are not those that are there: a bump was added or deleted. */
export function sortBumps(
  app: App,
  call: PersonCall,
  { productId, version, bumpIds }: { productId: string; version: number; bumpIds: readonly string[] },
): Promise<{ version: number }> {
  const { platform, request } = call;
  return app.database.transaction(platform.id, async (transaction) => {
    const product = await lockOwnProduct(transaction, call, productId);
    const present = (await transaction.list(selectBumpIds(platform.id, productId))).map(({ id }) => id);
    checkVersion(product, version, ['bumpIds']);
    if (present.length !== bumpIds.length || !present.every((id) => bumpIds.includes(id)))
      throw new AppError('EDIT_CONFLICT', { fields: ['bumpIds'] });
    if (present.every((id, index) => id === bumpIds[index])) return { version: product.version };
    const next = await writeVersion(transaction, product, {}, ['bumpIds']);
    await transaction.runAll([
      placeBumps(platform.id, bumpIds),
      recordEvent(platform.id, request, {
        type: 'product.bumpsSorted',
        subject: { type: 'product', id: productId, name: product.name },
        details: { before: present, after: bumpIds },
      }),
    ]);
    return { version: next };
  });
}
