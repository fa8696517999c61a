/** Turns the second factor on, moves it to another device, and turns it off. */
import type { Locale } from '@feira/schemas/common';
import { renderSVG } from 'uqr';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { Person } from '../../plugins/sessions.ts';
import { recordEvent } from '../audit/service.ts';
import { prepareMail } from '../mail/service.ts';
import { revokeByPerson } from '../session/model.ts';
import {
  createSecret,
  deleteRecoveryCodes,
  describeTotp,
  findStep,
  limitCodes,
  newToken,
  refuseCode,
  renewRecoveryCodes,
  type SessionApp,
  secretPlace,
  strengthenSession,
  type Visit,
} from '../session/service.ts';
import {
  confirmCandidateSecret,
  deleteFactor,
  putCandidateSecret,
  selectAccount,
  selectCandidateSecret,
  weakenSession,
} from './model.ts';
import { deletePasskeys } from './passkeys.ts';

/** A session that still needs a code must not replace the secret of the codes. */
function refuseOwingCode({ state }: Person): void {
  if (state === 'CODE_REQUIRED') throw new AppError('CODE_REFUSED');
}

export async function startSecondFactor(app: SessionApp, { platform }: Visit, person: Person) {
  refuseOwingCode(person);
  const secret = createSecret();
  const place = secretPlace(platform.id, person.id);
  const sealed = await app.dataKeys.seal(platform.id, Buffer.from(secret.bytes), place);
  await app.database.run(platform.id, putCandidateSecret(platform.id, person.id, sealed));
  const uri = describeTotp(secret, platform.name, person.email);
  const qrCode = `data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}`;
  return { secret: secret.base32, uri, qrCode };
}

/** Returns recovery codes and a new token for the cookie, because the session becomes stronger. */
export async function confirmSecondFactor(app: SessionApp, visit: Visit, person: Person, code: string) {
  const { platform, request } = visit;
  refuseOwingCode(person);
  const limits = limitCodes(app, visit, person);
  await app.attempts.take(platform.id, limits);
  const candidate = await findCandidate(app, platform.id, person.id);
  const step = candidate && findStep(candidate.secret, code, app.clock.now());
  if (!candidate || step === null) return refuseCode(app, visit, person);
  const token = newToken();
  const { recoveryCodes, statements } = renewRecoveryCodes(platform.id, person.id);
  const mail = await prepareNotice(app, visit, person, true);
  await app.database.transaction(platform.id, async (transaction) => {
    // Raises the session first: if another session of this person did the same before, this one has ended.
    await strengthenSession(app, visit, transaction, person, { token, strength: 'SECOND_FACTOR' });
    const confirm = confirmCandidateSecret(platform.id, person.id, { sealed: candidate.sealed, step });
    const confirmed = await transaction.find(confirm);
    if (!confirmed) throw new AppError('CODE_REFUSED', { fields: ['code'] });
    await transaction.runAll([
      ...statements,
      revokeByPerson(platform.id, person.id, person.sessionId),
      recordEvent(platform.id, request, { type: 'account.secondFactorOn' }),
      mail,
    ]);
  });
  await app.attempts.giveBack(platform.id, limits);
  return { token, recoveryCodes };
}

async function findCandidate(app: SessionApp, platformId: string, personId: string) {
  const factor = await app.database.find(platformId, selectCandidateSecret(platformId, personId), true);
  const { sealedCandidate: sealed, candidateKeyVersion } = factor ?? {};
  if (!sealed || !candidateKeyVersion) return null;
  const place = secretPlace(platformId, personId);
  return { sealed, secret: await app.dataKeys.open(platformId, candidateKeyVersion, sealed, place) };
}

export async function renewCodes(app: SessionApp, { platform, request }: Visit, person: Person): Promise<string[]> {
  const [result] = await app.database.read(platform.id, [selectAccount(platform.id, person.id)], true);
  if (!result.rows[0]?.hasSecondFactor) throw new AppError('CODE_REFUSED');
  const { recoveryCodes, statements } = renewRecoveryCodes(platform.id, person.id);
  const event = recordEvent(platform.id, request, { type: 'account.recoveryCodesRenewed' });
  await app.database.write(platform.id, [...statements, event]);
  return recoveryCodes;
}

export async function removeSecondFactor(app: SessionApp, visit: Visit, person: Person): Promise<void> {
  const { platform, request } = visit;
  if (isFactorMandatory(app, person)) throw new AppError('SECOND_FACTOR_MANDATORY');
  const mail = await prepareNotice(app, visit, person, false);
  await app.database.transaction(platform.id, async (transaction: Transaction) => {
    const removed = await transaction.find(deleteFactor(platform.id, person.id));
    // No second factor was on, so there is nothing to record or to notify.
    if (!removed?.confirmedAt) return;
    await transaction.runAll([
      deleteRecoveryCodes(platform.id, person.id),
      deletePasskeys(platform.id, person.id),
      weakenSession(platform.id, person.sessionId),
      revokeByPerson(platform.id, person.id, person.sessionId),
      recordEvent(platform.id, request, { type: 'account.secondFactorOff' }),
      mail,
    ]);
  });
}

export const isFactorMandatory = ({ config }: Pick<SessionApp, 'config'>, { heldRoles }: Person): boolean =>
  config.isFactorRequired && heldRoles.some((role) => role === 'admin' || role === 'master');

async function prepareNotice(app: SessionApp, { platform }: Visit, person: Person, isOn: boolean) {
  const [result] = await app.database.read(platform.id, [selectAccount(platform.id, person.id)], true);
  const locale: Locale = result.rows[0]?.locale ?? platform.settings.locale;
  return prepareMail(app, platform.id, {
    to: person.email,
    locale,
    template: 'second-factor-changed',
    parameters: { name: person.name, isOn },
  });
}
