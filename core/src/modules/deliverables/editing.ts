/** Sellers write what buyers of a product get. Each change is in the log of events; the keys themselves are not. */
import { MOST_DELIVERABLES, MOST_FREE_KEYS } from '@feira/schemas/procedures/deliverables';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { findChange } from '../../shared/edited-model.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import { finishFile } from '../media/service.ts';
import { lockOwnProduct } from '../products/service.ts';
import { checkVersion, updateFields } from '../products/versioned-model.ts';
import { countKeys, deleteFree, insertKeys, selectIsAwaited } from './key-model.ts';
import { AT_ONCE, handOut } from './keys.ts';
import {
  COLUMNS,
  type Content,
  type DeliverableKind,
  insertDeliverable,
  type LockedDeliverable,
  lockOwn,
  markRemoved,
  placeDeliverables,
  selectIds,
} from './model.ts';

type App = Pick<FastifyInstance, 'database' | 'storage' | 'config' | 'clock'>;

const DEFAULT_DOWNLOADS = 10;
/** The field without which there is nothing to open. */
const NEEDED = { FILE: 'uploadId', ADDRESS: 'address', TEXT: 'text', KEY: null } as const;

/** Throws DELIVERABLE_INCOMPLETE, which names the field that is missing. Fields of other kinds are dropped. */
function toContent(kind: DeliverableKind, { title, uploadId, address, text, mostDownloads }: Content): Content {
  const content = {
    title,
    mostDownloads,
    text: text?.trim() ? text : null,
    uploadId: kind === 'FILE' ? uploadId : null,
    address: kind === 'ADDRESS' ? address : null,
  };
  const needed = NEEDED[kind];
  if (needed && !content[needed]) throw new AppError('DELIVERABLE_INCOMPLETE', { fields: [needed] });
  return content;
}

const describe = (
  { platform, request }: PersonCall,
  product: { id: string; name: string },
  details: Record<string, unknown>,
) =>
  recordEvent(platform.id, request, {
    type: 'product.deliveryChanged',
    subject: { type: 'product', id: product.id, name: product.name },
    details,
  });

/** Checks the content of a file that was sent, before a transaction is open. */
async function finishUpload(app: App, { platform, person, request }: PersonCall, uploadId?: string): Promise<void> {
  if (uploadId) await finishFile(app, { platformId: platform.id, personId: person.id }, uploadId, request);
}

type Wanted = { [Field in keyof Content]?: NonNullable<Content[Field]> };

export async function createDeliverable(
  app: App,
  call: PersonCall,
  { productId, kind, title, ...fields }: Wanted & { productId: string; kind: DeliverableKind; title: string },
): Promise<{ deliverableId: string; version: number }> {
  const { platform } = call;
  const empty = { uploadId: null, address: null, text: null, mostDownloads: DEFAULT_DOWNLOADS };
  const content = toContent(kind, { ...empty, title, ...fields });
  await finishUpload(app, call, content.uploadId ?? undefined);
  const id = newId();
  return app.database.transaction(platform.id, async (transaction) => {
    const product = await lockOwnProduct(transaction, call, productId);
    const present = await transaction.list(selectIds(platform.id, productId));
    if (present.length >= MOST_DELIVERABLES) throw new AppError('DELIVERABLE_LIMIT', { fields: ['productId'] });
    await transaction.runAll([
      insertDeliverable(platform.id, present.length + 1, { id, productId, kind, ...content }),
      describe(call, product, { deliverableId: id, kind, before: null, after: content }),
    ]);
    return { deliverableId: id, version: 1 };
  });
}

interface Edited {
  deliverableId: string;
  version: number;
}

function changeDeliverable<T>(
  app: App,
  { platform, person }: PersonCall,
  deliverableId: string,
  work: (transaction: Transaction, deliverable: LockedDeliverable) => Promise<T>,
): Promise<T> {
  return app.database.transaction(platform.id, async (transaction) => {
    const deliverable = await transaction.find(lockOwn(platform.id, deliverableId, person.id));
    if (!deliverable) throw deliverableNotFound();
    return work(transaction, deliverable);
  });
}

const deliverableNotFound = () => new AppError('DELIVERABLE_NOT_FOUND', { fields: ['deliverableId'] });
const productOf = ({ productId, productName }: LockedDeliverable) => ({ id: productId, name: productName });

