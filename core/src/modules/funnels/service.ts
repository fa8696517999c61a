/** Creates, changes and deletes the funnels of sellers with an audit event each, and finds the one that a purchase opens. */
import type { FunnelFields } from '@feira/schemas/entities/funnel';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { queryIn } from '../../shared/edited-model.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import {
  Funnel as EditedFunnel,
  type FunnelStep,
  markDeleted,
  selectEnabledFunnel,
  selectFigures,
  selectOwnFunnel,
  selectOwnOffers,
} from './model.ts';

type App = Pick<FastifyInstance, 'database'>;

const notFound = () => new AppError('FUNNEL_NOT_FOUND', { fields: ['funnelId'] });

/** Returns who really acts: an administrator who is signed in as the seller is named instead of the seller. */
const actorOf = ({ person }: PersonCall): string => person.impersonator?.id ?? person.id;

/** Tells whether the list is one tree: its root first, and every other step behind exactly one answer. */
export function isTree(steps: readonly FunnelStep[]): boolean {
  const byId = new Map(steps.map((step) => [step.id, step]));
  if (byId.size !== steps.length) return false;
  const reached = new Set<string>();
  const open = [steps[0]?.id ?? null];
  while (open.length > 0) {
    const id = open.pop();
    if (id === null || id === undefined) continue;
    const step = byId.get(id);
    if (!step || reached.has(id)) return false;
    reached.add(id);
    open.push(step.onAccept, step.onDecline);
  }
  return reached.size === steps.length;
}

async function checkTerms(
  transaction: Transaction,
  { platform, person }: PersonCall,
  terms: FunnelFields,
): Promise<void> {
  const { steps, offerId } = terms;
  if (!isTree(steps)) throw new AppError('FUNNEL_TREE_INVALID', { fields: ['steps'] });
  const ids = [...new Set([offerId, ...steps.map((step) => step.offerId)])];
  const own = new Map(
    (await transaction.list(selectOwnOffers(platform.id, person.id, ids))).map((offer) => [offer.id, offer]),
  );
  const entry = own.get(offerId);
  if (!entry) throw new AppError('OFFER_NOT_FOUND', { fields: ['offerId'] });
  if (own.size !== ids.length) throw new AppError('OFFER_NOT_FOUND', { fields: ['steps'] });
  const isSuitable = steps.every((step) => {
    const offer = own.get(step.offerId);
    return offer?.type === 'ONE_TIME' && offer.coin === entry.coin;
  });
  if (!isSuitable) throw new AppError('FUNNEL_OFFER_UNSUITABLE', { fields: ['steps'] });
}

/** Says who has saved the funnel meanwhile, and when. */
function conflictWith({ saverName, savedAt }: EditedFunnel): AppError {
  const sayTime = (locale: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short', timeZone: 'America/Sao_Paulo' }).format(
      savedAt,
    );
  return new AppError('EDIT_CONFLICT', {
    reasons: {
      version: {
        'pt-BR': `Salvo por ${saverName ?? 'outra pessoa'} em ${sayTime('pt-BR')} (horário de Brasília).`,
        en: `Saved by ${saverName ?? 'somebody else'} on ${sayTime('en')} (Brasília time).`,
      },
    },
  });
}

/** Two enabled funnels of one offer would compete for its buyers. */
function toTaken(error: unknown): unknown {
  const isTaken = error instanceof pg.DatabaseError && error.constraint === 'funnel_entry';
  return isTaken ? new AppError('FUNNEL_ENTRY_TAKEN', { fields: ['offerId'], cause: error }) : error;
}

export async function createFunnel(app: App, call: PersonCall, terms: FunnelFields): Promise<{ funnelId: string }> {
  const { platform, person, request } = call;
  const id = newId();
  try {
    await app.database.transaction(platform.id, async (transaction) => {
      await checkTerms(transaction, call, terms);
      const place = { platformId: platform.id, id, sellerId: person.id, savedBy: actorOf(call) };
      await queryIn(transaction, EditedFunnel).insert({ ...place, ...terms });
      await transaction.run(
        recordEvent(platform.id, request, {
          type: 'funnel.changed',
          subject: { type: 'funnel', id, name: terms.name },
          details: { before: null, after: terms },
        }),
      );
    });
  } catch (error) {
    throw toTaken(error);
  }
  return { funnelId: id };
}

export async function updateFunnel(
  app: App,
  call: PersonCall,
  { funnelId, version, ...terms }: FunnelFields & { funnelId: string; version: number },
): Promise<{ version: number }> {
  const { platform, person, request } = call;
  try {
    return await app.database.transaction(platform.id, async (transaction) => {
      const funnel = await EditedFunnel.lockOwn(transaction, funnelId, person.id);
      if (!funnel) throw notFound();
      if (funnel.version !== version) throw conflictWith(funnel);
      await checkTerms(transaction, call, terms);
      const next = await funnel.save(transaction, terms, actorOf(call));
      await transaction.run(
        recordEvent(platform.id, request, {
          type: 'funnel.changed',
          subject: { type: 'funnel', id: funnelId, name: terms.name },
          details: { before: funnel.values(), after: terms },
        }),
      );
      return { version: next };
    });
  } catch (error) {
    throw toTaken(error);
  }
}

export function deleteFunnel(app: App, { platform, person, request }: PersonCall, funnelId: string): Promise<void> {
  return app.database.transaction(platform.id, async (transaction) => {
    const funnel = await EditedFunnel.lockOwn(transaction, funnelId, person.id);
    if (!funnel) throw notFound();
    await transaction.runAll([
      markDeleted(platform.id, funnelId),
      recordEvent(platform.id, request, {
        type: 'funnel.changed',
        subject: { type: 'funnel', id: funnelId, name: funnel.name },
        details: { before: funnel.values(), after: null },
      }),
    ]);
  });
}

/** Returns a funnel of the seller with the numbers of the steps that were shown. */
export async function getFunnel(app: App, platformId: string, sellerId: string, funnelId: string) {
  const funnel = await app.database.find(platformId, selectOwnFunnel(platformId, funnelId, sellerId), true);
  if (!funnel) throw notFound();
  const figures = await app.database.list(platformId, selectFigures(platformId, funnelId), true);
  return { funnel, figures };
}

export interface Funnel {
  id: string;
  /** The root is the first. */
  steps: FunnelStep[];
}

/** Returns the enabled funnel that follows a purchase of this offer; null where there is none. */
export async function findFunnel(
  app: Pick<FastifyInstance, 'database' | 'cache'>,
  platformId: string,
  offerId: string,
): Promise<Funnel | null> {
  // The cache keeps no empty answers, and most offers have no funnel.
  const { found } = await app.cache.get(platformId, `funnel:${offerId}`, async () => ({
    found: (await app.database.find(platformId, selectEnabledFunnel(platformId, offerId), true)) ?? null,
  }));
  return found;
}
