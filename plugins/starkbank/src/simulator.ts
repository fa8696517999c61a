/** Plays Stark Bank over its own wire format: for conformance, and for trying withdrawals without an account. */
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import {
  answerRoute,
  type BookedWithdrawal,
  createBook,
  createIds,
  defineSimulator,
  Fields,
  type OrderState,
  type RouteHandler,
  type SimulatedDestination,
  type Simulator,
  type SimulatorContext,
  type SimulatorRequest,
  type SimulatorResponse,
  WireRefusal,
} from '@feira/plugin-kit';

interface TransferData {
  /** The account as the request named it. */
  account: Record<string, unknown>;
}
type Transfer = BookedWithdrawal<TransferData>;

const OLDEST_SECONDS = 300;
const WORDS: Record<OrderState, string> = {
  PENDING: 'processing',
  DONE: 'success',
  FAILED: 'failed',
  RETURNED: 'failed',
  UNKNOWN: 'in-quarantine',
};

const refuse = (status: number, code: string, message: string) =>
  new WireRefusal(status, { errors: [{ code, message }] });

/** Made on first use: nobody needs the key of a simulator that is not played. */
let keyText: string | undefined;
function samplePrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
  keyText ??= privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return keyText;
}

function createSimulator(context: SimulatorContext): Simulator {
  const { credentials, clock } = context;
  const ids = createIds(context);
  const newId = () => `5${ids.digits(15)}`;
  const book = createBook<unknown, TransferData>(context, {
    notifyCharge: async () => undefined,
    notifyWithdrawal,
    keyOf: () => undefined,
  });

  async function notifyWithdrawal(transfer: Transfer): Promise<void> {
    const errors = transfer.reason ? [transfer.reason] : [];
    const log = { id: newId(), type: WORDS[transfer.status], errors, transfer: toWire(transfer), created: now() };
    const event = { id: newId(), subscription: 'transfer', workspaceId: '4545454545454545', created: now(), log };
    const headers = { 'content-type': 'application/json' };
    if (context.webhookUrl)
      await context.sendWebhook({ url: context.webhookUrl, headers, body: JSON.stringify({ event }) });
  }
  const now = () => clock.now().toISOString();

  function toDestination(wanted: Fields): SimulatedDestination {
    const [branchNumber] = wanted.requireText('branchCode').split('-');
    const [accountNumber, accountDigit] = wanted.requireText('accountNumber').split('-');
    return {
      bankCode: wanted.requireText('bankCode'),
      branchNumber,
      accountNumber,
      accountDigit,
      accountType: wanted.text('accountType') === 'savings' ? 'SAVINGS' : 'CHECKING',
      accountHolder: wanted.requireText('name'),
      accountDocument: wanted.requireText('taxId'),
    };
  }

  async function createTransfers(request: SimulatorRequest): Promise<SimulatorResponse> {
    const [wanted] = new Fields(request.body).list('transfers');
    if (!wanted) throw refuse(400, 'invalidTransfers', 'transfers is required');
    const reference = wanted.requireText('externalId');
    if ((await book.listWithdrawalsByReference(reference)).length > 0)
      throw refuse(400, 'invalidTransfer', 'Duplicated externalId');
    const made = await book.createWithdrawal(request, newId, {
      reference,
      amount: wanted.number('amount') ?? 0,
      destination: toDestination(wanted),
      data: { account: wanted.value('') as Record<string, unknown> },
    });
    return { status: 200, body: { message: 'Transfer(s) successfully created', transfers: [toWire(made)] } };
  }

  const routes: Record<string, RouteHandler> = {
    'POST /transfer': createTransfers,
    'GET /transfer': async (request) => {
      const found = await book.listWithdrawalsByReference(request.query.tags);
      return { status: 200, body: { cursor: null, transfers: found.map(toWire) } };
    },
    'GET /transfer/*': async (_request, id) => {
      const transfer = await book.findWithdrawal(id!);
      if (!transfer) throw refuse(404, 'transferNotFound', 'Transfer not found');
      return { status: 200, body: { transfer: toWire(transfer) } };
    },
  };

  /** Refuses what is not signed over exactly the bytes that came, or was signed long ago. */
  function checkSignature({ headers, rawBody }: SimulatorRequest): void {
    const { 'access-id': id = '', 'access-time': time = '', 'access-signature': signature = '' } = headers;
    if (Math.abs(clock.now().getTime() / 1_000 - Number(time)) > OLDEST_SECONDS)
      throw refuse(400, 'invalidAccessTime', 'Access-Time is too old');
    const key = createPublicKey(credentials.privateKey ?? '');
    const text = Buffer.from(`${id}:${time}:${rawBody ?? ''}`);
    if (id !== `project/${credentials.projectId}` || !verify('sha256', text, key, Buffer.from(signature, 'base64')))
      throw refuse(401, 'invalidCredentials', 'Invalid signature');
  }

  return {
    ...book.controls,
    async handle(request) {
      try {
        checkSignature(request);
      } catch (error) {
        if (error instanceof WireRefusal) return error.response;
        throw error;
      }
      return answerRoute(routes, request, () => refuse(404, 'routeNotFound', 'Route not found').response);
    },
  };
}

const toWire = (transfer: Transfer) => ({
  ...transfer.data.account,
  id: transfer.id,
  amount: transfer.amount,
  externalId: transfer.reference,
  status: WORDS[transfer.status],
  fee: 200,
  transactionIds: [],
  created: transfer.createdAt,
  updated: transfer.endedAt ?? transfer.createdAt,
});

export default defineSimulator({
  createSimulator,
  samples: { credentials: { projectId: '5656565656565656', privateKey: samplePrivateKey() } },
});
