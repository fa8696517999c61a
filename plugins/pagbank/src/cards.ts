/** Encrypts cards for PagBank alone, the same in the browser and on the server. */
import type { CardData } from '@feira/schemas/provider';

const FAILED = 'Erro salvando cartão';
const LONGEST_HOLDER = 30;
/** RSA PKCS #1 v1.5: 00 02, eight random bytes at least, 00, and the text. */
const OVERHEAD = 11;

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
const toNumber = (bytes: Uint8Array): bigint => bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
const toBytes = (text = ''): Uint8Array => fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'));

/** Reads the modulus and the exponent of a key in base64, which may stand between lines of PEM. */
async function readKey(publicKey: string): Promise<{ modulus: Uint8Array; exponent: Uint8Array }> {
  const der = fromBase64(publicKey.replace(/-----[A-Z ]+-----/g, '').replace(/\s/g, ''));
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('spki', der, algorithm, true, ['encrypt']);
  const { n, e } = await crypto.subtle.exportKey('jwk', key);
  return { modulus: toBytes(n), exponent: toBytes(e) };
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square] = [1n, base % modulus];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

/** Fills the block up with random bytes, none of which is 0: that one ends them. */
function pad(text: Uint8Array, length: number): Uint8Array {
  if (text.length > length - OVERHEAD) throw new Error(FAILED);
  const block = new Uint8Array(length);
  block[1] = 2;
  const fill = block.subarray(2, length - text.length - 1);
  crypto.getRandomValues(fill);
  for (const [at, byte] of fill.entries()) if (byte === 0) fill[at] = 1 + (at % 255);
  block.set(text, length - text.length);
  return block;
}

async function encrypt(text: string, publicKey: string): Promise<string> {
  const { modulus, exponent } = await readKey(publicKey);
  const block = pad(new TextEncoder().encode(text), modulus.length);
  const sealed = power(toNumber(block), toNumber(exponent), toNumber(modulus));
  const hex = sealed.toString(16).padStart(modulus.length * 2, '0');
  return btoa(hex.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16))));
}

/** PagBank takes letters and spaces alone, without accents. */
const toHolder = (name: string): string =>
  name
    .trim()
    .slice(0, LONGEST_HOLDER)
    .normalize('NFD')
    .replace(/[^a-zA-Z\s]/g, '');

function toText({ cardNumber, cvv, expMonth, expYear, holderName }: CardData, now: number): string {
  const year = expYear < 100 ? 2_000 + expYear : expYear;
  return [cardNumber, cvv, String(expMonth).padStart(2, '0'), year, toHolder(holderName), now].join(';');
}

/** Returns the card, encrypted with PagBank's public key as PagBank's own script does it; `now` in ms. Throws where the key is none. */
export async function encryptCard(card: CardData, publicKey: string | undefined, now: number): Promise<string> {
  if (!publicKey) throw new Error('Public key is required');
  return encrypt(toText(card, now), publicKey).catch(() => {
    throw new Error(FAILED);
  });
}
