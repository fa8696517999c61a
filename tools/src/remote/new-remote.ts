/** `npm run new:remote -- acme-reports` writes a page of the owner's own that runs, in remotes/ or where `--directory` says. */
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ownRemoteSchema } from '@feira/schemas/remotes';

const TEMPLATE = path.join(import.meta.dirname, 'template');
const NAME = new RegExp(ownRemoteSchema.properties.name.pattern);

/** Writes the files and returns their folder; a folder that exists stays as it is. */
export async function createRemote(name: string, directory: string): Promise<string> {
  if (!NAME.test(name))
    throw new Error(`${name} is no name of a remote: 3 to 40 small letters, digits and hyphens, a letter first.`);
  const folder = path.resolve(directory, name);
  await mkdir(directory, { recursive: true });
  await cp(TEMPLATE, folder, { recursive: true, errorOnExist: true, force: false });
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const place = path.join(file.parentPath, file.name);
    await writeFile(place, (await readFile(place, 'utf8')).replaceAll('__NAME__', name));
  }
  return folder;
}

if (import.meta.main) {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { directory: { type: 'string', default: 'remotes' } },
    });
    const [name] = positionals;
    if (!name) throw new Error('Name the remote: npm run new:remote -- acme-reports');
    const folder = path.relative(process.cwd(), await createRemote(name, values.directory));
    console.log(`Wrote ${folder}. Change ${folder}/src/page.tsx, then: npm run build:remote -- ${folder}`);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
