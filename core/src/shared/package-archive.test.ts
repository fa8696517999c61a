import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../test/draw.ts';
import { buildPackage, packEntries, type TarEntry } from '../../test/package-tarballs.ts';
import { ARCHIVE_LIMITS, ArchiveRefused, digestOf, readArchive } from './package-archive.ts';

const entry = (name: string): TarEntry => ({ header: { name }, body: Buffer.from('x') });

async function refusalOf(content: Buffer): Promise<{ reason: string; details: Record<string, string> }> {
  const error = await readArchive(content).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ArchiveRefused);
  const { reason, details } = error as ArchiveRefused;
  return { reason, details };
}

/** Corrects the checksums of the headers, as an attacker would do after changing them. */
function mendSums(tar: Buffer): void {
  for (let at = 0; at + 512 <= tar.length; at += 512) {
    const header = tar.subarray(at, at + 512);
    if (header.toString('latin1', 257, 262) !== 'ustar') continue;
    header.fill(' ', 148, 156);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  }
}

describe('readArchive', () => {
  it('answers every file of a package, below package/', async () => {
    const { content } = await buildPackage({ files: { 'types/index.d.ts': 'export {};\n' } });

    const files = await readArchive(content);

    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['package.json', 'plugin.json', 'dist/index.js', 'conformance.json']));
    expect(files.find(({ path }) => path === 'types/index.d.ts')?.content.toString()).toBe('export {};\n');
  });

  it('takes long paths, names beyond ASCII and entries for folders', async () => {
    const long = `package/${'folder/'.repeat(20)}ação.js`;
    const content = await packEntries([{ header: { name: 'package/', type: 'directory' } }, entry(long)]);

    const files = await readArchive(content);

    expect(files.map(({ path }) => `package/${path}`)).toEqual([long]);
  });

  const cases: Record<string, [reason: string, entries: TarEntry[]]> = {
    'a symbolic link': ['LINK', [{ header: { name: 'package/a', type: 'symlink', linkname: '/etc/passwd' } }]],
    'a hard link': ['LINK', [{ header: { name: 'package/a', type: 'link', linkname: 'package/b' } }]],
    'a character device': ['SPECIAL_FILE', [{ header: { name: 'package/a', type: 'character-device' } }]],
    'a block device': ['SPECIAL_FILE', [{ header: { name: 'package/a', type: 'block-device' } }]],
    'a named pipe': ['SPECIAL_FILE', [{ header: { name: 'package/a', type: 'fifo' } }]],
    'an absolute path': ['PATH_OUTSIDE', [entry('/etc/cron.d/a')]],
    'a path that climbs out': ['PATH_OUTSIDE', [entry('package/../../a')]],
    'a path that climbs and comes back': ['PATH_OUTSIDE', [entry('package/a/../b')]],
    'a folder that climbs out': ['PATH_OUTSIDE', [{ header: { name: 'package/../a/', type: 'directory' } }]],
    'a path beside package/': ['PATH_OUTSIDE', [entry('other/a.js')]],
    'the folder itself as a file': ['PATH_OUTSIDE', [entry('package')]],
    'a backslash': ['PATH_UNSAFE', [entry('package/..\\..\\a')]],
    'a line break': ['PATH_UNSAFE', [entry('package/a\nb')]],
    'letters that turn the direction of reading': ['PATH_UNSAFE', [entry('package/a\u202esj.b')]],
    'an empty part': ['PATH_UNSAFE', [entry('package/a//b')]],
    'a dot for a part': ['PATH_UNSAFE', [entry('package/./a')]],
    'a path too long for a disk': ['PATH_TOO_LONG', [entry(`package/${'a'.repeat(ARCHIVE_LIMITS.pathLength)}`)]],
    'one path twice': ['PATH_TWICE', [entry('package/a'), entry('package/a')]],
    'two paths that differ by case': ['PATH_COLLIDES', [entry('package/a.js'), entry('package/A.js')]],
    'two folders that differ by case': ['PATH_COLLIDES', [entry('package/lib/a'), entry('package/LIB/b')]],
    'two paths that differ by composition': ['PATH_COLLIDES', [entry('package/\u00e9'), entry('package/e\u0301')]],
    'a file where another needs a folder': ['PATH_COLLIDES', [entry('package/a'), entry('package/a/b')]],
    'a folder where another is a file': ['PATH_COLLIDES', [entry('package/a/b'), entry('package/a')]],
    nothing: ['ARCHIVE_BROKEN', [{ header: { name: 'package/', type: 'directory' } }]],
    'one file more than allowed': [
      'TOO_MANY_FILES',
      Array.from({ length: ARCHIVE_LIMITS.files + 1 }, (_, index) => entry(`package/${index}`)),
    ],
  };
  for (const [what, [reason, entries]] of Object.entries(cases)) {
    it(`refuses ${what}`, async () => {
      expect((await refusalOf(await packEntries(entries))).reason).toBe(reason);
    });
  }

  it('names the path, with what cannot be seen made visible', async () => {
    const content = await packEntries([entry('package/a\u202eb')]);

    expect((await refusalOf(content)).details).toEqual({ path: 'package/a\\u{202e}b' });
  });

  it('takes as many files as allowed', async () => {
    const entries = Array.from({ length: ARCHIVE_LIMITS.files }, (_, index) => entry(`package/${index}`));

    expect(await readArchive(await packEntries(entries))).toHaveLength(ARCHIVE_LIMITS.files);
  });

  it('refuses more bytes than allowed without reading them', async () => {
    expect((await refusalOf(Buffer.alloc(ARCHIVE_LIMITS.packedBytes + 1))).reason).toBe('ARCHIVE_TOO_LARGE');
  });

  it('stops at the limit while it unpacks a bomb', async () => {
    // One mebibyte that unpacks to a gibibyte, followed by data that would be an error for a reader that gets that far.
    const bomb = Buffer.concat([
      ...Array(64).fill(gzipSync(Buffer.alloc(16 * 1024 * 1024))),
      Buffer.from([31, 139, 0]),
    ]);

    expect(await refusalOf(bomb)).toEqual({
      reason: 'UNPACKED_TOO_LARGE',
      details: { limit: String(32 * 1024 * 1024) },
    });
  });

  it('refuses what is no gzip, no tar, cut off, or changed on the way', async () => {
    const { content } = await buildPackage();
    const changed = Buffer.from(content);
    changed[changed.length - 6] = (changed.at(-6) ?? 0) ^ 1;

    expect((await refusalOf(Buffer.from('PK\u0003\u0004'))).reason).toBe('NOT_GZIP');
    expect((await refusalOf(gzipSync('x'.repeat(2000)))).reason).toBe('ARCHIVE_BROKEN');
    expect((await refusalOf(content.subarray(0, content.length / 2))).reason).toBe('ARCHIVE_BROKEN');
    expect((await refusalOf(changed)).reason).toBe('ARCHIVE_BROKEN');
  });

  it('refuses a tar that ends within a file', async () => {
    const tar = gunzipSync(await packEntries([{ header: { name: 'package/a' }, body: Buffer.alloc(5000) }]));

    expect((await refusalOf(gzipSync(tar.subarray(0, 3000)))).reason).toBe('ARCHIVE_BROKEN');
  });

  it('refuses a file whose size is no number', async () => {
    const tar = gunzipSync(await packEntries([entry('package/a')]));
    tar[124] = 0x98;
    mendSums(tar);

    expect((await refusalOf(gzipSync(tar))).reason).toBe('ARCHIVE_BROKEN');
  });
});

