/** Takes requests for erasure, and carries them out once nothing stands in their way. */
import { HOST_PATHS } from '@feira/schemas/addresses';
import type { PrivacyHindrance } from '@feira/schemas/procedures/privacy';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { isErasedEmail } from '../../shared/erased.ts';
import { newId } from '../../shared/ids.ts';
import { checkSecondPerson } from '../approvals/service.ts';
import { recordEvent } from '../audit/service.ts';
import { prepareMail } from '../mail/service.ts';
import { AS_PRIVACY, eraseSubjects, findSubject } from './erase.ts';
import { ERASED_LINE, nameErased } from './erased-line.ts';
import {
  APPROVALS,
  addApproval,
  closeRequest,
  forgetRecipients,
  insertRequest,
  lockRequest,
  type RequestRow,
  selectByEmail,
  selectDue,
  selectHasPassword,
  selectHindrances,
  selectLastRequest,
  selectMeant,
  selectSentNews,
  withdrawRequests,
} from './request-model.ts';
import type { Subject, SubjectRows } from './subject-model.ts';

export type PrivacyApp = Pick<
  FastifyInstance,
  'config' | 'database' | 'clock' | 'dataKeys' | 'findPlatform' | 'findPlatformUrl' | 'log'
>;

const REQUEST = { fields: ['requestId'] };
const PERMISSION = 'isUserAdvancedOptionsAvailable';

const isOpen = (row: RequestRow | undefined): row is RequestRow => row?.state === 'WAITING';

export async function readOwnPrivacy(app: PrivacyApp, { platform, person }: PersonCall) {
  const subject = { personId: person.id, email: person.email.toLowerCase() };
  const [requests, hindrances] = await app.database.read(
    platform.id,
    [selectLastRequest(platform.id, subject), selectHindrances(platform.id, subject)],
    true,
  );
  return { request: requests.rows[0] ?? null, hindrances: hindrances.rows[0]?.hindrances ?? [] };
}

/** Asking while a request waits changes nothing, and mails nothing. */
async function ask(
  app: PrivacyApp,
  call: PersonCall,
  subject: Subject & { name: string },
  askedBy: string | null,
): Promise<void> {
  const { platform, request } = call;
  const id = newId();
  const link = `${await app.findPlatformUrl(platform.id)}${HOST_PATHS.account}`;
  await app.database.transaction(platform.id, async (transaction) => {
    const inserted = await transaction.find(
      insertRequest(platform.id, { id, ...subject, askedBy, at: app.clock.now() }),
    );
    if (!inserted) return;
    const { email: to, name, personId } = subject;
    const mail = {
      to,
      template: 'erasure-asked',
      locale: platform.settings.locale,
      parameters: { name, link },
    } as const;
    await transaction.runAll([
      recordEvent(platform.id, request, {
        type: 'privacy.erasureAsked',
        ...(personId && { subject: { type: 'person', id: personId, name, email: to } as const }),
      }),
      await prepareMail(app, platform.id, mail),
    ]);
  });
}

/**
 * Throws unless the person has just confirmed who they are. Buyers who come by a mailed link have no other proof than their mailbox, which
 * also gets the mail by which a request is taken back.
 */
