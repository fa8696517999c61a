/** Reads the TXT records of a name from the resolvers of this machine. Tests replace it. */
import { Resolver } from 'node:dns/promises';
import fp from 'fastify-plugin';

export type FindTexts = (name: string) => Promise<string[]>;

/** The time that a person waits for the answer. When DNS takes longer, the person can repeat the request. */
const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** Returns an empty list both without records and without an answer, because callers treat them the same. */
export function createFindTexts(servers: string[] = []): FindTexts {
  return async (name) => {
    // Each question gets its own resolver: a resolver caches nothing, and its sockets close with it.
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers.length > 0) resolver.setServers(servers);
    try {
      // DNS splits a long text into parts.
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch {
      return [];
    }
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    findTexts: FindTexts;
  }
}

export default fp<{ findTexts?: FindTexts }>(
  async (app, options) => {
    app.decorate('findTexts', options.findTexts ?? createFindTexts());
  },
  { name: 'dns' },
);
