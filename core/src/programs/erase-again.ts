/** Erases people once more after the restore of an older backup, by the lines of the log that name them. docs/backup.md says when. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { type ErasedAgain, eraseAgain } from '../modules/privacy/again.ts';
import { type ErasedPerson, readErasedLine } from '../modules/privacy/erased-line.ts';
import { readConfig } from '../plugins/config.ts';
import { buildServer } from '../server.ts';
import { checkDatabase } from '../start-checks.ts';

const USAGE = 'Usage: node core/src/programs/erase-again.ts feira.log [older.log …]';

async function readPeople(files: readonly string[]): Promise<ErasedPerson[]> {
  const people: ErasedPerson[] = [];
  for (const file of files)
    for await (const line of createInterface({ input: createReadStream(file) })) {
      const person = readErasedLine(line);
      if (person) people.push(person);
    }
  return people;
}

const describe = ({ erased, waiting, absent }: ErasedAgain): string =>
  [
    `Erased again: ${erased}. Not in this database, or erased before: ${absent}.`,
    ...waiting.map(
      ({ platformId, personId, hindrances }) =>
        `  ${platformId}: ${personId ?? 'a buyer without an account'} waits for ${hindrances.join(', ') || 'a request that is open'}; see /admin-root/privacy-requests.`,
    ),
  ].join('\n');

async function main(): Promise<string> {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.length === 0) throw new Error('Give the files of the log that were written since the backup.');
  const people = await readPeople(positionals);
  if (people.length === 0) return 'These files name nobody who was erased.\n';
  const config = readConfig(process.env);
  await checkDatabase(config);
  const app = await buildServer({ config: { ...config, logLevel: 'silent' } });
  try {
    await app.ready();
    return `${describe(await eraseAgain(app, people))}\n`;
  } finally {
    await app.close();
  }
}

if (import.meta.main) {
  main().then(
    (text) => process.stdout.write(text),
    (error: Error) => {
      process.stderr.write(`${error.message}\n${USAGE}\n`);
      process.exitCode = 1;
    },
  );
}
