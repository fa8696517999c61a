/** Makes and checks second factors: codes of an authenticator app (TOTP, RFC 6238), and recovery codes for a lost device. */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { SealedColumn } from '../../plugins/resealing.ts';
import type { Identity, Person } from '../../plugins/sessions.ts';
import { recordEvent } from '../audit/service.ts';
import { limitCodes, limitRecoveryCodes } from './throttle.ts';
import type { Visit } from './visit.ts';

export type CodesApp = Pick<FastifyInstance, 'attempts' | 'config' | 'database' | 'dataKeys' | 'clock'>;

/** The one form that every authenticator app supports. */
const TOTP_FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
/** Clocks may differ by this many steps. */
const DRIFT_STEPS = 1;

/** Without letters that look like digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RECOVERY_CODES = 10;
/** 80 bits. */
const RECOVERY_LENGTH = 16;

export const secretPlace = (platformId: string, personId: string): string => `second-factor|${platformId}|${personId}`;

const SECRET = { table: 'second_factor', id: 'person_id', place: secretPlace };
/** The secret in use, and the one that waits for its first code. */
export const SECRETS: readonly SealedColumn[] = [
  {
    ...SECRET,
    sealed: 'sealed_secret',
    version: 'key_version',
    condition: 'sealed_secret IS NOT NULL',
  },
  {
    ...SECRET,
    sealed: 'sealed_candidate',
    version: 'candidate_key_version',
    condition: 'sealed_candidate IS NOT NULL',
  },
];

export const createSecret = (): Secret => new Secret({ size: SECRET_BYTES });

export const describeTotp = (secret: Secret, issuer: string, label: string): string =>
  new TOTP({ ...TOTP_FORM, secret, issuer, label }).toString();

/** Returns the time step that a code belongs to; null when the code is not valid now. */
export function findStep(secret: Buffer, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  // Copies exactly these bytes, because a small Buffer shares its memory with others.
  const totp = new TOTP({ ...TOTP_FORM, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) });
  const delta = totp.validate({ token: code, timestamp, window: DRIFT_STEPS });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** Removes blanks and dashes, and replaces capitals and letters that look like digits. */
const normalizeCode = (typed: string) =>
  typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');

const hashCode = (code: string) => createHash('sha256').update(code).digest();

/** Creates recovery codes to display once, and the statements that replace all former codes. */
export function renewRecoveryCodes(
  platformId: string,
  personId: string,
): { recoveryCodes: string[]; statements: Statement[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(randomBytes(RECOVERY_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join(''),
  );
  return {
    recoveryCodes: codes.map((code) => (code.match(/.{4}/g) as string[]).join('-')),
    statements: [
      deleteRecoveryCodes(platformId, personId),
      {
        text: 'INSERT INTO recovery_code (platform_id, person_id, code_hash) SELECT $1, $2, unnest($3::bytea[])',
        values: [platformId, personId, codes.map(hashCode)],
      },
    ],
  };
}

export const deleteRecoveryCodes = (platformId: string, personId: string): Statement => ({
  text: 'DELETE FROM recovery_code WHERE platform_id = $1 AND person_id = $2',
  values: [platformId, personId],
});

interface Use {
  /** Returns a row to only one caller when several use the same code at once. */
  statement: Statement;
  isRecovery: boolean;
}

const selectSecret = (platformId: string, personId: string): Statement<{ sealed: Buffer; keyVersion: number }> => ({
  text: `SELECT sealed_secret AS sealed, key_version FROM second_factor
    WHERE platform_id = $1 AND person_id = $2 AND confirmed_at IS NOT NULL`,
  values: [platformId, personId],
});

async function findUse(app: CodesApp, platformId: string, personId: string, typed: string): Promise<Use | null> {
  const code = normalizeCode(typed);
  if (!/^\d{6}$/.test(code)) {
    const statement = {
      text: `UPDATE recovery_code SET used_at = now()
        WHERE platform_id = $1 AND person_id = $2 AND code_hash = $3 AND used_at IS NULL RETURNING person_id`,
      values: [platformId, personId, hashCode(code)],
    };
    return { statement, isRecovery: true };
  }
  const factor = await app.database.find(platformId, selectSecret(platformId, personId), true);
  if (!factor) return null;
  const place = secretPlace(platformId, personId);
  const step = findStep(
    await app.dataKeys.open(platformId, factor.keyVersion, factor.sealed, place),
    code,
    app.clock.now(),
  );
  if (step === null) return null;
  const statement = {
    text: `UPDATE second_factor SET last_step = $3
      WHERE platform_id = $1 AND person_id = $2 AND sealed_secret = $4 AND last_step < $3 RETURNING person_id`,
    values: [platformId, personId, step, factor.sealed],
  };
  return { statement, isRecovery: false };
}

/** Uses a code and runs its purpose in one transaction. Throws CODE_REFUSED when the code is wrong or was used before. */
export async function withCode(
  app: CodesApp,
  { platform, request }: Visit,
  person: Pick<Person, 'id' | 'name' | 'email' | 'sessionId' | 'state'>,
  code: string,
  work: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  const visit = { platform, request };
  const isRecovery = normalizeCode(code).length === RECOVERY_LENGTH;
  const limits = isRecovery ? limitRecoveryCodes(visit) : limitCodes(app, visit, person);
  await app.attempts.take(platform.id, limits);
  const use = await findUse(app, platform.id, person.id, code);
  const isDone =
    use !== null &&
    (await app.database.transaction(platform.id, async (transaction) => {
      const used = await transaction.find(use.statement);
      if (!used) return false;
      await work(transaction);
      if (use.isRecovery) {
        const event = { type: 'account.recoveryCodeUsed', actor: person } as const;
        await transaction.run(recordEvent(platform.id, request, event));
      }
      return true;
    }));
  if (!isDone) return refuseCode(app, visit, person);
  await app.attempts.giveBack(platform.id, limits);
}

export async function refuseCode(app: Pick<CodesApp, 'database'>, visit: Visit, person: Identity): Promise<never> {
  const event = { type: 'session.refused', actor: person, details: { reason: 'CODE' } } as const;
  await app.database.run(visit.platform.id, recordEvent(visit.platform.id, visit.request, event));
  throw new AppError('CODE_REFUSED', { fields: ['code'] });
}
