/**
 * Has a provider look at the documents that a person has handed in, where the platform wants that, and keeps what it says for the team. The provider
 * decides alone only where the platform lets it, and never about a person for whom two members of the team are needed.
 */
import { isProviderError, mapStatus } from '@feira/plugin-kit';
import type { PersonCheckResult, PersonCheckStatus } from '@feira/schemas/person-check';
import { RECEIVER_FILES_BYTES, type ReceiverFile } from '@feira/schemas/provider';
import type { RefusalReason, VerificationDocument } from '@feira/schemas/verification';
import type { FastifyInstance } from 'fastify';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { type Caller, recordEvent } from '../audit/service.ts';
import {
  type Connection,
  type ConnectionsApp,
  callProvider,
  findConnection,
  listConnections,
} from '../connections/service.ts';
import type { EventSubject } from '../webhooks/service.ts';
import { needsTwo, toSubject } from './deciding.ts';
import {
  decide,
  lockVerification,
  type ProviderCheck,
  refuseDocument,
  selectByCheck,
  selectUnchecked,
  selectVerification,
  type VerificationRow,
  writeCheck,
} from './model.ts';
import { announceStatus, notifyPerson } from './notices.ts';
import { readFiles } from './service.ts';
import { typeOfDocument } from './views.ts';

type App = ConnectionsApp & Pick<FastifyInstance, 'database' | 'dataKeys' | 'clock' | 'log' | 'findPlatform'>;

/** The caller in the log of what a provider does: no person does it. */
const PROVIDER: Caller = { headers: {}, person: null, ip: null };
/** The waits between two questions; after the last one the team decides without an answer. */
const WAIT_SECONDS = [30, 60, 300, 900, 3_600, 3_600, 21_600, 21_600, 86_400];
const LONGEST_REASON = 300;

const canCheck = ({ isEnabled, manifest }: Connection): boolean =>
  isEnabled && manifest.operations.includes('checkPerson');

/** Asks about all documents that wait for an answer. One person's trouble does not hold up the others. */
export async function checkDue(app: App): Promise<void> {
  const now = app.clock.now();
  for (const { platformId, personId } of await app.database.jobs.list(selectUnchecked(now)))
    await checkPerson(app, platformId, personId).catch((err: unknown) =>
      app.log.error({ err, personId }, 'The documents of a person could not be handed to a provider'),
    );
}

/** Hands the documents over, or asks what they prove. Returns false where the provider has not answered. */
export async function checkPerson(app: App, platformId: string, personId: string): Promise<boolean> {
  const platform = await app.findPlatform(platformId);
  if (!platform || platform.settings.verification.provider === 'NONE') return true;
  const row = await app.database.find(platformId, selectVerification(platformId, personId), true);
  if (row?.status !== 'IN_REVIEW') return true;
  const known = row.providerCheck?.version === row.version ? row.providerCheck : null;
  if (known && known.status !== 'PENDING') return true;
  const connection = known
    ? await findConnection(app, platformId, known.connectionId)
    : [...(await listConnections(app, platformId)).values()].find(canCheck);
  if (!connection) return true;
  const begun: ProviderCheck = known ?? {
    version: row.version,
    connectionId: connection.id,
    provider: connection.manifest.name,
    personCheckId: null,
    status: 'PENDING',
    reason: null,
    refusals: [],
    tries: 0,
    nextAt: null,
    answeredAt: null,
  };
  try {
    const told = begun.personCheckId
      ? await askAgain(connection, begun.personCheckId, toReference(row))
      : await handOver(app, platform, connection, row);
    if (!told) await keep(app, platform, row, toFailed(begun, app.clock.now()));
    else await keep(app, platform, row, toAnswered(app, connection, begun, told));
    return true;
  } catch (error) {
    if (!isProviderError(error)) throw error;
    app.log.warn({ err: error, personId, provider: connection.providerId }, 'A provider did not check documents');
    const isRefused = error.outcome === 'REJECTED';
    await keep(app, platform, row, isRefused ? toFailed(begun, app.clock.now()) : toLater(begun, app.clock.now()));
    return isRefused;
  }
}

/** Ours, one each time that the documents are handed in. */
const toReference = ({ personId, version }: VerificationRow): string => `${personId}-${version}`;

const askAgain = (connection: Connection, personCheckId: string, reference: string) =>
  callProvider(connection, 'getPersonCheck', { personCheckId, reference }, null);

