/**
 * Vitest's global setup of the browser tests: one PostgreSQL per run, with the demo's database to copy from. It is made when the
 * first test file asks for it: most browser tests need no database.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../core/src/programs/migrate.ts';
import { seed } from '../src/demo/seed.ts';
import { startTestDatabase, type TestDatabase } from '../src/test/test-database.ts';
import { DEMO_PASSWORD } from './demo-password.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Answers with a DemoDatabase. */
    demoDatabaseUrl: string;
  }
}

export interface DemoDatabase extends Pick<TestDatabase, 'adminUrl' | 'templateName'> {
  /** The key that seals its secrets. */
  encryptionKey: string;
  mediaDirectory: string;
}

/** A copy of the template is another database, which a node would take for a restored one. */
async function forgetDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('DELETE FROM outgoing_hold');
  await client.end();
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const mediaDirectory = mkdtempSync(path.join(tmpdir(), 'feira-media-'));
  let making: Promise<TestDatabase & DemoDatabase> | undefined;
  const make = async () => {
    let encryptionKey = '';
    const database = await startTestDatabase(async (given) => {
      const env = { ...given, SIMULATORS: 'on', MAILBOX: 'on', MEDIA_DIRECTORY: mediaDirectory };
      encryptionKey = given.ENCRYPTION_KEY!;
      await migrate(env);
      await seed(env, { password: DEMO_PASSWORD });
      await forgetDatabase(given.DATABASE_URL!);
    });
    return { ...database, encryptionKey, mediaDirectory };
  };
  const door = createServer(async (_request, response) => {
    making ??= make();
    try {
      response.end(JSON.stringify(await making));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  project.provide('demoDatabaseUrl', `http://127.0.0.1:${(door.address() as AddressInfo).port}`);
  return async () => {
    door.closeAllConnections();
    door.close();
    await (await making?.catch(() => undefined))?.close();
    rmSync(mediaDirectory, { recursive: true, force: true });
  };
}
