/** Makes the keys of packages and signs with them. The private one never lies where a package or a repository could take it along. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export interface NewKey {
  privateFile: string;
  publicFile: string;
  publicKey: string;
  fingerprint: string;
}

/** Makes an ed25519 pair; never over one that is there. */
export async function createKey(name: string, directory = path.join(homedir(), '.feira/keys')): Promise<NewKey> {
  if (!NAME.test(name))
    throw new Error(`--new-key "${name}" must be small letters and digits joined by single dashes.`);
  const folder = path.resolve(directory);
  const around = findProject(folder);
  if (around) throw new Error(`${folder} lies in ${around}, which is packed or published: name another --out.`);
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const [privateFile, publicFile] = [path.join(folder, `${name}.private.pem`), path.join(folder, `${name}.public.pem`)];
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(privateFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Error(`${privateFile} exists already: whoever trusts it would not trust another; choose another name.`);
  }
  const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string;
  await writeFile(publicFile, pem);
  return { privateFile, publicFile, publicKey: pem, fingerprint: toFingerprint(publicKey) };
}

function findProject(folder: string): string | null {
  for (let at = folder; ; at = path.dirname(at)) {
    if (['package.json', 'plugin.json', '.git'].some((name) => existsSync(path.join(at, name)))) return at;
    if (at === path.dirname(at)) return null;
  }
}

/** The signature over a digest, in base64, and the key it can be checked with. */
export function signDigest(digest: string, key: KeyObject): { signature: string; fingerprint: string } {
  const signature = sign(null, Buffer.from(digest, 'ascii'), key).toString('base64');
  return { signature, fingerprint: toFingerprint(createPublicKey(key)) };
}

/** Reads the private key that --key names. */
export async function readKey(file: string): Promise<KeyObject> {
  const pem = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(`--key names ${file}, which ${code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`}.`);
  });
  return readPrivateKey(pem, file);
}

function readPrivateKey(pem: string, file: string): KeyObject {
  const problem = `--key names ${file}, which is no ed25519 private key: make one with npm run pack:provider -- --new-key <name>`;
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The reason would quote what stands in the file.
    throw new Error(problem);
  }
  throw new Error(problem);
}

const toFingerprint = (key: KeyObject) =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
