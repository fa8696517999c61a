/** Reads the files of a package that travel in its tarball; a report's digest is over them. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Tests stay at home when a source folder is packed; what a build made of it is not the source's to speak of. */
const STAYS =
  /(^|\/)(node_modules|fixtures)\/|^dist\/|(^|\/)\.|\.test\.tsx?$|(^|\/)test-[^/]+\.tsx?$|^conformance\.json$/;
const NEVER = /(^|\/)node_modules\/|(^|\/)\.|^conformance\.json$/;

/** A compiled folder is packed as it stands; of a source folder only what the provider needs to run. */
export async function readPackedFiles(folder: string, entry: string): Promise<{ path: string; content: Uint8Array }[]> {
  const left = entry.endsWith('.ts') ? STAYS : NEVER;
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((file) => file.isFile())
    .map((file) => path.relative(folder, path.join(file.parentPath, file.name)).split(path.sep).join('/'))
    .filter((file) => !left.test(file));
  return Promise.all(
    paths.sort().map(async (file) => ({ path: file, content: await readFile(path.join(folder, file)) })),
  );
}
