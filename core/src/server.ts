/** Starts one node and stops it with grace. */
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { type AppOptions, registerApp } from './app.ts';
import { loggerOptions } from './logger.ts';
import { readConfig } from './plugins/config.ts';

/** How long a stopping node waits for what is in flight. */
const GRACE_MS = 15_000;
/** How long the headers of a request may take. */
const HEADERS_MS = 10_000;

export async function buildServer(options: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger: loggerOptions(options.config.logLevel),
    trustProxy: options.config.trustProxy.length > 0 ? options.config.trustProxy : false,
    // A request that arrives slowly is cut, its headers sooner than its body: both hold a connection that others need.
    requestTimeout: options.config.requestSeconds * 1000,
    http: {
      headersTimeout: Math.min(options.config.requestSeconds * 1000, HEADERS_MS),
      connectionsCheckingInterval: 1_000,
    },
    connectionTimeout: 120_000,
    keepAliveTimeout: 72_000,
    // Of each part of the start. A busy machine starts late rather than never.
    pluginTimeout: 120_000,
    // A stopping node answers new requests 503, which proxies and clients repeat elsewhere.
    return503OnClosing: true,
    forceCloseConnections: 'idle' as const,
    routerOptions: { maxParamLength: 200 },
    // Routes log what matters; addresses could carry personal data.
    logController: new LogController({ disableRequestLogging: true }),
  });
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  // A connection kept alive by its last answer would hold a stopping node until it times out.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
  await registerApp(app, options);
  return app;
}

export interface RunningServer {
  url: string;
  close(): Promise<void>;
}

export async function serve(env: Record<string, string | undefined>): Promise<RunningServer> {
  const config = readConfig(env);
  const app = await buildServer({ config });
  await app.listen({ port: config.port, host: config.host });
  return { url: config.publicUrl, close: () => app.close() };
}

async function main(): Promise<void> {
  const server = await serve(process.env);
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), GRACE_MS).unref();
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
