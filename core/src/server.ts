/** Starts one node and stops it with grace. */
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { type AppOptions, registerApp } from './app.ts';
import { loggerOptions } from './logger.ts';
import { readConfig } from './plugins/config.ts';
import { AppError } from './plugins/errors.ts';

/** The time that the headers of a request may take. */
const HEADERS_MS = 10_000;

export type AlertListener = (name: string) => void;

declare module 'fastify' {
  interface FastifyInstance {
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
  app.decorate('onAlert', (listener) => void alertListeners.add(listener));
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  // A stopping node answers new requests 503, which proxies and clients repeat elsewhere, until those in flight are answered.
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
  // A connection kept alive by its last answer would hold a stopping node until it times out.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
  await registerApp(app, options);
  // Streams have ended and sweeps have stopped by now.
  app.addHook('preClose', async () => {
    while (inFlight.size > 0) await Promise.allSettled(inFlight);
  });
  return app;
}

export interface RunningServer {
  url: string;
  /** The time that `close` may take before the process ends without it, in ms. */
  longestStopMs: number;
  close(): Promise<void>;
}

export async function serve(env: Record<string, string | undefined>): Promise<RunningServer> {
  const config = readConfig(env);
  const app = await buildServer({ config });
  await app.listen({ port: config.port, host: config.host });
  return { url: config.publicUrl, longestStopMs: config.stopSeconds * 1000, close: () => app.close() };
}

async function main(): Promise<void> {
  const server = await serve(process.env);
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), server.longestStopMs).unref();
    await server.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

if (import.meta.main) {
  main().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
