/** Serves simulated providers over HTTP, and a page where a person acts as the bank. Only active with SIMULATORS. */
import type { SimulatedCharge } from '@feira/plugin-kit';
import { LARGEST_REQUEST_BYTES, readSimulatorBody, splitBase } from '@feira/plugin-kit/simulation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { renderCharge } from './page.ts';
import { findSimulator } from './service.ts';

export default fp(
  async (app) => {
    if (!app.config.isSimulatorEnabled) return;
    const open = {
      config: { access: { kind: 'public' }, anyHost: true, limit: null },
      schema: { hide: true },
    } as const;

    await app.register(async (simulated) => {
      simulated.removeAllContentTypeParsers();
      simulated.addContentTypeParser(
        '*',
        { parseAs: 'buffer', bodyLimit: LARGEST_REQUEST_BYTES },
        (_request, body, done) => done(null, body),
      );

      const findCharge = async (connectionId: string, transactionId: string) => {
        const host = await findSimulator(app, connectionId);
        const charge = await host?.simulator.getCharge(transactionId);
        return host && charge ? { host, charge } : null;
      };

      const showCharge = (request: FastifyRequest, reply: FastifyReply, charge: SimulatedCharge) =>
        reply
          .headers({
            'content-type': 'text/html; charset=utf-8',
            'cache-control': 'no-store',
            'content-security-policy':
              "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
          })
          .send(renderCharge(charge, request.locale));

      simulated.route<{ Params: { connection: string; transaction: string } }>({
        ...open,
        method: 'GET',
        url: '/simulators/:connection/charges/:transaction',
        handler: async (request, reply) => {
          const found = await findCharge(request.params.connection, request.params.transaction);
          return found ? showCharge(request, reply, found.charge) : reply.callNotFound();
        },
      });

      simulated.route<{ Params: { connection: string; transaction: string }; Body: Buffer | null }>({
        ...open,
        method: 'POST',
        url: '/simulators/:connection/charges/:transaction',
        handler: async (request, reply) => {
          const found = await findCharge(request.params.connection, request.params.transaction);
          if (!found) return reply.callNotFound();
          const { simulator } = found.host;
          const { transactionId, amount } = found.charge;
          switch (new URLSearchParams(String(request.body ?? '')).get('action')) {
            case 'pay':
              await simulator.pay(transactionId);
              break;
            case 'pay-twice':
              await simulator.pay(transactionId, { times: 2 });
              break;
            case 'pay-less':
              await simulator.pay(transactionId, { amount: Math.max(1, Math.floor(amount / 2)) });
              break;
            case 'pay-more':
              await simulator.pay(transactionId, { amount: amount + 100 });
              break;
            case 'expire':
              await simulator.expire(transactionId);
              break;
            case 'chargeback':
              await simulator.chargeback(transactionId);
              break;
          }
          return reply.redirect(request.url, 303);
        },
      });

      simulated.route<{
        Params: { connection: string; '*': string };
        Querystring: Record<string, string>;
        Body: Buffer<ArrayBuffer> | null;
      }>({
        ...open,
        method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
        url: '/simulators/:connection/*',
        handler: async (request, reply) => {
          const host = await findSimulator(app, request.params.connection);
          if (!host) return reply.callNotFound();
          const headers = Object.fromEntries(
            Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
          );
          const answer = await host.handleHttp({
            method: request.method,
            ...splitBase(`/${request.params['*']}`),
            query: request.query,
            headers,
            ...(await readSimulatorBody(request.body ?? Buffer.alloc(0), headers['content-type'] ?? '')),
          });
          if ('drop' in answer) {
            request.raw.destroy();
            return reply.hijack();
          }
          return reply
            .code(answer.status)
            .headers(answer.headers ?? {})
            .send(answer.body ?? '');
        },
      });
    });
  },
  { name: 'simulators-routes', dependencies: ['access', 'simulators', 'locale'] },
);
