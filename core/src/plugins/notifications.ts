/** Carries PostgreSQL's LISTEN/NOTIFY between nodes on a connection of its own, which reconnects when it breaks. */
import fp from 'fastify-plugin';
import pg from 'pg';
import { toAddress } from '../shared/database-address.ts';

type Listener = (payload: string) => void;

const RETRY_MS = 1_000;
/** A broken network reports nothing, so a regular query checks the connection. */
const HEARTBEAT_MS = 5_000;

class Notifications {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #stateListeners = new Set<(isListening: boolean) => void>();
  readonly #open: () => pg.Client;
  readonly #warn: (error: unknown) => void;
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(open: () => pg.Client, warn: (error: unknown) => void) {
    this.#open = open;
    this.#warn = warn;
  }

  /** Subscribes to a channel. It has to be called before start(), because the connection subscribes when it opens. */
  listen(channel: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** Calls the listener with true when every announcement from now on arrives, and with false when some may be missed. */
  onState(listener: (isListening: boolean) => void): void {
    this.#stateListeners.add(listener);
  }

  async start(): Promise<void> {
    const client = this.#open();
    this.#client = client;
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    client.on('notification', ({ channel, payload = '' }) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener(payload);
    });
    try {
      await client.connect();
      for (const channel of this.#listeners.keys()) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      for (const listener of this.#stateListeners) listener(true);
      this.#timer = setInterval(() => client.query('SELECT 1').catch(() => this.#lose(client)), HEARTBEAT_MS).unref();
    } catch (error) {
      this.#warn(error);
      this.#lose(client);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#client?.end().catch(() => undefined);
  }

  #lose(client: pg.Client): void {
    if (this.#isClosed || this.#client !== client) return;
    this.#client = null;
    if (this.#timer) clearInterval(this.#timer);
    // A dead connection would not answer a farewell.
    client.connection.stream.destroy();
    for (const listener of this.#stateListeners) listener(false);
    this.#timer = setTimeout(() => this.start(), RETRY_MS).unref();
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    notifications: Notifications;
  }
}

export default fp(
  async (app) => {
    const open = () =>
      new pg.Client({
        // A pooler would give the session, and what it listens to, to somebody else.
        connectionString: toAddress({
          url: app.config.databaseDirectUrl,
          findPassword: app.config.findDatabasePassword,
        }),
        application_name: 'feira_listen',
        connectionTimeoutMillis: 5_000,
        query_timeout: 5_000,
        keepAlive: true,
      });
    const notifications = new Notifications(open, (error) =>
      app.log.warn({ reason: (error as Error).message }, 'Listening for announcements failed'),
    );
    app.decorate('notifications', notifications);
    app.addHook('onReady', () => notifications.start());
    app.addHook('onClose', () => notifications.close());
  },
  { name: 'notifications', dependencies: ['config'] },
);
