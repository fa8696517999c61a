/**
 * Asks five questions and writes the environment of a node (`feira setup --out /etc/feira/environment`). Each answer is checked as a node
 * would check it. Keys are drawn here.
 */
import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '../plugins/config.ts';

const USAGE = 'Usage: feira setup --out FILE';
/** The file holds the key and passwords. */
const MODE = 0o600;
/** The rights of users who are neither the file's owner nor in its group. */
const OF_OTHERS = 0o007;

interface Question {
  /** The setting that the answer is of. */
  settingOf(answer: string): string;
  text: string;
  /** The value that an empty answer stands for; without it an answer is needed. */
  fallback?: string;
}

const QUESTIONS: readonly Question[] = [
  {
    settingOf: () => 'PUBLIC_URL',
    text: 'At which address do buyers reach the platform? For example https://pay.example.com',
  },
  {
    settingOf: () => 'DATABASE_URL',
    text: 'What is the address of PostgreSQL? For example postgres://feira_owner:PASSWORD@db.internal/feira',
  },
  {
    settingOf: () => 'SMTP_URL',
    text: 'Which server sends mails? For example smtps://USER:PASSWORD@smtp.example.com; "none" keeps mails unsent',
    fallback: 'none',
  },
  {
    settingOf: (answer) => (/^https?:/.test(answer) ? 'S3_URL' : 'MEDIA_DIRECTORY'),
    text: 'Where are pictures and files kept? A folder, or a bucket such as https://ACCESS_KEY:SECRET_KEY@s3.example.com/bucket',
    fallback: '/var/lib/feira/media',
  },
  {
    settingOf: () => 'TRUST_PROXY',
    text: 'Which address does the proxy have, as a node sees it?',
    fallback: '127.0.0.1',
  },
];

/** Throws, with the name of the setting, where a node would not start with these. */
function check(settings: Record<string, string>): void {
  if (Object.values(settings).some((value) => /['\\]/.test(value)))
    throw new Error("The answer has a quote or a backslash: write it percent-encoded (%27 for ', %5C for \\).");
  readConfig({ DATABASE_URL: 'postgres://localhost/feira', ...settings });
}

const format = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');

export interface Conversation {
  say(line: string): void;
  /** Returns the next line; null at the end of all. */
  hear(): Promise<string | null>;
}

/** Opens a file that is new or empty. One that is there keeps its owner and rights. */
async function openNew(out: string): Promise<{ file: FileHandle; isThere: boolean }> {
  const explain = (error: NodeJS.ErrnoException) => new Error(`${out} cannot be written (${error.code}).`);
  try {
    return { file: await open(out, 'wx', MODE), isThere: false };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw explain(error as NodeJS.ErrnoException);
  }
  const file = await open(out, 'r+').catch((error) => {
    throw explain(error);
  });
  const { size, mode } = await file.stat();
  if (size === 0 && (mode & OF_OTHERS) === 0) return { file, isThere: true };
  await file.close();
  if (size === 0) throw new Error(`${out} is open to every user of this machine: run "chmod o= ${out}" first.`);
  throw new Error(
    `${out} is there already, and its key may be the only one that opens the database: name another file, or move it away.`,
  );
}

/** Writes the answers to a file that is new or empty. */
export async function setUp(out: string, { say, hear }: Conversation): Promise<void> {
  const { file, isThere } = await openNew(out);
  try {
    let settings: Record<string, string> = {
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      METRICS_TOKEN: randomBytes(24).toString('hex'),
      PACKAGE_DIRECTORY: '/var/lib/feira/packages',
    };
    for (const { settingOf, text, fallback } of QUESTIONS) {
      for (;;) {
        say(fallback ? `${text} [${fallback}]` : text);
        const line = await hear();
        if (line === null) throw new Error('The answers end too early, so nothing was written.');
        const answer = line.trim() || fallback;
        if (!answer) continue;
        const next = { ...settings, [settingOf(answer)]: answer };
        try {
          check(next);
          settings = next;
          break;
        } catch (error) {
          say((error as Error).message);
        }
      }
    }
    await file.write(format(settings));
  } catch (error) {
    await file.close();
    if (!isThere) await rm(out, { force: true });
    throw error;
  }
  await file.close();
  say(
    `Written to ${out}. Keep a copy of ENCRYPTION_KEY apart from the backups of the database: nothing opens it without.`,
  );
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  if (!values.out) throw new Error('--out is missing: name the file that the node gets its environment from.');
  const input = createInterface({ input: process.stdin });
  const lines = input[Symbol.asyncIterator]();
  await setUp(values.out, {
    say: (line) => void process.stdout.write(`${line}\n`),
    hear: async () => {
      const { done, value } = await lines.next();
      return done ? null : value;
    },
  }).finally(() => input.close());
}

if (import.meta.main) {
  main().catch((error: Error) => {
    process.stderr.write(`${error.message}\n${USAGE}\n`);
    process.exitCode = 1;
  });
}