export async function checkOwner(app: PrivacyApp, { platform, person }: PersonCall): Promise<void> {
  if (person.impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
  if (person.isFresh) return;
  const row = await app.database.find(platform.id, selectHasPassword(platform.id, person.id), true);
  if (row?.hasPassword) throw new AppError('REAUTHENTICATION_REQUIRED');
}

export async function askForErasure(app: PrivacyApp, call: PersonCall): Promise<void> {
  await checkOwner(app, call);
  const { id: personId, email, name } = call.person;
  await ask(app, call, { personId, email: email.toLowerCase(), name }, null);
}

/** Throws PERSON_NOT_FOUND where the platform has neither an account nor a purchase of the e-mail. */
export async function writeDownRequest(app: PrivacyApp, call: PersonCall, typed: string): Promise<void> {
  const email = typed.toLowerCase();
  const isErased = isErasedEmail(email);
  const found = isErased
    ? undefined
    : await app.database.find(call.platform.id, selectByEmail(call.platform.id, email), true);
  if (!found) throw new AppError('PERSON_NOT_FOUND', { fields: ['email'] });
  await ask(app, call, found, call.person.id);
}

export async function withdrawErasure(app: PrivacyApp, { platform, person, request }: PersonCall): Promise<void> {
  if (person.impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
  const subject = { personId: person.id, email: person.email.toLowerCase() };
  return app.database.transaction(platform.id, async (transaction) => {
    const count = await transaction.run(withdrawRequests(platform.id, subject, app.clock.now()));
    if (count === 0) throw new AppError('PRIVACY_REQUEST_NOT_FOUND');
    await transaction.run(recordEvent(platform.id, request, { type: 'privacy.erasureWithdrawn' }));
  });
}

async function findOpen(transaction: Transaction, platformId: string, id: string): Promise<RequestRow> {
  const row = await transaction.find(lockRequest(platformId, id));
  if (!row) throw new AppError('PRIVACY_REQUEST_NOT_FOUND', REQUEST);
  if (!isOpen(row)) throw new AppError('PRIVACY_REQUEST_CLOSED', REQUEST);
  return row;
}

async function listHindrances(
  transaction: Transaction,
  platformId: string,
  subjects: readonly Subject[],
): Promise<PrivacyHindrance[]> {
  const found: PrivacyHindrance[] = [];
  for (const subject of subjects)
    found.push(...((await transaction.find(selectHindrances(platformId, subject)))?.hindrances ?? []));
  return found;
}

/** The subject of the log's event, which the erasure of the person overwrites. */
const asSubject = ({ personId, email }: Subject) =>
  personId ? { subject: { type: 'person', id: personId, name: email, email } as const } : {};

export function approveRequest(
  app: PrivacyApp,
  { platform, person, request }: PersonCall,
  id: string,
): Promise<{ isComplete: boolean }> {
  return app.database.transaction(platform.id, async (transaction) => {
    const row = await findOpen(transaction, platform.id, id);
    const meant = await transaction.list(selectMeant(platform.id, row));
    const hindrances = await listHindrances(transaction, platform.id, meant);
    if (!hindrances.includes('MONEY') || row.approvals.length >= APPROVALS)
      throw new AppError('PRIVACY_APPROVAL_UNNEEDED', REQUEST);
    if (row.personId === person.id || row.approvals.some(({ personId }) => personId === person.id))
      throw new AppError('APPROVER_SAME', REQUEST);
    await checkSecondPerson(transaction, platform.id, {
      permission: PERMISSION,
      firstId: row.approvals[0]?.personId ?? null,
      secondId: person.id,
      concernedIds: row.personId ? [row.personId] : [],
      field: 'requestId',
    });
    const isComplete = row.approvals.length + 1 >= APPROVALS;
    await transaction.runAll([
      addApproval(platform.id, id, { personId: person.id, at: app.clock.now().toISOString() }),
      recordEvent(platform.id, request, {
        type: 'privacy.erasureApproved',
        ...asSubject(row),
        details: { isLast: isComplete },
      }),
    ]);
    return { isComplete };
  });
}

export function refuseRequest(
  app: PrivacyApp,
  { platform, person, request }: PersonCall,
  { requestId, reason }: { requestId: string; reason: string },
): Promise<void> {
  return app.database.transaction(platform.id, async (transaction) => {
    const row = await findOpen(transaction, platform.id, requestId);
    const mail = {
      to: row.email,
      template: 'erasure-refused',
      locale: platform.settings.locale,
      parameters: { reason },
    } as const;
    await transaction.runAll([
      closeRequest(platform.id, requestId, { state: 'REFUSED', at: app.clock.now(), closedBy: person.id, reason }),
      recordEvent(platform.id, request, { type: 'privacy.erasureRefused', ...asSubject(row), details: { reason } }),
      await prepareMail(app, platform.id, mail),
    ]);
  });
}

/** Erases the person of one request. Returns false where something stands in its way, or where it does not wait any more. */
export async function carryOut(app: PrivacyApp, platformId: string, id: string): Promise<boolean> {
  const platform = await app.findPlatform(platformId);
  if (!platform) return false;
  return app.database.transaction(platformId, async (transaction) => {
    const row = await transaction.find(lockRequest(platformId, id));
    if (!isOpen(row)) return false;
    const meant = await transaction.list(selectMeant(platformId, row));
    // The purchases are selected before their hindrances: one of this very moment either hinders, or stays as it is.
    const found: SubjectRows[] = [];
    for (const subject of meant) found.push(await findSubject(transaction, platformId, subject));
    const hindrances = await listHindrances(transaction, platformId, meant);
    const isAgreed = row.approvals.length >= APPROVALS;
    if (hindrances.some((hindrance) => !(hindrance === 'MONEY' && isAgreed))) return false;
    const counts = await eraseSubjects(transaction, platformId, found);
    // Written after the erasure, which overwrites the mails to this address; its recipient goes once it was sent.
    const to = meant[0]?.email ?? row.email;
    const mail = { to, template: 'erasure-done', locale: platform.settings.locale, parameters: {} } as const;
    await transaction.runAll([
      closeRequest(platformId, id, { state: 'DONE', at: app.clock.now(), counts }),
      await prepareMail(app, platformId, mail),
    ]);
    // Says whom to erase again after the restore of an older backup, in which an account has another request, and some buyers have none.
    const emails = new Set([row.email, ...meant.map(({ email }) => email)]);
    const subjects = [...emails].map((email) => nameErased(app.config.encryptionKey, platformId, email));
    app.log.info({ platformId, requestId: id, personId: row.personId, subjects, counts }, ERASED_LINE);
    return true;
  });
}

/** Carries out every request whose wait is over. One that fails does not keep the others. */
export async function carryOutDue(app: PrivacyApp): Promise<number> {
  let done = 0;
  for (const { platformId, id } of await app.database.jobs.list(selectDue(app.clock.now()))) {
    try {
      if (await carryOut(app, platformId, id)) done += 1;
    } catch (error) {
      app.log.error(
        { err: error, platformId, requestId: id, alert: 'erasure-failed' },
        'A person could not be erased.',
      );
    }
  }
  return done;
}

/** The mail that says that everything was erased has left: its address goes, too. */
export async function forgetErasedRecipients({ database }: Pick<PrivacyApp, 'database'>): Promise<void> {
  for (const { platformId } of await database.jobs.list(selectSentNews()))
    await database.transaction(platformId, async (transaction) => {
      await transaction.runAll([AS_PRIVACY, forgetRecipients(platformId)]);
    });
}
