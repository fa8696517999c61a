/** Hashes passwords with Argon2id in the PHC string format, by Node's own crypto. */
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../../plugins/errors.ts';
import { Turns } from '../../shared/turns.ts';

const derive = promisify(argon2);

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** Each hash occupies a thread that DNS look-ups and files need too, so a flood of sign-ins may not take all of them. */
const MAX_RUNNING = 2;
const MAX_WAITING = 50;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const toBase64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

const formatPhc = (salt: Buffer, tag: Buffer, { memory, passes, parallelism } = COST) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(tag)}`;

/** A hash that no password matches. It is checked for an unknown e-mail, so that the response takes as long as for a wrong password. */
const NOBODY = formatPhc(Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES));

const turns = new Turns(MAX_RUNNING, MAX_WAITING);

async function deriveInTurn(parameters: Argon2Parameters): Promise<Buffer> {
  if (turns.isFull) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 5 });
  return turns.run(() => derive('argon2id', parameters));
}

/** Keyboards compose letters differently, so the text is normalised. */
const toMessage = (password: string) => password.normalize('NFKC');

/** Another cost is for the people of tests, who sign in by the thousand; checking a password costs what its hash says. */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await deriveInTurn({ message: toMessage(password), nonce, tagLength: TAG_BYTES, ...cost });
  return formatPhc(nonce, tag, cost);
}

export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const match = PHC.exec(hash ?? NOBODY);
  if (!match) throw new Error('A stored password is not an Argon2id string.');
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number];
  const [nonce, tag] = match.slice(4).map((part) => Buffer.from(part, 'base64')) as [Buffer, Buffer];
  const found = await deriveInTurn({
    message: toMessage(password),
    nonce,
    memory,
    passes,
    parallelism,
    tagLength: tag.length,
  });
  return timingSafeEqual(found, tag) && hash !== null;
}
