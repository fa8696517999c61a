/** Plays the sandbox acquirer: holds its routes. README.md is its documentation. */
import {
  answerRoute,
  defineSimulator,
  type RouteHandler,
  type Simulator,
  type SimulatorContext,
  type SimulatorRequest,
  type SimulatorResponse,
} from '@feira/plugin-kit';
import { getBoletoPdf, showBoleto } from './simulator/boleto-page.ts';
import { createCard, createToken, deleteCard } from './simulator/cards.ts';
import {
  captureCharge,
  createCharge,
  createRefund,
  findCharges,
  getCharge,
  showChallenge,
  voidCharge,
} from './simulator/charges.ts';
import { createVerification, listDocuments, showVerification, takeDocument } from './simulator/documents.ts';
import { createIdentityCheck, getIdentityCheck } from './simulator/identity-checks.ts';
import {
  cancelMandate,
  cancelMandateCharge,
  chargeMandate,
  createMandate,
  findMandateCharges,
  findMandates,
  getMandate,
  getMandateCharge,
  refundMandateCharge,
  retryMandateCharge,
} from './simulator/mandates.ts';
import { createReceiver, findKeyOwner, getReceiver } from './simulator/receivers.ts';
import { createScore, takeOutcome } from './simulator/scores.ts';
import { createTransfer, findTransfers, getTransfer } from './simulator/transfers.ts';
import { createWorld, saveWebhookUrl, type World } from './simulator/world.ts';

/** The card frame has an opaque origin; tokens are asked for without cookies, so any origin may. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-max-age': '600',
};

export default defineSimulator({
  createSimulator,
  samples: {
    credentials: {
      secretKey: 'sk_sandbox_conformance_0001',
      publicKey: 'pk_sandbox_conformance_0001',
      webhookSecret: 'whsec_conformance_0001',
    },
    cards: { approved: '4111111111111111', refused: '4000000000000010', challenged: '4000000000000085' },
    receiverEmail: 'documents@example.com',
  },
});

type Handler = (world: World, request: SimulatorRequest, ...ids: string[]) => Promise<SimulatorResponse>;

/** Pages, and what browsers ask without the secret key. */
const OPEN_ROUTES: Record<string, Handler> = {
  'GET /boletos/*': showBoleto,
  'GET /challenges/*': showChallenge,
  'POST /challenges/*': showChallenge,
  'GET /verifications/*': showVerification,
  'POST /verifications/*': showVerification,
  'OPTIONS /tokens': async () => ({ status: 204 }),
  'POST /tokens': createToken,
};
const ROUTES: Record<string, Handler> = {
  'POST /charges': createCharge,
  'GET /charges': findCharges,
  'GET /charges/*': getCharge,
  'GET /charges/*/boleto': getBoletoPdf,
  'POST /charges/*/capture': captureCharge,
  'POST /charges/*/void': voidCharge,
  'POST /charges/*/refunds': createRefund,
  'POST /cards': createCard,
  'DELETE /cards/*': deleteCard,
  'POST /transfers': createTransfer,
  'GET /transfers': findTransfers,
  'GET /transfers/*': getTransfer,
  'POST /receivers': createReceiver,
  'GET /receivers/*': getReceiver,
  'GET /receivers/*/documents': listDocuments,
  'POST /receivers/*/documents/*': takeDocument,
  'POST /receivers/*/verifications': createVerification,
  'POST /mandates': createMandate,
  'GET /mandates': findMandates,
  'GET /mandates/*': getMandate,
  'POST /mandates/*/cancel': cancelMandate,
  'POST /mandates/*/charges': chargeMandate,
  'GET /mandate-charges': findMandateCharges,
  'GET /mandate-charges/*': getMandateCharge,
  'POST /mandate-charges/*/retries': retryMandateCharge,
  'POST /mandate-charges/*/cancel': cancelMandateCharge,
  'POST /mandate-charges/*/refunds': refundMandateCharge,
  'POST /identity-checks': createIdentityCheck,
  'GET /identity-checks/*': getIdentityCheck,
  'POST /scores': createScore,
  'PUT /scores/*/outcome': takeOutcome,
  'PUT /webhook': saveWebhookUrl,
};
const missing = (): SimulatorResponse => ({ status: 404, body: { error: { message: 'Rota não encontrada.' } } });

function createSimulator(context: SimulatorContext): Simulator {
  const world = createWorld(context);
  const routes: Record<string, RouteHandler> = {};
  for (const [route, handler] of Object.entries(OPEN_ROUTES)) {
    routes[route] = (request, ...ids) => handler(world, request, ...ids);
  }
  for (const [route, handler] of Object.entries(ROUTES)) {
    routes[route] = async (request, ...ids) => {
      await findKeyOwner(world, request);
      return handler(world, request, ...ids);
    };
  }
  return {
    ...world.book.controls,
    mandates: world.mandates.controls,
    async handle(request) {
      const response = await answerRoute(routes, request, missing);
      return request.path === '/tokens' ? { ...response, headers: CORS } : response;
    },
  };
}
