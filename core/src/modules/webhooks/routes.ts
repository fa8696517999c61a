/** Receives webhooks: finds the connection by the token, stores the raw body, answers 200. Jobs process the event later. */
import { redactWebhookHeaders } from '@feira/plugin-kit/broker';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import { toStorable } from '../../shared/storable.ts';
import { type Connection, findConnection } from '../connections/service.ts';
import { insertWebhook, WEBHOOK_ANSWER } from './model.ts';
import { listSearchWords } from './search-words.ts';

const BODY_LIMIT = 1024 * 1024;
/** The connection of an endpoint never changes, so found tokens are cached. Unknown tokens are read again. */
const MAX_ENDPOINTS = 10_000;

export default fp(
  async (app) => {
    const endpoints = new Map<string, { platformId: string; connectionId: string }>();

    async function findEndpoint(token: string) {
      const known = endpoints.get(token);
      if (known) return known;
      const [row] = await app.database.query<{ platformId: string; connectionId: string }>({
        text: 'SELECT platform_id AS "platformId", connection_id AS "connectionId" FROM webhook_endpoint WHERE token = $1',
        values: [token],
      });
      if (!row) return null;
      if (endpoints.size >= MAX_ENDPOINTS) endpoints.clear();
      endpoints.set(token, row);
      return row;
    }

    /** Any version of the provider may have sent the event, so the headers that any version needs for verification are kept. */
    async function redact({ platformId, providerId }: Connection, headers: Record<string, string>) {
      const versions = app.providers
        .list(await app.findPackageOwners(platformId))
        .filter(({ id }) => id === providerId)
        .map(({ manifest }) => redactWebhookHeaders({ manifest, headers, key: app.config.encryptionKey }));
      const names = Object.keys(versions[0] ?? {});
      return Object.fromEntries(
        names.map((name) => [
          name,
          versions.map((version) => version[name] as string).find((value) => value !== headers[name]) ?? headers[name],
        ]),
      ) as Record<string, string>;
    }

    await app.register(async (raw) => {
      // The signature covers the raw bytes, so the body must not be parsed.
      raw.removeAllContentTypeParsers();
      raw.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
        done(null, body),
      );

      raw.route<{
        Params: { provider: string; token: string };
        Querystring: Record<string, string>;
        Body: Buffer | null;
      }>({
        method: 'POST',
        url: '/webhooks/:provider/:token',
        bodyLimit: BODY_LIMIT,
        config: { access: { kind: 'public' }, anyHost: true, limit: null },
        schema: { hide: true },
        handler: async (request, reply) => {
          const endpoint = await findEndpoint(request.params.token);
          if (!endpoint) throw new AppError('WEBHOOK_UNKNOWN');
          const connection = await findConnection(app, endpoint.platformId, endpoint.connectionId);
          if (!connection || connection.providerId !== request.params.provider) throw new AppError('WEBHOOK_UNKNOWN');
          const headers = await redact(connection, flatten(request.headers));
          const body = request.body ?? Buffer.alloc(0);
          const id = newId();
          const event = {
            ...endpoint,
            id,
            headers,
            query: flatten(request.query),
            body,
            searchText: listSearchWords(body),
          };
          // The sweep that processes the event names it by the same attribute.
          await app.spans.within('webhook store', { 'feira.id': id }, () =>
            app.database.storeShared(endpoint.platformId, insertWebhook(event)),
          );
          app.webhooks.wake();
          return reply.code(200).send(WEBHOOK_ANSWER);
        },
      });
    });
  },
  { name: 'webhooks-routes', dependencies: ['database', 'webhooks-jobs'] },
);

const flatten = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      toStorable(name),
      toStorable(Array.isArray(value) ? value.join(', ') : String(value)),
    ]),
  );