export async function updateDeliverable(
  app: App,
  call: PersonCall,
  { deliverableId, version, ...fields }: Edited & Wanted,
): Promise<{ version: number }> {
  const { platform } = call;
  await finishUpload(app, call, fields.uploadId);
  return changeDeliverable(app, call, deliverableId, async (transaction, deliverable) => {
    checkVersion(deliverable, version, Object.keys(COLUMNS));
    const { title, uploadId, address, text, mostDownloads } = deliverable;
    const before: Content = { title, uploadId, address, text, mostDownloads };
    const after = toContent(deliverable.kind, { ...before, ...fields });
    const change = findChange(before, after);
    if (!change) return { version: deliverable.version };
    const key = { platformId: platform.id, id: deliverableId };
    const row = await transaction.find(updateFields('deliverable', COLUMNS, key, change.after));
    await transaction.run(describe(call, productOf(deliverable), { deliverableId, ...change }));
    return { version: row?.version ?? deliverable.version };
  });
}

export const removeDeliverable = (app: App, call: PersonCall, edited: Edited): Promise<void> =>
  changeDeliverable(app, call, edited.deliverableId, async (transaction, deliverable) => {
    const { platform } = call;
    const { id, title } = deliverable;
    checkVersion(deliverable, edited.version);
    const awaited = await transaction.find(selectIsAwaited(platform.id, id));
    if (awaited?.isAwaited) throw new AppError('DELIVERABLE_AWAITED');
    await transaction.runAll([
      markRemoved(platform.id, id, app.clock.now()),
      describe(call, productOf(deliverable), { deliverableId: id, before: { title }, after: null }),
    ]);
  });

/** Throws EDIT_CONFLICT where another tab sorted meanwhile, or the ids are not those that are there: something was added or removed. */
export function sortDeliverables(
  app: App,
  call: PersonCall,
  { productId, version, deliverableIds }: { productId: string; version: number; deliverableIds: readonly string[] },
): Promise<{ version: number }> {
  const { platform } = call;
  return app.database.transaction(platform.id, async (transaction) => {
    const product = await lockOwnProduct(transaction, call, productId);
    const present = (await transaction.list(selectIds(platform.id, productId))).map(({ id }) => id);
    checkVersion(product, version, ['deliverableIds']);
    if (present.length !== deliverableIds.length || !present.every((id) => deliverableIds.includes(id)))
      throw new AppError('EDIT_CONFLICT', { fields: ['deliverableIds'] });
    const key = { platformId: platform.id, id: productId };
    const row = await transaction.find(updateFields('product', {}, key, { deliverableIds }));
    await transaction.runAll([
      placeDeliverables(platform.id, deliverableIds),
      describe(call, product, { before: present, after: deliverableIds }),
    ]);
    return { version: row?.version ?? version };
  });
}

const keysOf = (
  app: App,
  call: PersonCall,
  deliverableId: string,
  work: (
    transaction: Transaction,
    deliverable: LockedDeliverable,
  ) => Promise<Record<'added' | 'handedOut' | 'deleted', number>>,
) =>
  changeDeliverable(app, call, deliverableId, async (transaction, deliverable) => {
    if (deliverable.kind !== 'KEY') throw deliverableNotFound();
    const counts = await work(transaction, deliverable);
    await transaction.run(describe(call, productOf(deliverable), { deliverableId, keys: counts }));
    return counts;
  });

export const addKeys = (
  app: App,
  call: PersonCall,
  { deliverableId, keys }: { deliverableId: string; keys: readonly string[] },
) =>
  keysOf(app, call, deliverableId, async (transaction) => {
    const { platform } = call;
    const values = [...new Set(keys.map((key) => key.trim()))].filter((key) => key !== '');
    const present = await transaction.find(countKeys(platform.id, deliverableId));
    if ((present?.free ?? 0) + values.length > MOST_FREE_KEYS) throw new AppError('KEY_LIMIT', { fields: ['keys'] });
    const rows = values.map((value) => ({ id: newId(), value }));
    const added = await transaction.run(insertKeys(platform.id, deliverableId, rows));
    if (added > 0)
      await transaction.run(updateFields('deliverable', {}, { platformId: platform.id, id: deliverableId }, { keys }));
    let handedOut = 0;
    for (;;) {
      const given = await handOut(transaction, platform.id, deliverableId);
      handedOut += given;
      if (given < AT_ONCE) return { added, handedOut, deleted: 0 };
    }
  });

/** Throws EDIT_CONFLICT where keys were added since the list was read, which are not to go with the wrong ones. */
export const deleteFreeKeys = (app: App, call: PersonCall, { deliverableId, version }: Edited) =>
  keysOf(app, call, deliverableId, async (transaction, deliverable) => {
    checkVersion(deliverable, version, ['keys']);
    const deleted = await transaction.run(deleteFree(call.platform.id, deliverableId));
    return { added: 0, handedOut: 0, deleted };
  });
