/**
 * Traces a node's work for operators who run a collector of OpenTelemetry. Attributes are this code's own words and ids: never a query,
 * a parameter of a statement, a body, or what a person or a provider wrote.
 */
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { RequestSpan, Spans } from '../shared/spans.ts';

const OFF: Spans = {
  isOn: false,
  within: (_name, _attributes, work) => work(),
  begin: (_name, _attributes, work) => work(),
  add: () => undefined,
};

declare module 'fastify' {
  interface FastifyInstance {
    spans: Spans;
  }
}

/** These addresses are called every few seconds; traces of them help no reader. */
const UNTRACED = /^\/(health\/|metrics$)/;

/** Returns the caller's trace if a proxy that TRUST_PROXY names has passed it on. Anybody else could join a trace of others. */
const findTraceparent = ({ ips = [], headers: { traceparent } }: FastifyRequest): string | undefined =>
  ips.length > 1 && typeof traceparent === 'string' ? traceparent : undefined;

export default fp(
  async (app) => {
    const { tracing } = app.config;
    if (!tracing) return void app.decorate('spans', OFF);
    const { Tracing } = await import('../tracing.ts');
    const spans = new Tracing(tracing, (error) =>
      app.log.warn(
        { alert: 'traces-lost', err: error },
        'The collector of OTEL_EXPORTER_OTLP_ENDPOINT takes no traces',
      ),
    );
    app.decorate('spans', spans);
    const open = new WeakMap<FastifyRequest, RequestSpan>();
    const end = (request: FastifyRequest, status: number) => {
      open.get(request)?.end(status);
      open.delete(request);
    };
    app.addHook('onRequest', (request, { raw }, done) => {
      const { url } = request.routeOptions;
      if (!url || UNTRACED.test(url)) return done();
      const span = spans.openRequest(request.method, url, findTraceparent(request));
      open.set(request, span);
      // The event comes also for a caller who left without the answer.
      raw.once('close', () => end(request, raw.statusCode));
      span.run(done);
    });
    // Reading a body leaves the scope.
    app.addHook('preValidation', (request, _reply, done) => {
      const span = open.get(request);
      if (span) span.run(done);
      else done();
    });
    app.addHook('onResponse', async (request, { statusCode }) => end(request, statusCode));
    app.addHook('onClose', () => spans.close());
  },
  { name: 'spans', dependencies: ['config'] },
);
