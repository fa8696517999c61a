/**
 * Decides whether a request is let in, before any handler, session or transaction: by the limits that procedures and routes declare, all
 * of them counted in this node's memory. A request that is not let in is answered 429 with Retry-After and runs no statement.
 */
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { CONNECTIONS, type Limit, PURCHASING, READING, UNDER_WAY } from '@feira/schemas/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { createProxyCheck, networkOf } from '../shared/networks.ts';
import { Running, Windows } from '../shared/windows.ts';
import { AppError } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Null where callers are many behind few addresses: webhooks of providers, health checks, files. Default: READING. */
    limit?: Limit | null;
  }
}

const BUSY_SECONDS = 1;
/** An address that is refused more often than this floods: its further answers are held, so that it costs few of them a second. */
const FLOOD = { most: 50, seconds: 1 };
const HELD_MS = 1_000;

const refuse = (retryAfterSeconds: number) => new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds });

/** Returns the field of an input that names the subject of a limit. */
const readSubject = ({ body, query }: FastifyRequest, field: string): string | null => {
  const value = ((body ?? query) as Record<string, unknown> | undefined)?.[field];
  return typeof value === 'string' ? value.toLowerCase() : null;
};

interface RateLimit {
  name: string;
  most: number;
  /** Seconds. */
  window: number;
  left: number;
  /** Until the window ends. */
  seconds: number;
}

/** Writes how many calls are left, as the IETF draft of the RateLimit header fields has it. */
function writeRateLimit(reply: FastifyReply, { name, most, window, left, seconds }: RateLimit): void {
  reply.header('ratelimit-policy', `"${name}";q=${most};w=${window}`);
  reply.header('ratelimit', `"${name}";r=${left};t=${seconds}`);
}

export default fp(
  async (app) => {
    const { limitFactor, purchaseRateLimit, trustProxy } = app.config;
    const windows = new Windows();
    const running = new Running();
    const isProxy = createProxyCheck(trustProxy);

    function count(key: string, most: number, seconds: number): void {
      const wait = windows.take(key, { most, seconds }, app.clock.now().getTime());
      if (wait > 0) throw refuse(wait);
    }

    /** Counts the request as under way until its answer is over or its caller is gone. */
    function begin(reply: FastifyReply, key: string, most: number): void {
      const end = running.start(key, most);
      if (!end) throw refuse(BUSY_SECONDS);
      reply.raw.once('close', end);
    }

    async function hold(network: string): Promise<void> {
      const isFlood = windows.take(`refused ${network}`, FLOOD, app.clock.now().getTime()) > 0;
      const end = isFlood && running.start(`held ${network}`, CONNECTIONS);
      if (!end) return;
      await wait(HELD_MS);
      end();
    }

    // Connections beyond the limit are closed unread. A proxy's connections carry the requests of many, which are counted one by one.
    app.server.on('connection', (socket: Socket) => {
      const { remoteAddress } = socket;
      if (!remoteAddress || isProxy(remoteAddress)) return;
      const end = running.start(`connections ${networkOf(remoteAddress)}`, CONNECTIONS * limitFactor);
      if (end) socket.once('close', end);
      else socket.destroy();
    });

    app.addHook('onRequest', async ({ raw }) => {
      // A proxy might have taken the other one.
      if (raw.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length > 1)
        throw new AppError('HOST_AMBIGUOUS');
    });

    app.addHook('onRequest', async (request, reply) => {
      const { limit = READING } = request.is404 ? {} : request.routeOptions.config;
      if (!limit) return;
      const { name, address, underWay, atOnce } = limit;
      const network = networkOf(request.ip);
      try {
        const most = limit === PURCHASING ? purchaseRateLimit : address.most * limitFactor;
        count(`${name} ${network}`, most, address.seconds);
        begin(reply, `${underWay ? name : ''} ${network}`, (underWay ?? UNDER_WAY) * limitFactor);
      } catch (error) {
        await hold(network);
        throw error;
      }
      if (atOnce) begin(reply, name, atOnce);
    });

    // The person is known now, and the input has its shape.
    app.addHook('preHandler', async (request, reply) => {
      const { limit, api } = request.routeOptions.config;
      if (!limit || request.is404) return;
      const { name, person, subject } = limit;
      if (person && request.person) {
        const { id, apiKey } = request.person;
        // A program that calls too often does not lock out its owner.
        const key = `${name} ${apiKey ? `key ${apiKey.id}` : `person ${id}`}`;
        const most = person.most * limitFactor;
        const state = () => windows.look(key, { most, seconds: person.seconds }, app.clock.now().getTime());
        try {
          count(key, most, person.seconds);
        } finally {
          if (api) writeRateLimit(reply, { name, most, window: person.seconds, ...state() });
        }
      }
      const about = subject && readSubject(request, subject.field);
      if (subject && about) count(`${name} subject ${about}`, subject.most * limitFactor, subject.seconds);
    });
  },
  { name: 'admission', dependencies: ['config', 'clock', 'errors'] },
);
