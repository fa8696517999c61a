/** Receives webhooks: finds the connection by the token, stores the raw body, answers 200. Jobs process the event later. */
import { isFromAddress, redactWebhook } from '@feira/plugin-kit/broker';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import { toStorable } from '../../shared/storable.ts';
import { type Connection, findConnection } from '../connections/service.ts';
import { insertWebhook, type ReceivedWebhook, WEBHOOK_ANSWER } from './model.ts';
import { answerQuestion, QUESTION_END } from './questions.ts';
import { listSearchWords } from './search-words.ts';

const BODY_LIMIT = 1024 * 1024;
/** The connection of an endpoint never changes, so found tokens are cached. Unknown tokens are read again. */
const MAX_ENDPOINTS = 10_000;

const LONGEST_PATH = 200;

type RawEvent = Pick<ReceivedWebhook, 'headers' | 'query' | 'body'>;
type StoredEvent = RawEvent & Pick<ReceivedWebhook, 'senderAddress'>;

interface Call {
  Params: { provider: string; token: string; '*'?: string };
  Querystring: Record<string, string>;
  Body: Buffer | null;
}

export default fp(
  async (app) => {
    const endpoints = new Map<string, { platformId: string; connectionId: string }>();

    async function findEndpoint(token: string) {
      const known = endpoints.get(token);
      if (known) return known;
      const [row] = await app.database.query<{ platformId: string; connectionId: string }>({
        text: 'SELECT platform_id, connection_id FROM webhook_endpoint WHERE token = $1',
        values: [token],
      });
      if (!row) return null;
      if (endpoints.size >= MAX_ENDPOINTS) endpoints.clear();
      endpoints.set(token, row);
      return row;
    }

    /**
     * Any version of the provider may have sent the event, so whatever proves the sender to one of them is kept: secrets as a digest, and the
     * address where it is one that the provider publishes. The addresses of all others are kept nowhere.
     */
    async function redact(
      { platformId, providerId }: Connection,
      { headers, query, body }: RawEvent,
      address: string,
    ): Promise<StoredEvent> {
      const packages = app.providers
        .list(await app.findPackageOwners(platformId))
        .filter(({ id }) => id === providerId);
      const manifests = packages.map(({ manifest }) => manifest);
      const rawBody = body.toString();
      const event = redactWebhook({ headers, query, rawBody }, { manifests, key: app.config.encryptionKey });
      const senderAddress = manifests.some((manifest) => isFromAddress(manifest, address)) ? address : null;
      // The signature covers the bytes, which need not be text.
      return { ...event, body: event.rawBody === rawBody ? body : Buffer.from(event.rawBody), senderAddress };
    }

    async function receive(request: FastifyRequest<Call>, reply: FastifyReply) {
      const { provider, token, '*': end } = request.params;
      const endpoint = await findEndpoint(token);
      if (!endpoint || (end?.length ?? 0) > LONGEST_PATH) throw new AppError('WEBHOOK_UNKNOWN');
      const connection = await findConnection(app, endpoint.platformId, endpoint.connectionId);
      if (connection?.providerId !== provider) throw new AppError('WEBHOOK_UNKNOWN');
      const query = flatten(request.query);
      const body = request.body ?? Buffer.alloc(0);
      reply.header('cache-control', 'no-store');
      if (end === QUESTION_END && connection.manifest.operations.includes('authorizeWithdraw'))
        return answerQuestion(app, connection, { headers: flatten(request.headers), query, body });
      // Providers and people open the address to see whether it is there.
      if (request.method !== 'POST' && body.length === 0 && Object.keys(query).length === 0) return WEBHOOK_ANSWER;
      const id = newId();
      const raw = { headers: flatten(request.headers), query, body };
      const { headers, ...redacted } = await redact(connection, raw, toAddress(request.ip));
      const searched = redacted.body.length > 0 ? redacted.body : Buffer.from(JSON.stringify(redacted.query));
      const event = {
        ...endpoint,
        id,
        method: request.method as ReceivedWebhook['method'],
        path: end ? toStorable(`/${end}`) : '',
        headers,
        query: redacted.query,
        body: redacted.body,
        senderAddress: redacted.senderAddress,
        searchText: listSearchWords(searched),
      };
      // The sweep that processes the event names it by the same attribute.
      await app.spans.within('webhook store', { 'feira.id': id }, () =>
        app.database.storeShared(endpoint.platformId, insertWebhook(event)),
      );
      app.webhooks.wake();
      return WEBHOOK_ANSWER;
    }

    await app.register(async (raw) => {
      // The signature covers the raw bytes, so the body must not be parsed.
      raw.removeAllContentTypeParsers();
      raw.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
        done(null, body),
      );

      // Some providers add an end to the address, and some call it with GET.
      for (const end of ['', '/*']) {
        raw.route<Call>({
          method: ['GET', 'HEAD', 'POST'],
          url: `/webhooks/:provider/:token${end}`,
          bodyLimit: BODY_LIMIT,
          config: { access: { kind: 'public' }, anyHost: true, limit: null },
          schema: { hide: true },
          handler: receive,
        });
      }
    });
  },
  { name: 'webhooks-routes', dependencies: ['database', 'webhooks-jobs'] },
);

/** Sockets for both versions of IP write addresses of the fourth behind this prefix. */
const toAddress = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, '');

const flatten = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      toStorable(name),
      toStorable(Array.isArray(value) ? value.join(', ') : String(value)),
    ]),
  );
