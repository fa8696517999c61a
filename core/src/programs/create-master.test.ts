import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, TEST_KEY, type TestNode } from '../../test/build.ts';
import { type Inspector, openInspector } from '../../test/inspect.ts';
import { createWorld } from '../../test/world.ts';
import { createMaster } from '../modules/people/service.ts';
import { hashToken } from '../plugins/sessions.ts';
import { readArguments } from './create-master.ts';

let node: TestNode;
let inspector: Inspector;

beforeAll(async () => {
  node = await buildNode();
  inspector = await openInspector(node.databaseUrl);
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

const run = promisify(execFile);
const command = (...args: string[]) =>
  run(process.execPath, [join(import.meta.dirname, 'create-master.ts'), ...args], {
    env: {
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: node.databaseUrl,
      ENCRYPTION_KEY: TEST_KEY,
      PUBLIC_URL: 'https://feira.example',
    },
  });
const LINK = /https:\/\/feira\.example\/choose-password#([\w-]{43})/;

describe('create-master', () => {
  it('opens the first platform and prints a link for its master, and a new one when run again', async () => {
    const person = ['--email', 'Ana@Example.com', '--name', 'Ana Souza'];
    await expect(command(...person)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--host * leads to no platform'),
    });

    const first = await command(...person, '--platform', 'Minha feira');
    const again = await command(...person);

    const tokens = [first, again].map(({ stdout }) => LINK.exec(stdout)?.[1] ?? '');
    expect(first.stderr).toBe('');
    const rows = await inspector.rows(
      `SELECT pl.name AS platform, d.host, p.name, p.email, p.password_hash, g.role FROM person p
       JOIN platform pl USING (platform_id) JOIN platform_domain d USING (platform_id)
       JOIN role_grant g ON g.person_id = p.id`,
    );
    expect(rows).toEqual([
      {
        platform: 'Minha feira',
        host: '*',
        name: 'Ana Souza',
        email: 'ana@example.com',
        password_hash: null,
        role: 'master',
      },
    ]);
    const open = await inspector.rows<{ purpose: string; hash: Buffer }>(
      'SELECT purpose, token_hash AS hash FROM one_time_token WHERE used_at IS NULL',
    );
    expect(open).toEqual([{ purpose: 'INVITE', hash: hashToken(tokens[1] as string) }]);
    const events = await inspector.rows('SELECT type, actor_id, ip FROM audit_event ORDER BY created_at');
    expect(events).toEqual(
      ['platform.created', 'people.invited', 'people.invited'].map((type) => ({ type, actor_id: null, ip: null })),
    );
  });

  it('makes a master of whoever exists, under the own name, who then signs in', async () => {
    const world = await createWorld(node.app, { host: 'loja.example.com' });
    await inspector.rows(`UPDATE person SET password_hash = 'x' WHERE id = $1`, [world.sellerId]);

    const answer = await createMaster(node.app, {
      email: 'maria@example.com',
      name: 'Outra',
      host: 'loja.example.com',
    });

    expect(answer).toEqual({ link: 'http://loja.example.com:3999/master-root-login', isNew: false });
    expect(await inspector.rows('SELECT name FROM person WHERE id = $1', [world.sellerId])).toEqual([
      { name: 'Maria Vendedora' },
    ]);
    await inspector.rows(`UPDATE person SET status = 'DISABLED' WHERE id = $1`, [world.sellerId]);
    await expect(
      createMaster(node.app, { email: 'maria@example.com', name: 'Maria', host: 'loja.example.com' }),
    ).rejects.toThrow('maria@example.com is disabled');
  });

  it('says what to correct', async () => {
    const make = (wanted: Partial<Parameters<typeof createMaster>[1]>) =>
      createMaster(node.app, { email: 'eva@example.com', name: 'Eva Lima', host: '*', ...wanted });

    expect(() => readArguments(['--name', 'Eva'])).toThrow('--email is missing');
    expect(() => readArguments(['--email', 'eva@example.com'])).toThrow('--name is missing');
    expect(() => readArguments(['--emial', 'eva@example.com'])).toThrow('--emial');
    expect(readArguments(['--email', 'e', '--name', 'n', '--host', 'Pay.Example.com'])).toMatchObject({
      host: 'pay.example.com',
    });
    await expect(make({ email: 'eva' })).rejects.toThrow('--email is wrong: Invalid email.');
    await expect(make({ name: 'E' })).rejects.toThrow('--name is wrong: At least 3 characters.');
    await expect(make({ host: 'nowhere.example.com' })).rejects.toThrow(
      '--host nowhere.example.com leads to no platform',
    );
    await expect(make({ platform: 'Outra' })).rejects.toThrow('leads to a platform already');
    expect(await inspector.rows(`SELECT 1 FROM person WHERE email = 'eva@example.com'`)).toEqual([]);
  });
});
