/** Sellers write what buyers of a product get. Each change is in the log of events; the keys themselves are not. */
import { type DeliverableFields, deliverable as deliverableEntity } from '@feira/schemas/entities/deliverable';
import { defaultsOf, fieldsOf } from '@feira/schemas/entities/entity';
import type { Input } from '@feira/schemas/procedure';
import {
  MOST_DELIVERABLES,
  MOST_FREE_KEYS,
  type updateDeliverable as updateDeliverableCall,
} from '@feira/schemas/procedures/deliverables';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { findChange, queryIn, writeVersion } from '../../shared/edited-model.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import { finishFile } from '../media/service.ts';
import { lockOwnProduct } from '../products/service.ts';
import { checkVersion } from '../products/versioned-model.ts';
import { countKeys, deleteFree, insertKeys, selectIsAwaited } from './key-model.ts';
import { AT_ONCE, handOut } from './keys.ts';
import { Deliverable, type DeliverableKind, placeDeliverables, selectIds } from './model.ts';

type App = Pick<FastifyInstance, 'database' | 'storage' | 'config' | 'clock'>;

/** The field without which there is nothing to open. */
const NEEDED = { FILE: 'uploadId', ADDRESS: 'address', TEXT: 'text', KEY: null } as const;

/** Throws DELIVERABLE_INCOMPLETE, which names the field that is missing. Fields of other kinds are dropped. */
function toContent(kind: DeliverableKind, fields: DeliverableFields): DeliverableFields {
  const content = {
    ...fields,
    text: fields.text?.trim() ? fields.text : null,
    uploadId: kind === 'FILE' ? fields.uploadId : null,
    address: kind === 'ADDRESS' ? fields.address : null,
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

type Wanted = Omit<Input<typeof updateDeliverableCall>, keyof Edited>;

export async function createDeliverable(
  app: App,
  call: PersonCall,
  { productId, kind, title, ...fields }: Wanted & { productId: string; kind: DeliverableKind; title: string },
): Promise<{ deliverableId: string; version: number }> {
  const { platform } = call;
  const content = toContent(kind, { ...defaultsOf(deliverableEntity), title, ...fields });
  await finishUpload(app, call, content.uploadId ?? undefined);
  const id = newId();
  return app.database.transaction(platform.id, async (transaction) => {
    const product = await lockOwnProduct(transaction, call, productId);
    const present = await transaction.list(selectIds(platform.id, productId));
    if (present.length >= MOST_DELIVERABLES) throw new AppError('DELIVERABLE_LIMIT', { fields: ['productId'] });
    const place = { platformId: platform.id, id, productId, kind, position: present.length + 1 };
    await queryIn(transaction, Deliverable).insert({ ...place, ...content });
    await transaction.run(describe(call, product, { deliverableId: id, kind, before: null, after: content }));
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
  work: (transaction: Transaction, deliverable: Deliverable) => Promise<T>,
): Promise<T> {
  return app.database.transaction(platform.id, async (transaction) => {
    const deliverable = await Deliverable.lockOwn(transaction, deliverableId, person.id);
    if (!deliverable) throw deliverableNotFound();
    return work(transaction, deliverable);
  });
}

const deliverableNotFound = () => new AppError('DELIVERABLE_NOT_FOUND', { fields: ['deliverableId'] });
const productOf = ({ productId, productName }: Deliverable) => ({ id: productId, name: productName });

export async function updateDeliverable(
  app: App,
  call: PersonCall,
  { deliverableId, version, ...fields }: Edited & Wanted,
): Promise<{ version: number }> {
  await finishUpload(app, call, fields.uploadId);
  return changeDeliverable(app, call, deliverableId, async (transaction, deliverable) => {
    checkVersion(deliverable, version, fieldsOf(deliverableEntity));
    const before: DeliverableFields = deliverable.values();
    const change = findChange(before, toContent(deliverable.kind, { ...before, ...fields }));
    if (!change) return { version: deliverable.version };
    const next = await writeVersion(transaction, deliverable, change.after);
    await transaction.run(describe(call, productOf(deliverable), { deliverableId, ...change }));
    return { version: next };
  });
}

export const removeDeliverable = (app: App, call: PersonCall, edited: Edited): Promise<void> =>
  changeDeliverable(app, call, edited.deliverableId, async (transaction, deliverable) => {
    const { platform } = call;
    const { id, title } = deliverable;
    checkVersion(deliverable, edited.version);
    const awaited = await transaction.find(selectIsAwaited(platform.id, id));
    if (awaited?.isAwaited) throw new AppError('DELIVERABLE_AWAITED');
    await writeVersion(transaction, deliverable, { removedAt: app.clock.now() }, []);
    await transaction.run(
      describe(call, productOf(deliverable), { deliverableId: id, before: { title }, after: null }),
    );
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
    const next = await writeVersion(transaction, product, {}, ['deliverableIds']);
    await transaction.runAll([
      placeDeliverables(platform.id, deliverableIds),
      describe(call, product, { before: present, after: deliverableIds }),
    ]);
    return { version: next };
  });
}

const keysOf = (
  app: App,
  call: PersonCall,
  deliverableId: string,
  work: (
    transaction: Transaction,
    deliverable: Deliverable,
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
  keysOf(app, call, deliverableId, async (transaction, deliverable) => {
    const { platform } = call;
    const values = [...new Set(keys.map((key) => key.trim()))].filter((key) => key !== '');
    const present = await transaction.find(countKeys(platform.id, deliverableId));
    if ((present?.free ?? 0) + values.length > MOST_FREE_KEYS) throw new AppError('KEY_LIMIT', { fields: ['keys'] });
    const rows = values.map((value) => ({ id: newId(), value }));
    const added = await transaction.run(insertKeys(platform.id, deliverableId, rows));
    if (added > 0) await writeVersion(transaction, deliverable, {}, ['keys']);
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
