/** Serves simulated providers over HTTP, and a page where a person acts as the bank. Only active with SIMULATORS. */
import {
  type SimulatedCharge,
  type SimulatedMandateCharge,
  type SimulatedMandates,
  type Simulator,
  WireRefusal,
} from '@feira/plugin-kit';
import { LARGEST_REQUEST_BYTES, readSimulatorBody, splitBase } from '@feira/plugin-kit/simulation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { renderCharge, renderDebit } from './page.ts';
import { findSimulator } from './service.ts';

interface ChargeParams {
  connection: string;
  transaction: string;
}

/** A charge of a connection's simulator, or a debit under a mandate. */
type FoundCharge = { simulator: Simulator; charge: SimulatedCharge; debit?: undefined };
type FoundDebit = { mandates: SimulatedMandates; debit: SimulatedMandateCharge; charge?: undefined };
type Found = FoundCharge | FoundDebit;

async function findCharge(app: FastifyInstance, { connection, transaction }: ChargeParams): Promise<Found | null> {
  const simulator = (await findSimulator(app, connection))?.simulator;
  if (!simulator) return null;
  const charge = await simulator.getCharge(transaction);
  if (charge) return { simulator, charge };
  const { mandates } = simulator;
  const debit = await mandates?.getCharge(transaction);
  return mandates && debit ? { mandates, debit } : null;
}

async function act({ simulator, charge: { transactionId, amount } }: FoundCharge, action: string | null) {
  switch (action) {
    case 'pay':
      return simulator.pay(transactionId);
    case 'pay-twice':
      return simulator.pay(transactionId, { times: 2 });
    case 'pay-less':
      return simulator.pay(transactionId, { amount: Math.max(1, Math.floor(amount / 2)) });
    case 'pay-more':
      return simulator.pay(transactionId, { amount: amount + 100 });
    case 'expire':
      return simulator.expire(transactionId);
    case 'chargeback':
      return simulator.chargeback(transactionId);
  }
}

/** The buyer's bank pays or refuses one attempt, or the buyer ends the debit or the agreement in their bank's app. */
async function actOnDebit({ mandates, debit: { mandateChargeId, mandateId } }: FoundDebit, action: string | null) {
  switch (action) {
    case 'pay':
      return mandates.payCharge(mandateChargeId);
    case 'refuse':
      return mandates.refuseCharge(mandateChargeId);
    case 'refuse-all':
      return mandates.refuseCharge(mandateChargeId, { isFinal: true });
    case 'expire':
      return mandates.expireCharge(mandateChargeId);
    case 'cancel':
      return mandates.cancelCharge(mandateChargeId, 'BUYER');
    case 'end-mandate':
      return mandates.cancel(mandateId, 'BUYER');
  }
}

/** The headers that a stranger's page may set; its page has no origin, and so neither our cookies nor our scripts. */
const HARMLESS_HEADERS = ['content-type', 'location'];
const toHarmless = (headers: Record<string, string> = {}) => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => HARMLESS_HEADERS.includes(name.toLowerCase()))),
  'content-security-policy': 'sandbox allow-forms',
});

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

      const show = (request: FastifyRequest, reply: FastifyReply, found: Found, isRefused = false) => {
        const shown = { locale: request.locale, isRefused };
        return reply
          .headers({
            'content-type': 'text/html; charset=utf-8',
            'cache-control': 'no-store',
            'content-security-policy':
              "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
          })
          .code(isRefused ? 409 : 200)
          .send(found.charge ? renderCharge(found.charge, shown) : renderDebit(found.debit, shown));
      };

      simulated.route<{ Params: ChargeParams }>({
        ...open,
        method: 'GET',
        url: '/simulators/:connection/charges/:transaction',
        handler: async (request, reply) => {
          const found = await findCharge(app, request.params);
          return found ? show(request, reply, found) : reply.callNotFound();
        },
      });

      simulated.route<{ Params: ChargeParams; Body: Buffer | null }>({
        ...open,
        method: 'POST',
        url: '/simulators/:connection/charges/:transaction',
        handler: async (request, reply) => {
          const found = await findCharge(app, request.params);
          if (!found) return reply.callNotFound();
          const action = new URLSearchParams(String(request.body ?? '')).get('action');
          try {
            await (found.charge ? act(found, action) : actOnDebit(found, action));
          } catch (error) {
            if (!(error instanceof WireRefusal)) throw error;
            return show(request, reply, found, true);
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
            .headers(host.isForeign ? toHarmless(answer.headers) : (answer.headers ?? {}))
            .send(answer.body ?? '');
        },
      });
    });
  },
  { name: 'simulators-routes', dependencies: ['access', 'simulators', 'locale'] },
);
