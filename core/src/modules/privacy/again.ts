/**
 * Erases people once more after the restore of an older backup, which holds them still. The log names whom it erased: an account by its id, and
 * e-mails by an HMAC, which is looked for among the e-mails of the restored database.
 */
import { PRIVACY_WAIT_DAYS, type PrivacyHindrance } from '@feira/schemas/procedures/privacy';
import type { Statement } from '../../plugins/database.ts';
import { isErasedEmail } from '../../shared/erased.ts';
import { newId } from '../../shared/ids.ts';
import { type ErasedPerson, nameErased } from './erased-line.ts';
import { insertRequest, selectByEmail, selectHindrances, selectLastRequest } from './request-model.ts';
import { carryOut, type PrivacyApp } from './service.ts';
import type { Subject } from './subject-model.ts';

export interface ErasedAgain {
  erased: number;
  /** People whose erasure waits for something: it goes on by itself, or once the team agrees. */
  waiting: { platformId: string; personId: string | null; hindrances: PrivacyHindrance[] }[];
  /** People whom this database does not hold, because they came after the backup or were erased before it. */
  absent: number;
}

const PAGE = 5_000;

/** The tables that hold e-mails of people, with the column. */
const EMAILS = [
  ['person', 'email'],
  ['sale', 'buyer_email_lower'],
  ['subscription', 'buyer_email_lower'],
  ['abandoned_cart', 'email_lower'],
  ['imported_customer', 'email'],
  ['imported_sale', 'email'],
  ['imported_subscription', 'email'],
] as const;

const selectEmails = (
  platformId: string,
  [table, column]: (typeof EMAILS)[number],
  after: string,
): Statement<{ email: string }> => ({
  text: `SELECT DISTINCT ${column} AS email FROM ${table} WHERE platform_id = $1 AND ${column} > $2 ORDER BY 1 LIMIT ${PAGE}`,
  values: [platformId, after],
});

const selectClosed = (platformId: string, ids: readonly string[]): Statement<{ id: string }> => ({
  text: `SELECT id FROM privacy_request WHERE platform_id = $1 AND state <> 'WAITING' AND id = ANY ($2::uuid[])`,
  values: [platformId, ids],
});

const selectPerson = (platformId: string, personId: string): Statement<{ email: string }> => ({
  text: 'SELECT email FROM person WHERE platform_id = $1 AND id = $2',
  values: [platformId, personId],
});

/** Finds the e-mails of a platform that are among those named. Returns them by their names. */
async function findEmails(
  app: PrivacyApp,
  platformId: string,
  named: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const { encryptionKey, previousEncryptionKeys } = app.config;
  const keys = [encryptionKey, ...previousEncryptionKeys];
  const found = new Map<string, string>();
  for (const source of EMAILS) {
    for (let after = '', isMore = true; isMore; ) {
      const rows = await app.database.list(platformId, selectEmails(platformId, source, after));
      for (const { email } of rows.filter((row) => !isErasedEmail(row.email)))
        for (const name of keys.map((key) => nameErased(key, platformId, email)))
          if (named.has(name)) found.set(name, email.toLowerCase());
      after = rows.at(-1)?.email ?? after;
      isMore = rows.length === PAGE;
    }
  }
  return found;
}

/** Returns whom a line means in this database. */
async function findSubjects(
  app: PrivacyApp,
  { platformId, personId, subjects }: ErasedPerson,
  emails: ReadonlyMap<string, string>,
): Promise<Subject[]> {
  const found = new Map<string, Subject>();
  const row = personId && (await app.database.find(platformId, selectPerson(platformId, personId), true));
  if (row && !isErasedEmail(row.email)) found.set(row.email, { personId, email: row.email });
  for (const email of subjects.flatMap((name) => emails.get(name) ?? [])) {
    const known = await app.database.find(platformId, selectByEmail(platformId, email), true);
    if (!found.has(email)) found.set(email, { personId: known?.personId ?? null, email });
  }
  return [...found.values()];
}

/** Erases one subject, as if its request had waited its days. Returns what stands in its way; null where it is erased. */
async function eraseSubject(
  app: PrivacyApp,
  platformId: string,
  { id, ...subject }: Subject & { id: string },
): Promise<PrivacyHindrance[] | null> {
  const at = new Date(app.clock.now().getTime() - PRIVACY_WAIT_DAYS * 86_400_000);
  await app.database.transaction(platformId, (transaction) =>
    transaction.find(insertRequest(platformId, { ...subject, id, askedBy: null, at })),
  );
  const request = await app.database.find(platformId, selectLastRequest(platformId, subject), true);
  if (request?.state === 'WAITING' && (await carryOut(app, platformId, request.id))) return null;
  const row = await app.database.find(platformId, selectHindrances(platformId, subject), true);
  return row?.hindrances ?? [];
}

/**
 * Erases everybody whom lines of the log name, as far as this database holds them still. Lines from before the backup change nothing, and neither
 * does running it once more: their requests are done in this database.
 */
export async function eraseAgain(app: PrivacyApp, people: readonly ErasedPerson[]): Promise<ErasedAgain> {
  const result: ErasedAgain = { erased: 0, waiting: [], absent: 0 };
  for (const [platformId, lines] of Map.groupBy(people, (person) => person.platformId)) {
    const isKnown = Boolean(await app.findPlatform(platformId));
    const ids = lines.map(({ requestId }) => requestId);
    const done = new Set(
      isKnown ? (await app.database.list(platformId, selectClosed(platformId, ids), true)).map(({ id }) => id) : ids,
    );
    const open = lines.filter(({ requestId }) => !done.has(requestId));
    result.absent += lines.length - open.length;
    if (open.length === 0) continue;
    const emails = await findEmails(app, platformId, new Set(open.flatMap(({ subjects }) => subjects)));
    for (const line of open) {
      const subjects = await findSubjects(app, line, emails);
      const hindrances: PrivacyHindrance[][] = [];
      // The account, and purchases under an e-mail that is not its own any more.
      for (const [index, subject] of subjects.entries()) {
        const id = index === 0 ? line.requestId : newId();
        const found = await eraseSubject(app, platformId, { ...subject, id });
        if (found) hindrances.push(found);
      }
      if (subjects.length === 0) result.absent += 1;
      else if (hindrances.length === 0) result.erased += 1;
      else result.waiting.push({ platformId, personId: line.personId, hindrances: [...new Set(hindrances.flat())] });
    }
  }
  return result;
}
