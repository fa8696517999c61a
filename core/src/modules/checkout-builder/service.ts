/** Saves, publishes and tests the settings of checkouts, for their sellers. */
import { isDeepStrictEqual } from 'node:util';
import type { CheckoutBuilderConfig } from '@feira/schemas/checkout';
import type { TestVariant } from '@feira/schemas/procedures/checkout-builder';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import { type Offer, selectPreviewedOffer } from '../offers/model.ts';
import {
  type Draft,
  deleteOldVersions,
  endTest as endTestRow,
  insertTest,
  insertVersion,
  type Look,
  lockLook,
  saveDraft as saveDraftRow,
  selectDraft,
  selectLook,
  setPublished,
} from './model.ts';

export { chooseVariant, configOf, readVariants, type Variants, versionOf } from './variants.ts';

type App = Pick<FastifyInstance, 'database'>;

const offerNotFound = () => new AppError('OFFER_NOT_FOUND', { fields: ['offerId'] });

/** The time as sellers read it. The page says it in the reader's own time zone. */
const sayTime = (locale: string, time: Date) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short', timeZone: 'America/Sao_Paulo' }).format(
    time,
  );

/** Says who has saved the draft meanwhile, and when. */
function draftConflict(draft: Draft | undefined): AppError {
  if (!draft) return new AppError('EDIT_CONFLICT', { fields: ['version'] });
  const { savedBy, savedAt } = draft;
  const [inPortuguese, inEnglish] = [sayTime('pt-BR', savedAt), sayTime('en', savedAt)];
  return new AppError('EDIT_CONFLICT', {
    reasons: {
      version: {
        'pt-BR': `Salvo por ${savedBy ?? 'outra pessoa'} em ${inPortuguese} (horário de Brasília).`,
        en: `Saved by ${savedBy ?? 'somebody else'} on ${inEnglish} (Brasília time).`,
      },
    },
  });
}

/** Returns who really acts: an administrator who is signed in as the seller is named instead of the seller. */
const actorOf = ({ person }: PersonCall): string => person.impersonator?.id ?? person.id;

/** Throws where the offer is not the caller's. */
export async function getLook(app: App, { platform, person }: PersonCall, offerId: string): Promise<Look> {
  const look = await app.database.find(platform.id, selectLook(platform.id, offerId, person.id), true);
  if (!look) throw offerNotFound();
  return look;
}

export const findDraft = (app: App, platformId: string, offerId: string): Promise<Draft | undefined> =>
  app.database.find(platformId, selectDraft(platformId, offerId), true);

export async function saveDraft(
  app: App,
  call: PersonCall,
  { offerId, version, config }: { offerId: string; version: number; config: CheckoutBuilderConfig },
): Promise<Pick<Draft, 'version' | 'savedAt'>> {
  await getLook(app, call, offerId);
  const { id: platformId } = call.platform;
  return app.database.transaction(platformId, async (transaction) => {
    const saved = await transaction.find(
      saveDraftRow(platformId, { offerId, version, config, personId: actorOf(call) }),
    );
    if (!saved) throw draftConflict(await transaction.find(selectDraft(platformId, offerId)));
    return saved;
  });
}

/** Locks the caller's offer and returns its published settings. */
async function lockOffer(transaction: Transaction, { platform, person }: PersonCall, offerId: string): Promise<Look> {
  await transaction.run(lockLook(platform.id, offerId, person.id));
  // A new statement, because the one that has waited for the lock still sees what was there before.
  const look = await transaction.find(selectLook(platform.id, offerId, person.id));
  if (!look) throw offerNotFound();
  return look;
}

/** Returns the settings that were read as `version`; those that are published where nobody has saved a draft yet. */
async function readDraft(
  transaction: Transaction,
  { platform }: PersonCall,
  look: Look,
  version: number,
): Promise<CheckoutBuilderConfig> {
  const draft = await transaction.find(selectDraft(platform.id, look.offerId));
  if ((draft?.version ?? 0) !== version) throw draftConflict(draft);
  return draft?.config ?? look.config;
}

