/** Plays the network of a test: every call must be expected, and every expectation used. Only this file knows nock. */
import nock from 'nock';
import { afterEach, beforeEach } from 'vitest';

export interface MockedRequest {
  method: string;
  /** With the query. */
  path: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** Parsed JSON, form fields, or undefined. */
  body: unknown;
}

export interface HttpMock {
  get(path: string, query?: Record<string, string | number | boolean>): MockedCall;
  /** With a body given, only a request with exactly that body fits. */
  post(path: string, body?: unknown): MockedCall;
  put(path: string, body?: unknown): MockedCall;
  patch(path: string, body?: unknown): MockedCall;
  delete(path: string, body?: unknown): MockedCall;
  /** The sent requests, in order, for tests of headers and bodies. */
  requests: MockedRequest[];
}

export interface MockedCall {
  query(query: Record<string, string | number | boolean>): MockedCall;
  matchHeader(name: string, value: string | RegExp): MockedCall;
  /** Answers this many calls instead of one. */
  times(count: number): MockedCall;
  /** Delays the answer. */
  delay(ms: number): MockedCall;
  reply(status: number, body?: unknown, headers?: Record<string, string>): HttpMock;
  /** The connection fails; an error with a `code` such as ECONNREFUSED decides how. */
  replyWithError(error?: Error | { code: string; message?: string }): HttpMock;
}

const unexpected: string[] = [];
const noteUnexpected = (request: Request) => {
  const { host, pathname } = new URL(request.url);
  // Simulators of the same test run on loopback and are no part of the mocked network.
  if (!LOOPBACK.test(host)) unexpected.push(`${request.method} ${host}${pathname}`);
};
const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

// Imported, it stands between all sockets of the process: other tests of the same worker have theirs plain.
nock.restore();

beforeEach(() => {
  unexpected.length = 0;
  if (!nock.isActive()) nock.activate();
  nock.disableNetConnect();
  nock.enableNetConnect(LOOPBACK);
  nock.emitter.removeListener('no match', noteUnexpected);
  nock.emitter.on('no match', noteUnexpected);
});

afterEach(() => {
  const unused = nock.pendingMocks();
  nock.abortPendingRequests();
  nock.cleanAll();
  nock.restore();
  const problems = [
    ...unexpected.map((call) => `Nobody mocked ${call}.`),
    ...unused.map((call) => `Nobody called the mocked ${call}.`),
  ];
  unexpected.length = 0;
  if (problems.length > 0) throw new Error(problems.join('\n'));
});

/** Mocks the provider at this base URL for one test. */
export function http(baseUrl: string): HttpMock {
  const scope = nock(baseUrl);
  const requests: MockedRequest[] = [];
  // Bodies are read when the request matches, which may be before or after this event: so in order of the calls.
  scope.on('request', (request: Request, _interceptor: unknown, body: string) => {
    requests.push(toMockedRequest(request, body));
  });
  const start = (method: string) => (path: string, body?: unknown) =>
    wrapCall(scope.intercept(path, method, body as nock.RequestBodyMatcher), mock);
  const mock: HttpMock = {
    get: (path, query) => {
      const call = start('GET')(path);
      return query ? call.query(query) : call;
    },
    post: start('POST'),
    put: start('PUT'),
    patch: start('PATCH'),
    delete: start('DELETE'),
    requests,
  };
  return mock;
}

function wrapCall(interceptor: nock.Interceptor, mock: HttpMock): MockedCall {
  const call: MockedCall = {
    query(query) {
      interceptor.query(query);
      return call;
    },
    matchHeader(name, value) {
      interceptor.matchHeader(name, value);
      return call;
    },
    times(count) {
      interceptor.times(count);
      return call;
    },
    delay(ms) {
      interceptor.delay(ms);
      return call;
    },
    reply(status, body, headers) {
      interceptor.reply(status, body, headers);
      return mock;
    },
    replyWithError(error = { code: 'ECONNRESET' }) {
      interceptor.replyWithError(Object.assign(new Error('message' in error ? error.message : error.code), error));
      return mock;
    },
  };
  return call;
}

function toMockedRequest(request: Request, rawBody: string): MockedRequest {
  const url = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  return { method: request.method, path: url.pathname + url.search, headers, body: parseBody(rawBody, headers) };
}

function parseBody(rawBody: string, headers: Record<string, string>): unknown {
  if (!rawBody) return undefined;
  if (headers['content-type']?.includes('x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(rawBody));
  try {
    return JSON.parse(rawBody);
  } catch {
    return rawBody;
  }
}
