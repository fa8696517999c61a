/**
 * The built screens over answers that a test writes: for what a page does with an answer, no platform has to run.
 *
 *     let world: ThingsWorld;
 *     setUpScreens({ answer: () => { world = createThings(); } });
 *     const open = (address: string) => { answerThings(server, world); return page.goto(screens.url + address); };
 *
 *     it('says what it did', async () => {
 *       await open('/master-root/things');
 *       await button('Salvar').click();
 *       await said('Alterações salvas.');
 *       expect(server.inputsOf(saveThing)).toEqual([{ name: 'Lia' }]);
 *     });
 *
 * `screens` and `server` come from here, `page`, `context`, `openContext`, `button`, `heading`, `dialog` and `said` from
 * browser-page.ts. `answer` runs for every new context, before its page opens; `openContext({ locale: 'en', viewport: PHONE,
 * colorScheme: 'dark' })` goes on in another look, with a new server and so a new world.
 */
import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { ErrorBody, Input, Output, Procedure } from '@feira/schemas/procedure';
import { DOCUMENT_MARKS } from '@feira/schemas/remotes';
import type { BrowserContextOptions } from 'playwright-core';
import { buildShells } from '../src/build/build-shells.ts';
import { complain, setUpBrowser } from './browser-page.ts';
import { findAnswerProblem, findRefusalProblem, findRequestProblem } from './contract.ts';

const SHELLS = path.resolve(import.meta.dirname, '../../dist/shells');
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };
const NONCE = 'fixed-for-tests';
/** As the core sends it. */
const POLICY = [
  ...["default-src 'none'", `script-src 'nonce-${NONCE}' 'self'`, `style-src 'nonce-${NONCE}' 'self'`],
  ...["img-src 'self' data: https:", "connect-src 'self'", "base-uri 'none'", "form-action 'self'"],
  ...["worker-src 'self'", "manifest-src 'self'"],
].join('; ');

interface ServedScreens {
  url: string;
  close(): Promise<void>;
}

export let screens: ServedScreens;
/** The server that answers the calls of the running test's pages. */
export let server: FakedServer;
let answerCall: (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface ScreensSetUp {
  /** Applies to every context where a test does not ask for another: Portuguese on a wide screen without it. */
  look?: BrowserContextOptions;
  answer(): void;
}

/** Once per test file, at its top. */
export function setUpScreens({ look, answer }: ScreensSetUp): void {
  setUpBrowser({
    // As for people who asked their system for less motion: drawing what moves takes a tenth of the browser's processor time, and
    // a look while it moves sees colours on their way. Journeys through a whole platform (stage.ts) see it move.
    look: { reducedMotion: 'reduce', ...look },
    serve: async () => {
      screens = await serveScreens();
      return screens;
    },
    prepare: () => {
      ({ server, answerCall } = fakeServer());
      answer();
    },
  });
}

async function serveScreens(): Promise<ServedScreens> {
  await buildShells({ mode: 'production' });
  const remotes = await readFile(path.join(SHELLS, 'host/remotes.json'), 'utf8');
  const document = (await readFile(path.join(SHELLS, 'host/index.html'), 'utf8'))
    .replaceAll(DOCUMENT_MARKS.nonce, NONCE)
    .replace(DOCUMENT_MARKS.remotes, remotes)
    .replace(DOCUMENT_MARKS.ownPages, '[]');
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    // By this server and not by the browser's interception, which stops each request of a page and keeps nothing for the next page.
    if (pathname.startsWith('/api/')) return answerCall(request, response);
    // No news: a browser that gets this asks no more.
    if (pathname === '/notifications/live') {
      response.writeHead(204).end();
      return;
    }
    if (pathname.startsWith('/dashboards/')) {
      response.setHeader('content-type', 'application/manifest+json').end('{}');
      return;
    }
    const file = path.join(SHELLS, pathname.slice('/assets/'.length));
    if (pathname.startsWith('/assets/') && file.startsWith(SHELLS) && existsSync(file)) {
      response.setHeader('content-type', TYPES[path.extname(file)] ?? 'application/octet-stream');
      response.setHeader('cache-control', 'max-age=3600');
      if (pathname.startsWith('/assets/app-worker/')) response.setHeader('service-worker-allowed', '/');
      createReadStream(file).pipe(response);
      return;
    }
    response.setHeader('content-security-policy', POLICY);
    response.setHeader('content-type', 'text/html; charset=utf-8').end(document);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://localhost:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Thrown by an answer: the server says no. */
export class Refused extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.code);
    this.status = status;
    this.body = body;
  }
}

export interface FakedServer {
  answer<const P extends Procedure>(procedure: P, give: (input: Input<P>) => Output<P>): void;
  /** Returns the inputs that were sent to a procedure, the first call first. */
  inputsOf(procedure: Procedure): unknown[];
  /** A header of every call to a procedure, by its name in small letters; undefined where it was not sent. */
  headersOf(procedure: Procedure, name: string): (string | undefined)[];
}

/** Answers every call of a browser's pages. A procedure without an answer gets a 404 that names it. */
function fakeServer(): { server: FakedServer; answerCall: typeof answerCall } {
  const answers = new Map<string, { procedure: Procedure; give: (input: never) => unknown }>();
  const calls: { name: string; input: unknown; headers: IncomingMessage['headers'] }[] = [];
  async function answerCall(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const url = new URL(request.url ?? '/', 'http://localhost');
    const name = url.pathname.slice('/api/'.length);
    // A page that is closed takes the rest of its call with it.
    const body = await text(request).catch(() => null);
    if (body === null) return;
    const input = request.method === 'POST' ? JSON.parse(body || 'null') : readQuery(url);
    // The check below turns texts into numbers.
    calls.push({ name, input: structuredClone(input), headers: request.headers });
    const answered = answers.get(name);
    if (!answered) return void send(404, { code: 'NOT_FOUND', message: `Nobody answers ${name}.` });
    const { procedure, give } = answered;
    const requestProblem = findRequestProblem(procedure, input);
    try {
      const answer = give(input as never);
      report(requestProblem ?? findAnswerProblem(procedure, answer));
      send(200, answer);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // A refusal of an invalid input is right, so the input is no mistake of the test.
      if (error.body.code !== 'VALIDATION_FAILED') report(requestProblem);
      // Above 499 it is no refusal of the procedure: a proxy before it may be down.
      if (error.status < 500) report(findRefusalProblem(procedure, error.body.code));
      send(error.status, error.body);
    }
  }
  const server: FakedServer = {
    answer: (procedure, give) => void answers.set(procedure.name, { procedure, give }),
    inputsOf: ({ name }) => calls.filter((call) => call.name === name).map(({ input }) => input),
    headersOf: ({ name }, header) =>
      calls.filter((call) => call.name === name).map(({ headers }) => headers[header] as string | undefined),
  };
  return { server, answerCall };
}

const report = (problem: string | null): void => {
  if (problem) complain(problem);
};

/** Names that are there several times are lists, as the core reads them. */
function readQuery({ searchParams }: URL): unknown {
  const names = [...new Set(searchParams.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
}