/** Returns null where there is nothing that the provider could look at. */
async function handOver(
  app: App,
  platform: PlatformContext,
  connection: Connection,
  row: VerificationRow,
): Promise<PersonCheckResult | null> {
  const files = await readFiles(app, platform.id, row.personId);
  const documentType = typeOfDocument(row.document);
  const byteCount = files.reduce((sum, { content }) => sum + content.length, 0);
  if (!documentType || !row.document || files.length === 0 || byteCount > RECEIVER_FILES_BYTES) return null;
  // That they leave is written before they do.
  await app.database.write(platform.id, [
    recordEvent(platform.id, PROVIDER, {
      type: 'verification.handedOver',
      subject: toSubject(row),
      details: { provider: connection.providerId, connectionId: connection.id },
    }),
  ]);
  const held = files.map(({ kind, name, mediaType, content }) => {
    const bytes = new Uint8Array(content);
    const reference = connection.files.hold({ name, mediaType, content: Buffer.from(bytes) });
    return [kind, { reference, name, mediaType, byteCount: content.length }] as const;
  });
  try {
    const request = {
      reference: toReference(row),
      name: row.name,
      document: row.document,
      documentType,
      email: row.email,
      files: Object.fromEntries(held) as Partial<Record<VerificationDocument, ReceiverFile>>,
      webhookUrl: connection.webhookUrl,
    };
    return await callProvider(connection, 'checkPerson', request, null);
  } finally {
    for (const [, { reference }] of held) connection.files.drop(reference);
  }
}

const nextAt = (now: Date, tries: number): string | null => {
  const seconds = WAIT_SECONDS[tries - 1];
  return seconds === undefined ? null : new Date(now.getTime() + seconds * 1_000).toISOString();
};

/** A check that goes on is asked about again; after the last time the team decides without it. */
function toLater(check: ProviderCheck, now: Date): ProviderCheck {
  const tries = check.tries + 1;
  const next = nextAt(now, tries);
  return next ? { ...check, tries, nextAt: next } : toFailed({ ...check, tries }, now);
}

const toFailed = (check: ProviderCheck, now: Date): ProviderCheck => ({
  ...check,
  status: 'FAILED',
  nextAt: null,
  answeredAt: now.toISOString(),
});

function toAnswered(app: App, connection: Connection, check: ProviderCheck, told: PersonCheckResult): ProviderCheck {
  const now = app.clock.now();
  const { personCheckId, providerStatus, reason = null, refusals = [] } = told;
  const table = connection.manifest.status.personCheck;
  const status: PersonCheckStatus = table ? mapStatus(table, providerStatus).status : 'REVIEW';
  const known = { ...check, personCheckId };
  if (status === 'PENDING') return toLater(known, now);
  return {
    ...known,
    status,
    reason: reason?.slice(0, LONGEST_REASON) ?? null,
    refusals,
    tries: check.tries + 1,
    nextAt: null,
    answeredAt: now.toISOString(),
  };
}

/** Writes what is known, unless the team has decided meanwhile, and decides where the platform lets the provider. */
async function keep(app: App, platform: PlatformContext, row: VerificationRow, check: ProviderCheck): Promise<void> {
  const { id: platformId } = platform;
  await app.database.transaction(platformId, async (transaction) => {
    const locked = await transaction.find(lockVerification(platformId, row.personId));
    const written = locked && (await transaction.run(writeCheck(platformId, row.personId, check)));
    if (!written || platform.settings.verification.provider !== 'DECIDES') return;
    if (check.status === 'VERIFIED' && !(await needsTwo(transaction, platform, row.personId)))
      await transaction.runAll(toVerified(app, platform, row));
    if (check.status === 'REFUSED' && check.refusals.length > 0)
      await transaction.runAll(toRefused(app, platform, row, check.refusals));
  });
}

function toVerified({ clock }: App, { id, settings }: PlatformContext, row: VerificationRow) {
  const at = clock.now();
  const { validMonths } = settings.verification;
  return [
    decide(id, row.personId, { status: 'VERIFIED', note: null, by: null, at, validMonths }),
    notifyPerson(id, row.personId, { type: 'verification.verified', at }),
    announceStatus(id, row.personId, 'VERIFIED', at),
    recordEvent(id, PROVIDER, { type: 'verification.approved', subject: toSubject(row), details: { isLast: true } }),
  ];
}

/** The person reads the platform's reasons, and never the provider's words. */
function toRefused(
  { clock }: App,
  { id }: PlatformContext,
  row: VerificationRow,
  refusals: readonly { kind: VerificationDocument; reason: RefusalReason }[],
) {
  const at = clock.now();
  return [
    ...refusals.map((refusal) => refuseDocument(id, row.personId, refusal)),
    decide(id, row.personId, { status: 'REFUSED', note: null, by: null, at, validMonths: null }),
    notifyPerson(id, row.personId, { type: 'verification.refused', at, title: '' }),
    announceStatus(id, row.personId, 'REFUSED', at),
    recordEvent(id, PROVIDER, {
      type: 'verification.refused',
      subject: toSubject(row),
      details: { refusals: Object.fromEntries(refusals.map(({ kind, reason }) => [kind, reason])) },
    }),
  ];
}

/** An event is a reason to ask the provider, whoever sent it. */
export const personCheckSubject = (app: App): EventSubject => ({
  unknown: 'UNKNOWN_PERSON_CHECK',
  async find({ platformId, connectionId }, { personCheckId }) {
    const found = personCheckId
      ? await app.database.find(platformId, selectByCheck(platformId, connectionId, personCheckId), true)
      : null;
    return found
      ? {
          id: found.personId,
          version: null,
          paymentId: null,
          apply: () => checkPerson(app, platformId, found.personId),
        }
      : null;
  },
});
