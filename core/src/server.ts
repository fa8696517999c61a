/** Starts one node and stops it with grace. */
import { setTimeout as pause } from 'node:timers/promises';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { type AppOptions, registerApp } from './app.ts';
import { loggerOptions } from './logger.ts';
import { type Config, readConfig } from './plugins/config.ts';
import { AppError, errorBody } from './plugins/errors.ts';
import locale from './plugins/locale.ts';
import { isOutage } from './shared/database-address.ts';
import { checkStart, waitForDatabase } from './start-checks.ts';

/** The time that the headers of a request may take. */
const HEADERS_MS = 10_000;

export type AlertListener = (name: string) => void;

declare module 'fastify' {
  interface FastifyInstance {
    /** True from when the node was told to stop: it is not ready, and goes on serving until it closes. */
    isDraining: boolean;
    /** Calls the listener with the name of each alert that this node logs from now on. */
    onAlert(listener: AlertListener): void;
  }
}

export async function buildServer(options: AppOptions): Promise<FastifyInstance> {
  const alertListeners = new Set<AlertListener>();
  const onAlert: AlertListener = (alert) => {
    for (const listener of alertListeners) listener(alert);
  };
  const app = fastify({
    logger: loggerOptions(options.config.logLevel, onAlert),
    trustProxy: options.config.trustProxy.length > 0 ? options.config.trustProxy : false,
    // A request that arrives slowly is cut, its headers sooner than its body: both hold a connection that others need.
    requestTimeout: options.config.requestSeconds * 1000,
    http: {
      headersTimeout: Math.min(options.config.requestSeconds * 1000, HEADERS_MS),
      connectionsCheckingInterval: 1_000,
    },
    connectionTimeout: 120_000,
    keepAliveTimeout: 72_000,
    // The limit is for each part of the start. A busy machine starts late rather than never.
    pluginTimeout: 120_000,
    // Fastify's own answer does not say when to come back.
    return503OnClosing: false,
    forceCloseConnections: 'idle' as const,
    routerOptions: { maxParamLength: 200 },
    // Routes log what matters; addresses could carry personal data.
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.decorate('isDraining', false);
  app.decorate('onAlert', (listener) => void alertListeners.add(listener));
  let isClosing = false;
  let connectionsEnded: Promise<void> | null = null;
  app.addHook('preClose', async () => {
    isClosing = true;
    app.isDraining = true;
    // A balancer repeats elsewhere what it could not connect for, whatever the request is.
    if (app.server.listening) connectionsEnded = new Promise((resolve) => app.server.close(() => resolve()));
  });
  // A request that still comes on an open connection is answered 503, which proxies and clients repeat elsewhere.
  app.addHook('onRequest', (request, _reply, done) => {
    const isRefused = isClosing && !request.url.startsWith('/health/');
    done(isRefused ? new AppError('DATABASE_UNAVAILABLE') : undefined);
  });
  // Also of callers who have gone: what they began has to be written.
  const inFlight = new Set<Promise<unknown>>();
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function (...input) {
      const answer: unknown = handler.apply(this, input);
      if (answer instanceof Promise) {
        const forget = () => inFlight.delete(answer);
        inFlight.add(answer);
        answer.then(forget, forget);
      }
      return answer;
    };
  });
  // A connection kept alive by its last answer would hold a stopping node until it times out, or be cut under the next request.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (app.isDraining) reply.header('connection', 'close');
    done(null, payload);
  });
  await registerApp(app, options);
  // Streams have ended and sweeps have stopped by now.
  app.addHook('preClose', async () => {
    while (inFlight.size > 0) await Promise.allSettled(inFlight);
    await connectionsEnded;
  });
  return app;
}

export interface RunningServer {
  url: string;
  /** Fails the look of balancers and goes on serving for DRAIN_SECONDS, so that they send new requests elsewhere before it closes. */
  drain(): Promise<void>;
  /** The time that `close` may take before the process ends without it, in ms. */
  longestStopMs: number;
  close(): Promise<void>;
}

/** Answers in place of a node that starts: it lives, and is not ready. */
async function openWaitingRoom({ logLevel, port, host }: Config): Promise<FastifyInstance> {
  const room = fastify({
    logger: loggerOptions(logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  });
  await room.register(locale);
  room.addHook('onSend', async (_request, reply) => void reply.header('connection', 'close'));
  room.get('/health/live', async () => ({ status: 'ok' }));
  room.get('/health/ready', (_request, reply) =>
    reply.code(503).send({ status: 'unavailable', checks: { node: 'starting' }, oldestWorkSeconds: null }),
  );
  room.all('*', (request, reply) =>
    reply
      .code(503)
      .header('retry-after', '1')
      .send(errorBody(new AppError('DATABASE_UNAVAILABLE'), request.locale)),
  );
  await room.listen({ port, host });
  return room;
}

/** Builds a node once its database answers. Throws the fix where the node must not start. */
async function prepareNode(config: Config, log: FastifyInstance['log']): Promise<FastifyInstance> {
  for (;;) {
    const owner = await waitForDatabase(config.databaseUrl, log);
    let node: FastifyInstance | null = null;
    try {
      await checkStart(config, owner, log).finally(() => owner.end());
      node = await buildServer({ config });
      await node.ready();
      return node;
    } catch (error) {
      // Its connections would keep the process alive.
      await node?.close().catch(() => undefined);
      // A database that stops answering in between is waited for again.
      if (!isOutage((error as Error).cause ?? error)) throw error;
      log.warn({ err: error }, 'The database stopped answering while the node started');
    }
  }
}

/** Starts a node. Until it listens itself, the waiting room answers at its address. */
export async function serve(env: Record<string, string | undefined>): Promise<RunningServer> {
  const config = readConfig(env);
  const room = await openWaitingRoom(config);
  const app = await prepareNode(config, room.log).finally(() => room.close());
  await app.listen({ port: config.port, host: config.host });
  return {
    url: config.publicUrl,
    longestStopMs: config.stopSeconds * 1000,
    async drain() {
      app.isDraining = true;
      await pause(config.drainSeconds * 1000);
    },
    close: () => app.close(),
  };
}

async function main(): Promise<void> {
  const server = await serve(process.env);
  let isStopping = false;
  const stop = async (drain: () => Promise<void>) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), server.longestStopMs).unref();
    await drain();
    await server.close();
    process.exit(0);
  };
  process.on('SIGTERM', () => stop(server.drain));
  // A person at the console waits for no balancer.
  process.on('SIGINT', () => stop(async () => undefined));
}

if (import.meta.main) {
  main().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
