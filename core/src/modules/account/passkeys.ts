/** Keeps the passkeys of a person's own account. They stand beside the code app, which works on every host and stays the way in without them. */
import type { listPasskeys } from '@feira/schemas/procedures/account';
import type { Statement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { Person } from '../../plugins/sessions.ts';
import type { RowOf } from '../../shared/answer.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import { prepareMail } from '../mail/service.ts';
import { type Addition, checkAddition, type SessionApp, startAddition, type Visit } from '../session/service.ts';
import { selectAccount } from './model.ts';

const MOST_PASSKEYS = 10;

export interface PasskeyRow extends Omit<RowOf<typeof listPasskeys, 'passkeys'>, 'isHere'> {}

export const selectPasskeys = (platformId: string, personId: string): Statement<PasskeyRow> => ({
  text: `SELECT id, name, host, created_at, last_used_at FROM passkey
    WHERE platform_id = $1 AND person_id = $2 ORDER BY created_at, id`,
  values: [platformId, personId],
});

/** Locks the code app, so that it is not removed meanwhile, and so that concurrent additions count each other. */
const lockFactor = (platformId: string, personId: string): Statement<{ passkeys: number }> => ({
  text: `SELECT (SELECT count(*)::int FROM passkey k WHERE k.platform_id = f.platform_id AND k.person_id = f.person_id) AS passkeys
    FROM second_factor f WHERE f.platform_id = $1 AND f.person_id = $2 AND f.confirmed_at IS NOT NULL FOR UPDATE OF f`,
  values: [platformId, personId],
});

/** Returns no row when the authenticator is registered already. */
const insertPasskey = (
  platformId: string,
  personId: string,
  passkey: { id: string; name: string } & Awaited<ReturnType<typeof checkAddition>>,
): Statement<{ id: string }> => ({
  text: `INSERT INTO passkey (platform_id, id, person_id, host, credential_id, public_key, counter, transports, name)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING id`,
  values: [
    ...[platformId, passkey.id, personId, passkey.host, passkey.credential.id],
    Buffer.from(passkey.credential.publicKey),
    passkey.credential.counter,
    passkey.credential.transports ?? [],
    passkey.name,
  ],
});

export async function startPasskey(app: SessionApp, visit: Visit, person: Person) {
  const account = await app.database.find(visit.platform.id, selectAccount(visit.platform.id, person.id), true);
  if (!account?.hasSecondFactor) throw new AppError('PASSKEY_WITHOUT_FACTOR');
  return startAddition(app, visit, person);
}

export async function addPasskey(
  app: SessionApp,
  visit: Visit,
  person: Person,
  { name, ...answer }: Addition & { name: string },
): Promise<string> {
  const { platform, request } = visit;
  const checked = await checkAddition(app, visit, person, answer);
  const id = newId();
  const mail = await prepareNotice(app, visit, person, { passkey: name, isAdded: true });
  await app.database.transaction(platform.id, async (transaction) => {
    const factor = await transaction.find(lockFactor(platform.id, person.id));
    if (!factor) throw new AppError('PASSKEY_WITHOUT_FACTOR');
    if (factor.passkeys >= MOST_PASSKEYS) throw new AppError('PASSKEY_LIMIT');
    const inserted = await transaction.find(insertPasskey(platform.id, person.id, { id, name, ...checked }));
    if (!inserted) throw new AppError('PASSKEY_REFUSED');
    const event = { type: 'account.passkeyAdded', details: { passkey: name, host: checked.host } } as const;
    await transaction.runAll([recordEvent(platform.id, request, event), mail]);
  });
  return id;
}

export async function renamePasskey(
  app: SessionApp,
  { platform, request }: Visit,
  person: Person,
  { id, name }: { id: string; name: string },
): Promise<void> {
  if (person.impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
  const renamed = await app.database.transaction(platform.id, async (transaction) => {
    const row = await transaction.find({
      text: 'UPDATE passkey SET name = $4 WHERE platform_id = $1 AND person_id = $2 AND id = $3 RETURNING id',
      values: [platform.id, person.id, id, name],
    });
    if (row)
      await transaction.run(
        recordEvent(platform.id, request, { type: 'account.passkeyRenamed', details: { passkey: name } }),
      );
    return row;
  });
  if (!renamed) throw new AppError('PASSKEY_NOT_FOUND', { fields: ['id'] });
}

export async function removePasskey(app: SessionApp, visit: Visit, person: Person, id: string): Promise<void> {
  const { platform, request } = visit;
  const rows = await app.database.list(platform.id, selectPasskeys(platform.id, person.id), true);
  const known = rows.find((row) => row.id === id);
  if (!known) throw new AppError('PASSKEY_NOT_FOUND', { fields: ['id'] });
  const mail = await prepareNotice(app, visit, person, { passkey: known.name, isAdded: false });
  await app.database.transaction(platform.id, async (transaction) => {
    const removed = await transaction.find({
      text: 'DELETE FROM passkey WHERE platform_id = $1 AND person_id = $2 AND id = $3 RETURNING id',
      values: [platform.id, person.id, id],
    });
    if (!removed) throw new AppError('PASSKEY_NOT_FOUND', { fields: ['id'] });
    const event = { type: 'account.passkeyRemoved', details: { passkey: known.name, host: known.host } } as const;
    await transaction.runAll([recordEvent(platform.id, request, event), mail]);
  });
}

/** Passkeys end with the code app beside which they stand. */
export const deletePasskeys = (platformId: string, personId: string): Statement => ({
  text: 'DELETE FROM passkey WHERE platform_id = $1 AND person_id = $2',
  values: [platformId, personId],
});

async function prepareNotice(
  app: SessionApp,
  { platform }: Visit,
  person: Person,
  change: { passkey: string; isAdded: boolean },
) {
  const account = await app.database.find(platform.id, selectAccount(platform.id, person.id), true);
  return prepareMail(app, platform.id, {
    to: person.email,
    locale: account?.locale ?? platform.settings.locale,
    template: 'passkey-changed',
    parameters: { name: person.name, ...change },
  });
}
