/**
 * Makes spans and sends them by OTLP, with OpenTelemetry's own libraries. Only a node that was given the address of a collector loads this
 * file: a node without one pays nothing for it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { type ExportResult, ExportResultCode, hrTime, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { SamplerName, TracingSettings } from './plugins/config.ts';
import type { RequestSpan, Spans } from './shared/spans.ts';

/** The time that a stopping node waits for the collector, in ms. */
const FLUSH_MS = 3_000;

const toSampler = (name: SamplerName, ratio: number): Sampler => {
  if (name.startsWith('parentbased_'))
    return new ParentBasedSampler({ root: toSampler(name.slice('parentbased_'.length) as SamplerName, ratio) });
  if (name === 'traceidratio') return new TraceIdRatioBasedSampler(ratio);
  return name === 'always_off' ? new AlwaysOffSampler() : new AlwaysOnSampler();
};

/** Calls `onFailure` with the first batch that does not arrive. */
function reportFirstFailure(exporter: SpanExporter, onFailure: (error: Error | undefined) => void): SpanExporter {
  let isTold = false;
  const send = exporter.export.bind(exporter);
  exporter.export = (spans, onResult) =>
    send(spans, (result: ExportResult) => {
      if (result.code !== ExportResultCode.SUCCESS && !isTold) {
        isTold = true;
        onFailure(result.error);
      }
      onResult(result);
    });
  return exporter;
}

/** An error is named by its code alone: its message may hold what a person or a provider wrote. */
const nameOf = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return [code, name].find((word): word is string => typeof word === 'string' && /^\w{1,60}$/.test(word)) ?? 'Error';
};

export class Tracing implements Spans {
  readonly isOn = true;
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly #scope = new AsyncLocalStorage<Context>();

  constructor({ url, sampler, ratio }: TracingSettings, onFailure: (error: Error | undefined) => void) {
    // Headers, time-out, compression and certificates are read from OTEL_EXPORTER_OTLP_… by the exporter itself.
    const exporter = reportFirstFailure(new OTLPTraceExporter({ url }), onFailure);
    this.#provider = new TracerProvider({
      resource: defaultResource()
        .merge(resourceFromAttributes({ 'service.name': 'feira' }))
        .merge(detectResources({ detectors: [envDetector] })),
      sampler: toSampler(sampler, ratio),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    this.#tracer = this.#provider.getTracer('feira');
  }

  within<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
    const parent = this.#scope.getStore();
    return parent ? this.#run(this.#tracer.startSpan(name, { attributes }, parent), work) : work();
  }

  begin<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
    return this.#run(this.#tracer.startSpan(name, { attributes, kind: SpanKind.CONSUMER }, ROOT_CONTEXT), work);
  }

  add(name: string, attributes: Attributes, durationMs: number): void {
    const parent = this.#scope.getStore();
    if (!parent) return;
    const startTime = hrTime(performance.now() - durationMs);
    this.#tracer.startSpan(name, { attributes, kind: SpanKind.CLIENT, startTime }, parent).end(hrTime());
  }

  openRequest(method: string, route: string, traceparent: string | undefined): RequestSpan {
    const remote = traceparent === undefined ? null : parseTraceParent(traceparent);
    const parent = remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT;
    const attributes = { 'http.request.method': method, 'http.route': route };
    const span = this.#tracer.startSpan(`${method} ${route}`, { attributes, kind: SpanKind.SERVER }, parent);
    const scope = trace.setSpan(ROOT_CONTEXT, span);
    return {
      run: (work) => this.#scope.run(scope, work),
      end(status) {
        span.setAttribute('http.response.status_code', status);
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  async close(): Promise<void> {
    const timer = Promise.withResolvers<void>();
    const timeout = setTimeout(timer.resolve, FLUSH_MS);
    await Promise.race([this.#provider.shutdown().catch(() => undefined), timer.promise]);
    clearTimeout(timeout);
  }

  async #run<T>(span: Span, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#scope.run(trace.setSpan(ROOT_CONTEXT, span), work);
    } catch (error) {
      span.setAttribute('error.type', nameOf(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }
}
