/** Types the guide in word for word: each command and each file of it, in a clone of its own, from nothing to a signed package. */
import { spawnSync } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestOf } from '../../../core/src/shared/package-archive.ts';
import { OPEN_POINTS } from './new-provider/open-points.ts';
import { CODE_FILES, GUIDE, isFile, STEPS } from './test-guide.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SKIPPED = new Set(['node_modules', 'dist', '.git', '.data', '.cache']);

const place = mkdtempSync(path.join(tmpdir(), 'feira-guide-'));
const clone = path.join(place, 'clone');
const home = path.join(place, 'home');

beforeAll(() => {
  mkdirSync(home);
  cpSync(ROOT, clone, {
    recursive: true,
    filter: (source) => !SKIPPED.has(path.basename(source)) && !source.startsWith(path.join(ROOT, 'plugins/jabuti')),
  });
  linkModules();
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** As installed, except that the project's own packages are those of the clone. */
function linkModules(): void {
  const modules = path.join(clone, 'node_modules');
  mkdirSync(path.join(modules, '@feira'), { recursive: true });
  for (const name of readdirSync(path.join(ROOT, 'node_modules'))) {
    if (name !== '@feira') symlinkSync(path.join(ROOT, 'node_modules', name), path.join(modules, name));
  }
  for (const name of readdirSync(path.join(ROOT, 'node_modules/@feira'))) {
    const folder = path.relative(ROOT, realpathSync(path.join(ROOT, 'node_modules/@feira', name)));
    symlinkSync(path.join(clone, folder), path.join(modules, '@feira', name));
  }
}

function type(command: string): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', command], {
    cwd: clone,
    encoding: 'utf8',
    env: { ...process.env, HOME: home, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { status, output: `${stdout}${stderr}` };
}

const replaceKeys = (json: string, keys: string) =>
  JSON.stringify({ ...JSON.parse(json), ...JSON.parse(keys) }, null, 2);

describe('docs/provider-guide.md', () => {
  it('says on 80 lines how a package of data is made and proven', () => {
    const lines = GUIDE.split('\n');
    const next = lines.findIndex(
      (line, index) => line.startsWith('## ') && lines.slice(0, index).some((one) => one.startsWith('## As data')),
    );

    expect(next).toBeGreaterThan(0);
    expect(next).toBeLessThanOrEqual(80);
  });

  it('names what the scaffold leaves open', () => {
    for (const { what } of OPEN_POINTS) expect(GUIDE).toContain(what);
  });

  it('leads from nothing to a signed package', () => {
    const outputs: string[] = [];
    for (const step of STEPS) {
      const { language, word, part, text } = step;
      if (language === 'sh') {
        const { status, output } = type(text);
        outputs.push(output);
        expect(status === 0, `${text}${output}`).toBe(word !== 'red');
      } else if (isFile(step)) {
        const file = path.join(clone, word);
        // Nothing but the folder that the scaffold made.
        expect(existsSync(path.dirname(file)), word).toBe(true);
        writeFileSync(file, part === 'keys' ? replaceKeys(readFileSync(file, 'utf8'), text) : text);
      }
    }
    // Formatted as the check wants it: a reader's copy stays what the guide shows.
    for (const { word, text } of CODE_FILES) {
      expect(readFileSync(path.join(clone, word), 'utf8')).toBe(text);
    }
    expect(outputs.filter((output) => output.includes('Green: schemas, conformance and tests'))).toHaveLength(1);
    expect(existsSync(path.join(clone, 'plugins/jabuti-data/conformance.json'))).toBe(true);
    const red = outputs.find((output) => output.includes('✗')) ?? '';
    for (const { complaint } of OPEN_POINTS) expect(red).toMatch(complaint);
    expect(outputs.at(-1)).toContain('Switched off: nothing');
    const tarball = readFileSync(path.join(clone, 'dist/packages/jabuti-0.1.0.tgz'));
    const signature = readFileSync(path.join(clone, 'dist/packages/jabuti-0.1.0.tgz.sig'), 'utf8');
    const publicKey = createPublicKey(readFileSync(path.join(home, '.feira/keys/jabuti.public.pem')));
    const isSigned = verify(null, Buffer.from(digestOf(tarball)), publicKey, Buffer.from(signature, 'base64'));
    expect(isSigned).toBe(true);
  });
});