describe('a damaged archive', () => {
  /** Small files make most of the damage hit a header. */
  const paths = ['package.json', 'plugin.json', 'dist/índice.js', `${'long/'.repeat(24)}a.js`];
  const original = packEntries([
    { header: { name: 'package/dist/', type: 'directory' } },
    ...paths.map((path) => entry(`package/${path}`)),
  ]);
  const isSafe = (path: string) =>
    !path.startsWith('/') && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

  it('is refused, or read as files that stay in their folder', async () => {
    const tar = gunzipSync(await original);
    const damage = fc.array(fc.tuple(fc.nat(tar.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(damage, fc.nat(tar.length), fc.boolean(), async (changes, end, isCut) => {
        const damaged = Buffer.from(isCut ? tar.subarray(0, end) : tar);
        for (const [at, byte] of changes) if (at < damaged.length) damaged[at] = byte;
        mendSums(damaged);
        const read = await readArchive(gzipSync(damaged)).catch((error: unknown) => error);
        if (!(read instanceof ArchiveRefused))
          expect((read as { path: string }[]).filter(({ path }) => !isSafe(path))).toEqual([]);
      }),
      { numRuns: rounds({ short: 300, long: 3_000 }) },
    );
  });
});

describe('digestOf', () => {
  it('is the sha256 of the bytes, with its name before it', () => {
    expect(digestOf(Buffer.from('abc'))).toBe(
      'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});
