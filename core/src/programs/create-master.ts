/** Gives an installation its first master. The link it prints opens that account until it is used: hand it over, do not keep it. */
import { parseArgs } from 'node:util';
import { createMaster, type NewMaster } from '../modules/people/service.ts';
import { readConfig } from '../plugins/config.ts';
import { buildServer } from '../server.ts';
import { checkDatabase } from '../start-checks.ts';

const USAGE =
  'Usage: node core/src/programs/create-master.ts --email ana@example.com --name "Ana Souza" [--host pay.example.com] [--platform "Name"]';

/** Throws a sentence that names the option and the fix. */
export function readArguments(args: string[]): NewMaster {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args, options: { email: text, name: text, host: text, platform: text } });
  const { email, name, host = '*', platform } = values;
  if (!email) throw new Error('--email is missing: give the e-mail of the person who is to be master.');
  if (!name) throw new Error('--name is missing: give the name of the person who is to be master.');
  return { email, name, host: host.trim().toLowerCase(), platform };
}

async function main(): Promise<string> {
  const wanted = readArguments(process.argv.slice(2));
  const config = readConfig(process.env);
  await checkDatabase(config);
  const app = await buildServer({ config: { ...config, logLevel: 'silent' } });
  try {
    await app.ready();
    const { link, isNew } = await createMaster(app, wanted);
    return isNew
      ? `Open this link within seven days to choose a password; it works once:\n${link}\n`
      : `This person has a password already and is master from now on. Sign in at:\n${link}\n`;
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
