/** Saves a seller's store, and suggests an address for it. */
import { pickFields } from '@feira/schemas/entities/entity';
import { type StoreFields, store } from '@feira/schemas/entities/store';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { recordEvent } from '../audit/service.ts';
import { countOwn, lockOwnStore, selectAddresses, writeStore } from './model.ts';

type App = Pick<FastifyInstance, 'database'>;

const LONGEST = 40;
const SHORTEST = 3;

/** Returns the letters and digits of a name with hyphens between its words. */
function toAddress(name: string): string {
  const words =
    name
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const joined = words
    .join('-')
    .slice(0, LONGEST - 4)
    .replace(/-$/, '');
  return joined.length >= SHORTEST ? joined : 'loja';
}

/** Returns a free address that is made of the name. Another seller may take it before it is saved. */
export async function suggestAddress({ database }: App, platformId: string, name: string): Promise<string> {
  const wanted = toAddress(name);
  const rows = await database.list(platformId, selectAddresses(platformId, wanted), true);
  const taken = new Set(rows.map(({ address }) => address));
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}-${number}`)) number += 1;
  return `${wanted}-${number}`;
}

/**
 * Saves the caller's store. Throws EDIT_CONFLICT where it was saved since `version`, PRODUCT_NOT_FOUND for products of others and
 * STORE_ADDRESS_TAKEN.
 */
export function saveStore(
  app: App,
  { platform, person, request }: PersonCall,
  { version: read, ...fields }: StoreFields & { version: number },
): Promise<number> {
  return app.database.transaction(platform.id, async (transaction) => {
    const before = await transaction.find(lockOwnStore(platform.id, person.id));
    if ((before?.version ?? 0) !== read) throw new AppError('EDIT_CONFLICT', { fields: ['version'] });
    const own = await transaction.find(countOwn(platform.id, person.id, fields.productIds));
    if (own?.count !== fields.productIds.length) throw new AppError('PRODUCT_NOT_FOUND', { fields: ['productIds'] });
    const written = await transaction.find(writeStore(platform.id, person.id, fields, read)).catch((error) => {
      throw error instanceof pg.DatabaseError && error.constraint === 'store_address'
        ? new AppError('STORE_ADDRESS_TAKEN', { fields: ['address'], cause: error })
        : error;
    });
    if (!written) throw new AppError('EDIT_CONFLICT', { fields: ['version'] });
    await transaction.run(
      recordEvent(platform.id, request, {
        type: 'store.changed',
        subject: { type: 'store', id: person.id, name: fields.title || person.name },
        details: { before: before ? pickFields(store, before) : null, after: fields },
      }),
    );
    return written.version;
  });
}
