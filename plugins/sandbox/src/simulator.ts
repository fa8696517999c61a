/** The sandbox acquirer itself: its routes. README.md is its documentation. */
import {
  defineSimulator,
  type Simulator,
  type SimulatorContext,
  type SimulatorRequest,
  type SimulatorResponse,
} from '@feira/plugin-kit';
import { showBoleto } from './simulator/boleto-page.ts';
import { createCard, createToken } from './simulator/cards.ts';
import type { ChargeRecord } from './simulator/charge-record.ts';
import {
  chargeBack,
  createCharge,
  createRefund,
  expireCharge,
  findCharge,
  findCharges,
  getCharge,
  payCharge,
  toSimulated,
} from './simulator/charges.ts';
import { createVerification, listDocuments, showVerification, takeDocument } from './simulator/documents.ts';
import { createReceiver, findReceiverIdByKey, getReceiver } from './simulator/receivers.ts';
import { createTransfer, findTransfers, getTransfer } from './simulator/transfers.ts';
import { createWorld, Refusal, readText, saveWebhookUrl, toErrorResponse, type World } from './simulator/world.ts';

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
    cards: { approved: '4111111111111111', refused: '4000000000000010' },
    receiverEmail: 'documents@example.com',
  },
});

function createSimulator(context: SimulatorContext): Simulator {
  const world = createWorld(context);
  return {
    async handle(request) {
      try {
        return await route(world, request);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const response = toErrorResponse(error);
        return request.path === '/tokens' ? { ...response, headers: CORS } : response;
      }
    },
    pay: (id, options) => payCharge(world, id, options),
    expire: (id) => expireCharge(world, id),
    chargeback: (id) => chargeBack(world, id),
    listCharges: async (limit) => (await world.store.list<ChargeRecord>('charge:', limit)).map(toSimulated),
    async getCharge(id) {
      const charge = await findCharge(world, id);
      return charge && toSimulated(charge);
    },
  };
}

async function route(world: World, request: SimulatorRequest): Promise<SimulatorResponse> {
  const { method, path } = request;
  const [, resource, id, action, part] = path.split('/');
  if (resource === 'boletos' && method === 'GET' && id) return showBoleto(world, id);
  if (resource === 'verifications' && id) return showVerification(world, id, request);
  if (resource === 'tokens') return routeTokens(world, request);

  const receiverId = await authenticate(world, request);
  switch (`${method} /${resource}${id ? '/{id}' : ''}${action ? `/${action}` : ''}${part ? '/{part}' : ''}`) {
    case 'POST /charges':
      return createCharge(world, request, receiverId);
    case 'GET /charges':
      return findCharges(world, request);
    case 'GET /charges/{id}':
      return getCharge(world, request, id!);
    case 'POST /charges/{id}/refunds':
      return createRefund(world, request, id!);
    case 'POST /cards':
      return createCard(world, request);
    case 'POST /transfers':
      return createTransfer(world, request);
    case 'GET /transfers':
      return findTransfers(world, request);
    case 'GET /transfers/{id}':
      return getTransfer(world, id!);
    case 'POST /receivers':
      return createReceiver(world, request);
    case 'GET /receivers/{id}':
      return getReceiver(world, id!);
    case 'GET /receivers/{id}/documents':
      return listDocuments(world, id!);
    case 'POST /receivers/{id}/documents/{part}':
      return takeDocument(world, request, id!, part!);
    case 'POST /receivers/{id}/verifications':
      return createVerification(world, request, id!);
    case 'PUT /webhook':
      await saveWebhookUrl(world, readText(request.body, 'url'));
      return { status: 200, body: { url: readText(request.body, 'url') } };
    default:
      throw new Refusal(404, 'Rota não encontrada.');
  }
}

async function routeTokens(world: World, request: SimulatorRequest): Promise<SimulatorResponse> {
  if (request.method === 'OPTIONS') return { status: 204, headers: CORS };
  if (request.method !== 'POST') throw new Refusal(404, 'Rota não encontrada.');
  // The browser has the public key, the platform's server the secret one.
  const isPublic = request.headers.authorization === `Bearer ${world.credentials.publicKey}`;
  if (!isPublic) await authenticate(world, request);
  const response = await createToken(world, request);
  return { ...response, headers: { 'content-type': 'application/json', ...CORS } };
}

/** Answers the receiver whose key it is; null for the platform's own. */
async function authenticate(world: World, { headers }: SimulatorRequest): Promise<string | null> {
  const { authorization = '' } = headers;
  if (authorization === `Bearer ${world.credentials.secretKey}`) return null;
  const receiverId = await findReceiverIdByKey(world, authorization.slice('Bearer '.length));
  if (receiverId === undefined) throw new Refusal(401, 'Chave inválida.');
  return receiverId;
}
