import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, TEST_KEY, type TestNode } from '../../test/build.ts';
import { type Inspector, openInspector } from '../../test/inspect.ts';
import { openStaff } from '../../test/staff.ts';
import { createWorld } from '../../test/world.ts';
import { ERASED_LINE, nameErased } from '../modules/privacy/erased-line.ts';
import { newId } from '../shared/ids.ts';

let node: TestNode;
let inspector: Inspector;
let folder: string;
beforeAll(async () => {
  node = await buildNode();
  inspector = await openInspector(node.databaseUrl);
  folder = await mkdtemp(join(tmpdir(), 'feira-logs-'));
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
  await rm(folder, { recursive: true });
});

const run = promisify(execFile);
const command = (...files: string[]) =>
  run(process.execPath, [join(import.meta.dirname, 'erase-again.ts'), ...files], {
    env: {
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: node.databaseUrl,
      ENCRYPTION_KEY: TEST_KEY,
      PUBLIC_URL: 'https://feira.example',
    },
  });

describe('erase-again', () => {
  it('erases whom the files of the log name, and says what became of each', async () => {
    const { platformId } = await createWorld(node.app);
    const open = (roles: ('customer' | 'manager')[], email: string) =>
      openStaff(node.app, platformId, { roles, name: 'Eufrásio Quintanilha', email });
    const [first, second] = [await open(['customer'], 'um@example.com'), await open(['manager'], 'dois@example.com')];
    const lineOf = (personId: string | null, email: string) =>
      JSON.stringify({
        level: 30,
        platformId,
        requestId: newId(),
        personId,
        subjects: [nameErased(node.app.config.encryptionKey, platformId, email)],
        msg: ERASED_LINE,
      });
    const [old, late] = [join(folder, 'old.log'), join(folder, 'late.log')];
    await writeFile(old, `{"level":30,"msg":"request completed"}\nnot JSON\n${lineOf(null, first.email)}\n`);
    await writeFile(late, [lineOf(second.id, second.email), lineOf(newId(), 'nobody@example.com'), ''].join('\n'));

    const { stdout } = await command(old, late);

    expect(stdout).toBe(
      `Erased again: 1. Not in this database, or erased before: 1.\n  ${platformId}: ${second.id} waits for TEAM; see /admin-root/privacy-requests.\n`,
    );
    expect(await inspector.rows('SELECT id FROM person WHERE name LIKE $1', ['Eufrásio%'])).toEqual([
      { id: second.id },
    ]);
    await expect(command()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Usage:') });
  });
});
