/**
 * Passkeys (WebAuthn) stand for the code of an authenticator app. A challenge belongs to one session and one purpose, is signed once and
 * within minutes; a passkey belongs to the host on which it was registered.
 */
import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { Person } from '../../plugins/sessions.ts';
import { recordEvent } from '../audit/service.ts';
import { limitPasskeys } from './throttle.ts';
import type { SessionApp, Visit } from './visit.ts';

/** EdDSA, ES256 and RS256, by their numbers in COSE: what authenticators have, and every version of Node verifies. */
const ALGORITHMS = [-8, -7, -257];
/** Few requests need it, and loading it would take a tenth of a node's start. */
const loadWebAuthn = () => import('@simplewebauthn/server');

const CHALLENGE_MINUTES = 5;
const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000;

/** Signs up a passkey, or proves who uses one. */
type Purpose = 'ADD' | 'PROVE';

/** The host that browsers bind passkeys to, and the address of its pages. */
function readSite({ config }: Pick<FastifyInstance, 'config'>, { host, hostname }: FastifyRequest) {
  return { rpId: hostname, origin: `${new URL(config.publicUrl).protocol}//${host}` };
}

export interface StoredPasskey {
  id: string;
  credentialId: string;
  publicKey: Buffer;
  /** A bigint of the database. */
  counter: string;
  transports: string[];
}

/** Selects the passkeys of a person on one host. */
const selectUsable = (platformId: string, personId: string, host: string): Statement<StoredPasskey> => ({
  text: `SELECT id, credential_id, public_key, counter, transports FROM passkey
    WHERE platform_id = $1 AND person_id = $2 AND host = $3 ORDER BY created_at, id`,
  values: [platformId, personId, host],
});

/** Returns whether the person can use a passkey on the host of this request. */
export async function hasPasskey(
  app: Pick<FastifyInstance, 'database'>,
  { platform, request }: Visit,
  person: Pick<Person, 'id'>,
): Promise<boolean> {
  const usable = await app.database.list(platform.id, selectUsable(platform.id, person.id, request.hostname), true);
  return usable.length > 0;
}

/** Replaces a former challenge, so that only the newest can be signed. */
const putChallenge = (platformId: string, sessionId: string, purpose: Purpose, challenge: string): Statement => ({
  text: `INSERT INTO passkey_challenge (platform_id, session_id, purpose, challenge, expires_at)
    VALUES ($1, $2, $3, $4, now() + make_interval(mins => $5))
    ON CONFLICT (session_id, purpose, platform_id) DO UPDATE
      SET challenge = excluded.challenge, expires_at = excluded.expires_at`,
  values: [platformId, sessionId, purpose, challenge, CHALLENGE_MINUTES],
});

/** Returns the challenge to only one caller; no row when there is none, or when it has expired. */
const takeChallenge = (platformId: string, sessionId: string, purpose: Purpose): Statement<{ challenge: string }> => ({
  text: `DELETE FROM passkey_challenge WHERE platform_id = $1 AND session_id = $2 AND purpose = $3
    RETURNING CASE WHEN expires_at > now() THEN challenge ELSE '' END AS challenge`,
  values: [platformId, sessionId, purpose],
});

/** Returns what the browser needs to register a passkey of this person. */
export async function startAddition(app: SessionApp, { platform, request }: Visit, person: Person) {
  const { rpId } = readSite(app, request);
  const known = await app.database.list(platform.id, selectUsable(platform.id, person.id, rpId), true);
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: platform.name,
    rpID: rpId,
    userName: person.email,
    userDisplayName: person.name,
    userID: new TextEncoder().encode(person.id),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
  await app.database.run(platform.id, putChallenge(platform.id, person.sessionId, 'ADD', options.challenge));
  return options;
}

/** The answer of an authenticator to a registration, in base64url. */
export interface Addition {
  credential: string;
  clientDataJSON: string;
  attestationObject: string;
  transports: readonly string[];
}

export interface NewCredential {
  host: string;
  credential: WebAuthnCredential;
}

