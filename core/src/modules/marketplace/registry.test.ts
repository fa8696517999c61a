/** A registry on this machine gives unusual answers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildPackage } from '../../../test/package-tarballs.ts';
import { AppError } from '../../plugins/errors.ts';
import { ARCHIVE_LIMITS } from '../../shared/package-archive.ts';
import { fetchPackage } from './registry.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let url: string;
/** By path; every other path gets 404. */
let answers: Record<string, Answer>;
let asked: { path: string; headers: IncomingMessage['headers'] }[];
const NAME = '@moeda/provider-moeda';
const METADATA = '/@moeda%2fprovider-moeda';
const TARBALL = '/@moeda/provider-moeda/-/provider-moeda-1.0.0.tgz';

const json =
  (body: unknown): Answer =>
  (_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  };
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(code, headers).end();
  };
const listing = (tarball: unknown) => json({ name: NAME, versions: { '1.0.0': { dist: { tarball } } } });

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', headers: request.headers });
    const answer = answers[request.url ?? ''] ?? status(404);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  asked = [];
  answers = { [METADATA]: listing(`${url}${TARBALL}`), [TARBALL]: (_, response) => void response.end('the bytes') };
});

async function refusalOf(options: { isOwn?: boolean; version?: string; deadlineMs?: number } = {}) {
  const { isOwn = true, version = '1.0.0', deadlineMs = 5_000 } = options;
  const error = await fetchPackage({ url, isOwn, deadlineMs }, NAME, version).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AppError);
  const { code, fields } = error as AppError;
  return [code, ...fields];
}

describe('fetchPackage', () => {
  it('answers the tarball as it stands there, of the exact version', async () => {
    const { content } = await buildPackage();
    answers[TARBALL] = (_, response) => void response.end(content);

    expect(await fetchPackage({ url, isOwn: true }, NAME, '1.0.0')).toEqual(content);
    expect(asked.map(({ path }) => path)).toEqual([METADATA, TARBALL]);
    expect(asked.map(({ headers }) => headers['accept-encoding'])).toEqual(['identity', 'identity']);
  });

  it('follows a registry that keeps its tarballs elsewhere', async () => {
    answers[TARBALL] = status(302, { location: '/moved.tgz' });
    answers['/moved.tgz'] = (_, response) => void response.end('moved');

    expect((await fetchPackage({ url, isOwn: true }, NAME, '1.0.0')).toString()).toBe('moved');
  });

  it('tells a name and a version that are not published', async () => {
    expect(await refusalOf({ version: '1.0.1' })).toEqual(['PACKAGE_NOT_PUBLISHED', 'source.version']);
    expect(await refusalOf({ version: 'constructor' })).toEqual(['PACKAGE_NOT_PUBLISHED', 'source.version']);
    delete answers[TARBALL];
    expect(await refusalOf()).toEqual(['PACKAGE_NOT_PUBLISHED', 'source.version']);
    delete answers[METADATA];
    expect(await refusalOf()).toEqual(['PACKAGE_NOT_PUBLISHED', 'source.name']);
  });

  it('stops where a tarball grows over the limit, whatever its headers said', async () => {
    let sent = 0;
    answers[TARBALL] = (_, response) => {
      const chunk = Buffer.alloc(1024 * 1024);
      // Never ends.
      const send = () => {
        sent += chunk.length;
        if (!response.destroyed) response.write(chunk, send);
      };
      send();
    };

    expect(await refusalOf()).toEqual(['PACKAGE_NOT_PUBLISHED', 'source.version']);
    expect(sent).toBeGreaterThan(ARCHIVE_LIMITS.packedBytes);
    // The buffers in between may hold more.
    expect(sent).toBeLessThan(ARCHIVE_LIMITS.packedBytes * 8);
  });

  const broken: Record<string, Record<string, Answer>> = {
    'that answers an error': { [METADATA]: status(500) },
    'that answers no JSON': { [METADATA]: (_, response) => void response.end('<html>') },
    'that answers another thing': { [METADATA]: json(['1.0.0']) },
    'that names no tarball': { [METADATA]: listing(undefined) },
    'that names no address': { [METADATA]: listing('nowhere') },
    'that closes the connection': { [METADATA]: (request) => void request.socket.destroy() },
    'that closes it within the tarball': {
      [TARBALL]: (request, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('half', () => request.socket.destroy());
      },
    },
    'that refuses the tarball': { [TARBALL]: status(403) },
  };
  for (const [what, changes] of Object.entries(broken)) {
    it(`is unavailable for a registry ${what}`, async () => {
      Object.assign(answers, changes);

      expect(await refusalOf()).toEqual(['REGISTRY_UNAVAILABLE']);
    });
  }

  it('does not go round in circles', async () => {
    answers[TARBALL] = status(302, { location: TARBALL });

    expect(await refusalOf()).toEqual(['REGISTRY_UNAVAILABLE']);
    expect(asked.map(({ path }) => path)).toEqual([METADATA, TARBALL, TARBALL, TARBALL, TARBALL]);
  });

  it('gives up on a registry that does not answer, and on one that stops within the tarball', async () => {
    answers[TARBALL] = (_, response) => void response.write('half');
    expect(await refusalOf({ deadlineMs: 200 })).toEqual(['REGISTRY_UNAVAILABLE']);
    answers[METADATA] = () => undefined;
    expect(await refusalOf({ deadlineMs: 200 })).toEqual(['REGISTRY_UNAVAILABLE']);
  });

  it('does not follow the public registry into our own network', async () => {
    expect(await refusalOf({ isOwn: false })).toEqual(['REGISTRY_UNAVAILABLE']);
    expect(asked).toEqual([]);
  });

  it('follows an own registry to no other private address', async () => {
    const inside: string[] = [];
    const other = createServer((request, response) => {
      inside.push(request.url ?? '');
      response.end('secret');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const secret = `http://127.0.0.1:${(other.address() as AddressInfo).port}/secret`;
    try {
      answers[METADATA] = listing(secret);
      expect(await refusalOf()).toEqual(['REGISTRY_UNAVAILABLE']);
      answers[METADATA] = listing(`${url}${TARBALL}`);
      answers[TARBALL] = status(307, { location: secret });
      expect(await refusalOf()).toEqual(['REGISTRY_UNAVAILABLE']);
      answers[METADATA] = listing('file:///etc/passwd');
      expect(await refusalOf()).toEqual(['REGISTRY_UNAVAILABLE']);
      expect(inside).toEqual([]);
    } finally {
      await new Promise((resolve) => other.close(resolve));
    }
  });
});
