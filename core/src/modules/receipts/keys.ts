/** Signs receipts with ed25519, and verifies them with every key that ever signed one. */
import { createHash, createPrivateKey, createPublicKey, hkdfSync, type JsonWebKey } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { CompactSign, compactVerify, decodeProtectedHeader, importJWK } from 'jose';
import type { Statement } from '../../plugins/database.ts';

type KeysApp = Pick<FastifyInstance, 'config' | 'database'>;

const ALGORITHM = 'EdDSA';
/** The bytes before the 32 bytes of a private key in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface PublishedKey extends JsonWebKey {
  kid: string;
}

/** Every node derives the same pair and stores no private key. The pair changes with the encryption key. */
export function deriveReceiptKey(encryptionKey: Buffer) {
  const seed = Buffer.from(hkdfSync('sha256', encryptionKey, Buffer.alloc(0), 'receipt-signature', 32));
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const jwk = createPublicKey(privateKey).export({ format: 'jwk' });
  const kid = createHash('sha256').update(String(jwk.x)).digest('base64url').slice(0, 16);
  return { kid, privateKey, publicKey: { ...jwk, alg: ALGORITHM, use: 'sig', kid } };
}

const insertKey = (kid: string, publicKey: PublishedKey): Statement => ({
  text: 'INSERT INTO receipt_key (kid, public_key) VALUES ($1, $2) ON CONFLICT DO NOTHING',
  values: [kid, JSON.stringify(publicKey)],
});

/** There are as many as there were encryption keys. */
const MOST_KEYS = 1_000;
const selectKeys = (): Statement<{ publicKey: PublishedKey }> => ({
  text: 'SELECT public_key FROM receipt_key ORDER BY created_at DESC LIMIT $1',
  values: [MOST_KEYS],
});

export const listReceiptKeys = async ({ database }: KeysApp): Promise<PublishedKey[]> =>
  (await database.jobs.list(selectKeys())).map(({ publicKey }) => publicKey);

/** Returns signed values as a compact JWS. The public key is stored before anything that was signed with it leaves the platform. */
export async function signReceipt({ config, database }: KeysApp, values: object): Promise<string> {
  const { kid, privateKey, publicKey } = deriveReceiptKey(config.encryptionKey);
  await database.jobs.run(insertKey(kid, publicKey));
  return new CompactSign(Buffer.from(JSON.stringify(values)))
    .setProtectedHeader({ alg: ALGORITHM, kid })
    .sign(privateKey);
}

/** Returns what was signed; null for anything that none of our keys signed. */
export async function verifyReceipt(app: KeysApp, token: string): Promise<unknown> {
  try {
    const { kid } = decodeProtectedHeader(token);
    const key = (await listReceiptKeys(app)).find((item) => item.kid === kid);
    if (!key) return null;
    const { payload } = await compactVerify(token, await importJWK(key, ALGORITHM), { algorithms: [ALGORITHM] });
    return JSON.parse(Buffer.from(payload).toString());
  } catch {
    return null;
  }
}
