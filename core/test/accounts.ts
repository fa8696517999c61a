/** Builds two nodes of one platform with a clock that only the test moves, for sign-in flows. */
import type { FastifyInstance } from 'fastify';
import { buildNode, type TestNode } from './build.ts';
import { type Inspector, openInspector } from './inspect.ts';
import { readLink, readMails } from './mails.ts';
import { type BrowserHeaders, createPerson, type NewPerson, post } from './people.ts';
import { createWorld, type World } from './world.ts';

export interface Accounts {
  app: FastifyInstance;
  /** Another node on the same database. */
  second: FastifyInstance;
  node: TestNode;
  world: World;
  inspector: Inspector;
  /** Authenticator apps show another code after 30 seconds. */
  passSeconds(seconds: number): void;
  /** Makes all failures of the past forgotten. */
  endWindows(): Promise<void>;
  create(person: NewPerson): Promise<{ id: string; email: string }>;
  /** Sends each request from another address, so that tests do not throttle each other. */
  ask(
    name: string,
    payload: object,
    options?: { address?: string; app?: FastifyInstance; headers?: BrowserHeaders },
  ): ReturnType<typeof post>;
  getSession(headers: BrowserHeaders, app?: FastifyInstance): ReturnType<typeof post>;
  mailsTo(email: string): ReturnType<typeof readMails>;
  linkTo(email: string): ReturnType<typeof readLink>;
  /** Returns the types and details of an actor's audit events, oldest first. */
  eventsOf(email: string): Promise<{ type: string; details: Record<string, unknown> }[]>;
  close(): Promise<void>;
}

let addresses = 0;
export const newAddress = (): string => `10.${20 + Math.floor(++addresses / 250)}.${addresses % 250}.1`;

export async function openAccounts(env: Record<string, string> = {}): Promise<Accounts> {
  let now = Date.parse('2026-11-21T12:00:00Z');
  const clock = { now: () => new Date(now) };
  const node = await buildNode({ clock, env });
  const other = await buildNode({ clock, env, databaseUrl: node.databaseUrl });
  const inspector = await openInspector(node.databaseUrl);
  const world = await createWorld(node.app);
  const { app } = node;
  const { platformId } = world;
  return {
    app,
    second: other.app,
    node,
    world,
    inspector,
    passSeconds: (seconds) => {
      now += seconds * 1000;
    },
    endWindows: async () => {
      now += 3_600_000;
      await inspector.rows('UPDATE sign_in_attempt SET window_ends_at = now()');
    },
    create: (person) => createPerson(app, platformId, person),
    ask: (name, payload, { address = newAddress(), app: asked = app, headers = { host: 'localhost' } } = {}) =>
      post(asked, name, headers, payload, address),
    getSession: (headers, asked = app) => asked.inject({ url: '/api/session.getSession', headers }),
    mailsTo: (email) => readMails(app, inspector, platformId, email),
    linkTo: (email) => readLink(app, inspector, platformId, email),
    eventsOf: (email) =>
      inspector.rows('SELECT type, details FROM audit_event WHERE actor_email = $1 ORDER BY created_at, id', [email]),
    close: async () => {
      await inspector.close();
      await other.close();
      await node.close();
    },
  };
}
