/** `npm run pack:provider -- plugins/acme` makes the tarball that a marketplace installs; `--new-key` makes a key to sign it. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createKey, readKey, signDigest } from './pack-provider/keys.ts';
import { packProvider } from './pack-provider/pack.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const OUTPUT = 'dist/packages';
const USAGE = `Say which package to pack: npm run pack:provider -- plugins/acme [--key=acme.private.pem] [--out=${OUTPUT}]
Or make a key first: npm run pack:provider -- --new-key=acme [--out=<folder>]`;

export async function runPackTask(parameters: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: parameters,
    options: { key: { type: 'string' }, out: { type: 'string' }, 'new-key': { type: 'string' } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  const newKey = values['new-key'];
  if (positionals.length !== (newKey === undefined ? 1 : 0)) throw new Error(USAGE);
  if (newKey !== undefined) return makeKey(newKey, values.out);
  await pack(path.resolve(ROOT, folder ?? ''), path.resolve(ROOT, values.out ?? OUTPUT), values.key);
}

async function makeKey(name: string, directory: string | undefined): Promise<void> {
  const { privateFile, publicFile, publicKey, fingerprint } = await createKey(name, directory);
  console.log(`Private key: ${privateFile} (keep it; whoever has it can publish in your name)`);
  console.log(
    `Public key:  ${publicFile} (give it to platform owners)\n${publicKey.trim()}\nFingerprint: ${fingerprint}`,
  );
}

async function pack(folder: string, output: string, keyFile: string | undefined): Promise<void> {
  // Before anything is written: an unsigned tarball would look like the one that was asked for.
  const key = keyFile === undefined ? undefined : await readKey(path.resolve(ROOT, keyFile));
  const { name, tarball, digest, files, report, failures, switchedOff } = await packProvider(folder);
  const file = path.join(output, name);
  await mkdir(output, { recursive: true });
  await writeFile(file, tarball);
  const { proofs, failed } = report.counts;
  console.log(`${show(file)}: ${tarball.length} bytes, ${files.length} files`);
  console.log(`Digest:       ${digest}`);
  console.log(`Conformance:  ${proofs - failed} of ${proofs} proofs hold, seed ${report.seed}`);
  for (const failure of failures) console.log(`  ✗ ${failure}`);
  console.log(`Switched off: ${switchedOff.join(', ') || 'nothing'}`);
  if (key === undefined) return console.log('Signature:    none; --key=<file> makes one');
  const { signature, fingerprint } = signDigest(digest, key);
  await writeFile(`${file}.sig`, signature);
  console.log(`Signature:    ${show(file)}.sig by ${fingerprint}`);
}

/** From here where it lies below, whole where it does not. */
const show = (file: string) => (file.startsWith(ROOT + path.sep) ? path.relative(ROOT, file) : file);

if (import.meta.main) {
  try {
    await runPackTask(process.argv.slice(2));
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