/** Uses up the challenge, whatever comes of it. Throws PASSKEY_REFUSED where the answer is not about it. */
export async function checkAddition(
  app: SessionApp,
  visit: Visit,
  person: Person,
  { credential, clientDataJSON, attestationObject, transports }: Addition,
): Promise<NewCredential> {
  const { rpId, origin } = readSite(app, visit.request);
  const response: RegistrationResponseJSON = {
    id: credential,
    rawId: credential,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON, attestationObject, transports: [...transports] },
  };
  const expectedChallenge = await useChallenge(app, visit, person, 'ADD');
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (!verified?.verified) return refusePasskey(app, visit, person);
  return { host: rpId, credential: verified.registrationInfo.credential };
}

async function useChallenge(app: SessionApp, visit: Visit, person: Person, purpose: Purpose): Promise<string> {
  const { platform } = visit;
  const [taken] = await app.database.write(platform.id, [takeChallenge(platform.id, person.sessionId, purpose)]);
  const challenge = taken.rows[0]?.challenge;
  if (!challenge) return refusePasskey(app, visit, person);
  return challenge;
}

/** Returns what the browser needs to have a passkey of this person sign. */
export async function startProof(app: SessionApp, { platform, request }: Visit, person: Person) {
  if (person.impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
  const { rpId } = readSite(app, request);
  const usable = await app.database.list(platform.id, selectUsable(platform.id, person.id, rpId), true);
  if (usable.length === 0) throw new AppError('PASSKEY_NOT_FOUND');
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: usable.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  });
  await app.database.run(platform.id, putChallenge(platform.id, person.sessionId, 'PROVE', options.challenge));
  return options;
}

/** The answer of an authenticator that signed, in base64url. */
export interface Proof {
  credential: string;
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
}

/** Checks a signature and runs its purpose in the transaction that counts it. Throws PASSKEY_REFUSED where it proves nothing. */
export async function withPasskey(
  app: SessionApp,
  visit: Visit,
  person: Person,
  proof: Proof,
  work: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  const { platform, request } = visit;
  const limits = limitPasskeys(person);
  await app.attempts.take(platform.id, limits);
  const { rpId, origin } = readSite(app, request);
  const expectedChallenge = await useChallenge(app, visit, person, 'PROVE');
  const usable = await app.database.list(platform.id, selectUsable(platform.id, person.id, rpId), true);
  const passkey = usable.find(({ credentialId }) => credentialId === proof.credential);
  if (!passkey) return refusePasskey(app, visit, person);
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  // Throws as well where the authenticator counts less than before, which a copy of it would.
  const verified = await verifyAuthenticationResponse({
    response: toResponse(proof),
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: toCredential(passkey),
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) return refusePasskey(app, visit, person);
  const use = countUse(platform.id, passkey, verified.authenticationInfo.newCounter);
  const isDone = await app.database.transaction(platform.id, async (transaction) => {
    const used = await transaction.find(use);
    if (!used) return false;
    await work(transaction);
    return true;
  });
  if (!isDone) return refusePasskey(app, visit, person);
  await app.attempts.giveBack(platform.id, limits);
}

const toResponse = ({ credential, ...response }: Proof): AuthenticationResponseJSON => ({
  id: credential,
  rawId: credential,
  type: 'public-key',
  clientExtensionResults: {},
  response,
});

const toCredential = ({ credentialId, publicKey, counter }: StoredPasskey): WebAuthnCredential => ({
  id: credentialId,
  publicKey: Uint8Array.from(publicKey),
  counter: Number(counter),
});

/** Returns a row if nobody used or removed the passkey since it was read. */
const countUse = (platformId: string, { id, counter }: StoredPasskey, newCounter: number): Statement => ({
  text: `UPDATE passkey SET counter = $4, last_used_at = now()
    WHERE platform_id = $1 AND id = $2 AND counter = $3 RETURNING id`,
  values: [platformId, id, counter, newCounter],
});

async function refusePasskey(app: Pick<SessionApp, 'database'>, visit: Visit, person: Person): Promise<never> {
  const event = { type: 'session.refused', actor: person, details: { reason: 'PASSKEY' } } as const;
  await app.database.run(visit.platform.id, recordEvent(visit.platform.id, visit.request, event));
  throw new AppError('PASSKEY_REFUSED');
}
