/** Starts a market for kill -9 tests: its server dies and restarts, while its database, its bank and its people stay. */
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PlatformSettings } from '@feira/schemas/platform';
import type { FastifyInstance } from 'fastify';
import { buildNode, createDatabase, TEST_KEY } from '../../core/test/build.ts';
import { type Inspector, openInspector } from '../../core/test/inspect.ts';
import { createServerProcess, type ServerProcess } from '../../core/test/server-process.ts';
import { waitFor } from '../../core/test/wait-for.ts';
import { connect, createWorld, type World } from '../../core/test/world.ts';

const PROVIDERS = resolve(import.meta.dirname, 'providers');
const CLIENT_TRIES = 1_000;
/** For all the work of a proof, in ms, on a slow machine that does other work as well. */
export const DEADLINE_MS = 1_200_000;

export interface Stage {
  databaseUrl: string;
  inspector: Inspector;
  server: ServerProcess;
  world: World;
  connectionId: string;
  close(): Promise<void>;
}

export interface StageOptions {
  provider: string;
  bankUrl: string;
  secrets: { secretKey: string; webhookSecret: string };
  settings?: Partial<PlatformSettings>;
  connectionSettings?: Record<string, string>;
  env?: Record<string, string>;
  /** Prepares rows on a node that is not killed. */
  prepare?(app: FastifyInstance, stage: Stage): Promise<void>;
}

/** The server starts after `prepare`. */
export async function openStage({
  provider,
  bankUrl,
  secrets,
  settings = {},
  connectionSettings = {},
  env = {},
  prepare,
}: StageOptions): Promise<Stage> {
  const database = await createDatabase();
  const inspector = await openInspector(database.url);
  const server = await createServerProcess({
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: TEST_KEY,
    PROVIDER_DIRECTORIES: PROVIDERS,
    SIMULATORS: 'on',
    SWEEP_INTERVAL_MS: '100',
    CLAIM_SECONDS: '2',
    ...env,
  });
  const preparing = await buildNode({
    databaseUrl: database.url,
    env: { PROVIDER_DIRECTORIES: PROVIDERS, PUBLIC_URL: server.url, ...env },
  });
  const world = await createWorld(preparing.app, { settings });
  const connection = await connect(preparing.app, world, {
    provider,
    secrets,
    settings: connectionSettings,
    baseUrls: { default: bankUrl },
  });
  const stage: Stage = {
    databaseUrl: database.url,
    inspector,
    server,
    world,
    connectionId: connection.id,
    async close() {
      await server.kill();
      await stage.inspector.close();
      await database.drop();
    },
  };
  await prepare?.(preparing.app, stage);
  await preparing.close();
  await server.start();
  return stage;
}

export interface Answer {
  status: number;
  body: Record<string, unknown> & { code?: string };
}

/** Repeats the call with the same key until there is a response, as a page does. */
export async function callUntilAnswered(
  { server }: Stage,
  person: { headers: Record<string, string> },
  name: string,
  input: object,
  key: string,
): Promise<Answer> {
  const { host: _, ...headers } = person.headers;
  for (let tries = 0; tries < CLIENT_TRIES; tries++) {
    const answer = await fetch(`${server.url}/api/${name}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(input),
    })
      .then(async (response) => ({ status: response.status, body: (await response.json()) as Answer['body'] }))
      .catch(() => null);
    if (answer && answer.status < 500) return answer;
    await pause(100);
  }
  throw new Error(`${name} was never answered.`);
}

/** Kills and restarts the server each time the count reaches the next of these numbers. */
export async function killAt(
  { server }: Stage,
  deaths: readonly number[],
  happened: () => number,
  whileDead: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  for (const death of [...deaths].sort((one, other) => one - other)) {
    // A slow machine takes its time: only a standstill fails.
    for (let seen = happened(); seen < death; seen = happened())
      await waitFor(`more than ${seen} of ${death} things happened`, () => happened() > seen, DEADLINE_MS).catch(
        (error: Error) => {
          throw new Error(`${error.message} The server wrote last:\n${server.log().slice(-4_000)}`);
        },
      );
    await server.kill();
    await whileDead();
    await server.start();
  }
}

/** Payments whose next poll is later than calls and banks take here. */
export const DUE_PAYMENTS = `UPDATE payment SET next_check_at = now() WHERE id IN (
  SELECT p.id FROM payment p JOIN payment_attempt a ON a.platform_id = p.platform_id AND a.payment_id = p.id
  WHERE p.next_check_at > now() + interval '2 seconds' AND a.created_at < now() - interval '5 seconds'
  FOR UPDATE OF p SKIP LOCKED)`;

/** Events whose next attempt is half a minute away, or more; their attempts do not run out. */
export const WAITING_EVENTS = `UPDATE webhook SET next_attempt_at = now() + interval '2 seconds', attempts = least(attempts, 2) WHERE (platform_id, id) IN (
  SELECT platform_id, id FROM webhook WHERE state = 'RECEIVED' AND next_attempt_at > now() + interval '10 seconds' FOR UPDATE SKIP LOCKED)`;

/** The pause of a connection whose provider failed often, which grows to many minutes while buyers wait. */
export const PAUSES = `UPDATE connection_circuit SET open_until = now(), times = 1 WHERE (platform_id, connection_id) IN (
  SELECT platform_id, connection_id FROM connection_circuit WHERE open_until > now() + interval '1 second' FOR UPDATE SKIP LOCKED)`;

/**
 * Makes waiting rows due while the work runs, as if hours passed. The statements skip rows that the server has locked, which would cause a
 * deadlock.
 */
export async function hurry<T>(
  { inspector }: Stage,
  statements: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  let isOver = false;
  const hurrying = (async () => {
    while (!isOver) {
      for (const statement of statements) await inspector.rows(statement);
      await pause(300);
    }
  })();
  try {
    return await work();
  } finally {
    isOver = true;
    await hurrying;
  }
}
