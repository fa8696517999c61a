/** Reads what a run needs of the provider's owner: credentials, a buyer, and where money may be withdrawn to. None of it is ever an argument of the command. */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest } from '@feira/schemas/manifest';
import { type Address, type CardData, PIX_KEY_TYPES, type PixKeyType } from '@feira/schemas/provider';

export interface VerifyInputs {
  /** Values of the connection's form, by their names. */
  credentials: Record<string, string>;
  buyer: { name: string; email: string; document: string; phone: string };
  address?: Address;
  /** A test card of the provider. */
  card?: CardData;
  /** The owner's own key. */
  withdraw?: { pixKey: string; pixType: PixKeyType; document: string; name: string };
}

type Environment = Readonly<Record<string, string | undefined>>;

const PREFIX = 'FEIRA_VERIFY_';

/** Returns the environment variable that holds a credential: FEIRA_VERIFY_SECRET_KEY for secretKey. */
export const toVariable = (credential: string): string =>
  PREFIX + credential.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();

const BUYER_FIELDS = ['name', 'email', 'document', 'phone'] as const;
const OWNER_FIELDS = ['pixKey', 'pixType', 'document', 'name'] as const;
const PARTS = ['credentials', 'buyer', 'address', 'card', 'withdraw'];

/** Reads the file, if one is named, and the credentials that the environment holds. Throws one sentence for each thing to fix. */
export async function readInputs(
  manifest: Manifest,
  { file, environment }: { file?: string; environment: Environment },
): Promise<VerifyInputs> {
  const written = file === undefined ? {} : await readPrivateFile(file);
  const problems: string[] = Object.keys(written)
    .filter((name) => !PARTS.includes(name))
    .map((name) => `"${name}" is not a part of the file: write ${PARTS.join(', ')}.`);
  const credentials = {
    ...(await readCredentials(asRecord(written.credentials), file)),
    ...Object.fromEntries(
      Object.keys(manifest.credentials.properties).flatMap((name) => {
        const value = environment[toVariable(name)];
        return value ? [[name, value]] : [];
      }),
    ),
  };
  problems.push(...listCredentialProblems(manifest, credentials));
  const buyer = asRecord(written.buyer);
  problems.push(...listMissing('buyer', buyer, BUYER_FIELDS));
  const withdraw = written.withdraw === undefined ? undefined : asRecord(written.withdraw);
  if (withdraw) {
    problems.push(...listMissing('withdraw', withdraw, OWNER_FIELDS));
    if (!PIX_KEY_TYPES.includes(withdraw.pixType as PixKeyType))
      problems.push(`withdraw.pixType must be one of ${PIX_KEY_TYPES.join(', ')}.`);
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return {
    credentials,
    buyer: buyer as unknown as VerifyInputs['buyer'],
    ...(written.address !== undefined && { address: written.address as Address }),
    ...(written.card !== undefined && { card: written.card as CardData }),
    ...(withdraw && { withdraw: withdraw as unknown as VerifyInputs['withdraw'] }),
  };
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

async function readPrivateFile(file: string): Promise<Record<string, unknown>> {
  if (!existsSync(file))
    throw new Error(`${file} does not exist: name a JSON file with the parts ${PARTS.join(', ')}.`);
  const { mode } = await stat(file);
  // Windows has no such bits.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new Error(`${file} holds secrets and can be read by other users: run chmod 600 ${file}`);
  try {
    return asRecord(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // The parser's own message quotes the file.
    throw new Error(`${file} is no JSON.`);
  }
}

/** Reads values, and the files that stand in their place: { "certificate": { "file": "cert.pem" } }, beside the file that names them. */
async function readCredentials(written: Record<string, unknown>, file = '.'): Promise<Record<string, string>> {
  const read = Object.entries(written).map(async ([name, value]) => {
    const { file: named } = asRecord(value);
    if (typeof named !== 'string') return [name, String(value)];
    return [name, await readFile(path.resolve(path.dirname(file), named), 'utf8')];
  });
  return Object.fromEntries(await Promise.all(read));
}

function listCredentialProblems({ credentials: form }: Manifest, values: Record<string, string>): string[] {
  const unknown = Object.keys(values)
    .filter((name) => !form.properties[name])
    .map((name) => `credentials has "${name}", which plugin.json does not: take it out.`);
  const missing = form.required
    .filter((name) => !values[name])
    .map((name) => `${name} is missing: write it into "credentials" of the file, or set ${toVariable(name)}.`);
  const wrong = Object.entries(values).flatMap(([name, value]) => {
    const { pattern, enum: choices } = form.properties[name] ?? {};
    if (pattern !== undefined && !new RegExp(pattern, 'u').test(value))
      return [`${name} does not have the form that plugin.json asks for: ${pattern}`];
    return choices && !choices.map(String).includes(value) ? [`${name} must be one of ${choices.join(', ')}.`] : [];
  });
  return [...unknown, ...missing, ...wrong];
}

const listMissing = (part: string, values: Record<string, unknown>, names: readonly string[]): string[] =>
  names
    .filter((name) => typeof values[name] !== 'string' || values[name] === '')
    .map((name) => `${part}.${name} is missing: write it into the file that --file names.`);