/** Returns the version that is published. Settings from before there were versions become the first one, to go back to. */
async function keepPublished(transaction: Transaction, { platform }: PersonCall, look: Look): Promise<string> {
  if (look.versionId) return look.versionId;
  const id = newId();
  const { offerId, config } = look;
  await transaction.runAll([
    insertVersion(platform.id, { id, offerId, config, personId: null }),
    setPublished(platform.id, offerId, id),
  ]);
  return id;
}

const toSubject = ({ offerId, title }: Look) => ({ type: 'offer', id: offerId, name: title }) as const;

export function publishDraft(
  app: App,
  call: PersonCall,
  { offerId, version }: { offerId: string; version: number },
): Promise<{ versionId: string; number: number }> {
  const { platform, request } = call;
  return app.database.transaction(platform.id, async (transaction) => {
    const look = await lockOffer(transaction, call, offerId);
    if (look.runningTestId) throw new AppError('CHECKOUT_TEST_RUNNING', { fields: ['offerId'] });
    const config = await readDraft(transaction, call, look, version);
    if (look.versionId && look.number && isDeepStrictEqual(config, look.config))
      return { versionId: look.versionId, number: look.number };
    await keepPublished(transaction, call, look);
    const versionId = newId();
    const inserted = await transaction.find(
      insertVersion(platform.id, { id: versionId, offerId, config, personId: actorOf(call) }),
    );
    const { number } = inserted as { number: number };
    await transaction.runAll([
      setPublished(platform.id, offerId, versionId),
      deleteOldVersions(platform.id, offerId),
      recordEvent(platform.id, request, {
        type: 'offer.pagePublished',
        subject: toSubject(look),
        details: { versionId, number },
      }),
    ]);
    return { versionId, number };
  });
}

export function startTest(
  app: App,
  call: PersonCall,
  { offerId, version, shareB }: { offerId: string; version: number; shareB: number },
): Promise<{ testId: string }> {
  const { platform, request } = call;
  return app.database.transaction(platform.id, async (transaction) => {
    const look = await lockOffer(transaction, call, offerId);
    if (look.runningTestId) throw new AppError('CHECKOUT_TEST_RUNNING', { fields: ['offerId'] });
    const config = await readDraft(transaction, call, look, version);
    if (isDeepStrictEqual(config, look.config)) throw new AppError('CHECKOUT_DRAFT_UNCHANGED', { fields: ['version'] });
    const versionAId = await keepPublished(transaction, call, look);
    const [testId, versionBId] = [newId(), newId()];
    const personId = actorOf(call);
    await transaction.runAll([
      insertVersion(platform.id, { id: versionBId, offerId, config, personId }),
      insertTest(platform.id, { id: testId, offerId, versionAId, versionBId, shareB, personId }),
      recordEvent(platform.id, request, {
        type: 'offer.testStarted',
        subject: toSubject(look),
        details: { testId, versionAId, versionBId, shareB },
      }),
    ]);
    return { testId };
  });
}

export function endTest(
  app: App,
  call: PersonCall,
  { offerId, testId, winner }: { offerId: string; testId: string; winner: TestVariant },
): Promise<{ versionId: string }> {
  const { platform, request } = call;
  return app.database.transaction(platform.id, async (transaction) => {
    const look = await lockOffer(transaction, call, offerId);
    const ended = await transaction.find(endTestRow(platform.id, { offerId, testId, winner }));
    if (!ended) throw new AppError('CHECKOUT_TEST_NOT_FOUND', { fields: ['testId'] });
    await transaction.runAll([
      setPublished(platform.id, offerId, ended.versionId),
      recordEvent(platform.id, request, {
        type: 'offer.testEnded',
        subject: toSubject(look),
        details: { testId, winner, versionId: ended.versionId },
      }),
    ]);
    return ended;
  });
}

/** Returns the caller's offer with the settings of its draft, whether or not it is on sale; null where it is not theirs. */
export async function findPreviewedOffer(
  app: App,
  platformId: string,
  sellerId: string,
  offerId: string,
): Promise<Offer | null> {
  const [[offer], [draft]] = await Promise.all([
    app.database.list(platformId, selectPreviewedOffer(platformId, offerId, sellerId), true),
    app.database.list(platformId, selectDraft(platformId, offerId), true),
  ]);
  return offer ? { ...offer, checkoutBuilderConfig: draft?.config ?? offer.checkoutBuilderConfig } : null;
}
