/** What a name's TXT records say, asked of the resolvers of this machine. Tests bring an answer of their own. */
import { Resolver } from 'node:dns/promises';
import fp from 'fastify-plugin';

export type FindTexts = (name: string) => Promise<string[]>;

/** A person waits for the answer; DNS that takes longer is asked again by the person. */
const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** No records and no answer are the same to whoever looks for one: an empty list. */
export function createFindTexts(servers: string[] = []): FindTexts {
  return async (name) => {
    // One a question: a resolver remembers nothing, and its sockets end with it.
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers.length > 0) resolver.setServers(servers);
    try {
      // A long text travels in parts.
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
