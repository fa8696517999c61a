/** Plays what iugu's products share: Basic with the token, signed transfers, keys that are refused when they come again, and triggers. */
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import {
  type Book,
  type BookedWithdrawal,
  createIds,
  createTurns,
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
import { toReais } from '@feira/schemas/rules/money';

const TRANSFER_WORDS: Record<OrderState, string> = {
  PENDING: 'processing',
  DONE: 'done',
  FAILED: 'rejected',
  RETURNED: 'refunded',
  UNKNOWN: 'em_quarentena',
};
const KEY_TYPES: Record<string, SimulatedDestination['pixType']> = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  email: 'EMAIL',
  phone: 'PHONE',
  evp: 'RANDOM',
};
const ACCOUNT_TYPES: Record<string, SimulatedDestination['accountType']> = {
  checking_account: 'CHECKING',
  savings_account: 'SAVINGS',
};
const SIGNATURE_MS = 5 * 60_000;
const MOST_TRIGGERS = 20;

interface Trigger {
  id: string;
  event: string;
  url: string;
  authorization?: string;
  active: boolean;
}

interface Account {
  name: string;
  token: string;
  userToken: string;
  /** When its owner is verified; null before the verification was asked for. */
  verifiedAtMs: number | null;
}
const VERIFICATION_MS = 2_000;
const VERIFICATION = /^\/accounts\/([^/]+)\/request_verification$/;
const ASKED = [
  ...[
    'price_range',
    'business_type',
    'person_type',
    'street',
    'number',
    'district',
    'cep',
    'city',
    'state',
    'telephone',
  ],
  ...['estimated_revenue', 'bank', 'bank_ag', 'account_type', 'bank_cc', 'website'],
];
const PICTURES = ['identification', 'selfie', 'address_proof'];
const PAPERS = ['balance_sheet', 'social_contract'];
const DATA_URL = /^data:(?:application\/pdf|image\/(?:png|jpeg));name=[\w.]+;base64,[A-Za-z0-9+/]+={0,2}$/;

/** The fields that are missing, or hold no picture. */
function listFaults(body: Fields): Record<string, string[]> {
  const isCompany = body.text('data.person_type') === 'Pessoa Jurídica';
  const owner = isCompany ? ['cnpj', 'company_name', 'resp_name', 'resp_cpf'] : ['cpf', 'name'];
  const absent = [...ASKED, ...owner].filter((field) => !body.text(`data.${field}`));
  const wanted = isCompany ? [...PICTURES, ...PAPERS] : PICTURES;
  const unread = wanted.filter((field) => !DATA_URL.test(body.text(`files.${field}`) ?? ''));
  return Object.fromEntries([...absent, ...unread].map((field) => [field, ['não pode ficar em branco']]));
}

/** Made on first use: nobody needs the key of a simulator that is not played. */
let keyText: string | undefined;
export function samplePrivateKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  keyText ??= privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return keyText;
}

/** The data that iugu asks of a receiver beyond the contract. */
export const RECEIVER_DATA = {
  priceRange: 'Até R$ 100,00',
  businessType: 'Aulas de violão',
  monthlyRevenue: 500_000,
  website: 'https://violao.example.com',
  sellsPhysicalProducts: false,
  isPoliticallyExposed: false,
  responsibleName: 'Ana Souza',
  responsibleDocument: '52998224725',
};

export const refuse = (status: number, errors: unknown): WireRefusal => new WireRefusal(status, { errors });
export const newId = (context: SimulatorContext) => () => createIds(context).hex(32).toUpperCase();

/** Marks transfers between accounts of iugu: they are done at once, and no bank changes them. */
const IN_IUGU = { isInIugu: true };
const isInIugu = ({ data }: BookedWithdrawal) => (data as Partial<typeof IN_IUGU>).isInIugu === true;

export function createFamily(context: SimulatorContext) {
  const { store, clock, credentials } = context;
  const inTurn = createTurns();
  const toBasic = (token: string | undefined) => `Basic ${Buffer.from(`${token}:`).toString('base64')}`;
  const basic = toBasic(credentials.apiToken);
  const readTriggers = async () => (await store.get<Trigger[]>('triggers')) ?? [];

  /** Refuses what is not signed over exactly the bytes that came. */
  function checkSignature({ method, path, headers, rawBody, body }: SimulatorRequest): void {
    const [time = '', signature = ''] = [headers['request-time'], headers.signature];
    if (Math.abs(clock.now().getTime() - Date.parse(time)) > SIGNATURE_MS) throw refuse(401, 'Invalid Elapsed Time');
    const text = `${method}|/v1${path}\n${credentials.apiToken}|${time}\n${rawBody}`;
    const bytes = Buffer.from(signature.replace(/^signature=/, ''), 'base64');
    const key = createPublicKey(credentials.privateKey ?? '');
    const isSigned = signature.startsWith('signature=') && verify('sha256', Buffer.from(text), key, bytes);
    if (!isSigned || new Fields(body).text('api_token') !== credentials.apiToken) throw refuse(401, 'Unauthorized');
  }

  return {
    /** An account is read with a token of its own, which is not taken before it is verified. */
    async isAllowed({ path, headers }: SimulatorRequest): Promise<boolean> {
      const [, applicant] = VERIFICATION.exec(path) ?? [];
      const account = await store.get<Account>(`account:${applicant ?? path.split('/').at(-1)}`);
      if (!path.startsWith('/accounts/') || !account) return headers.authorization === basic;
      if (applicant) return headers.authorization === toBasic(account.userToken);
      const isVerified = account.verifiedAtMs !== null && account.verifiedAtMs <= clock.now().getTime();
      return headers.authorization === toBasic(account.token) && isVerified;
    },

    /** A key that was used is refused, whatever it is used for now. */
    once: (request: SimulatorRequest, make: () => Promise<SimulatorResponse>): Promise<SimulatorResponse> => {
      const key = request.headers['idempotency-key'];
      if (!key) return make();
      return inTurn(key, async () => {
        if (await store.get(`used:${key}`)) return { status: 409, body: {} };
        const response = await make();
        await store.set(`used:${key}`, true);
        return response;
      });
    },

    /** Tells an event as a form, to every trigger of it. */
    async send(event: string, data: Record<string, unknown>, { times = 1, isPlain = false } = {}): Promise<void> {
      const fields = Object.entries(data).filter(([, value]) => value !== undefined && value !== null);
      const named = fields.map(([name, value]) => [isPlain ? name : `data[${name}]`, String(value)]);
      const body = new URLSearchParams([['event', event], ...named]).toString();
      for (const trigger of (await readTriggers()).filter((one) => one.active && one.event === event)) {
        const headers = {
          'content-type': 'application/x-www-form-urlencoded',
          ...(trigger.authorization && { authorization: trigger.authorization }),
        };
        for (let time = 0; time < times; time += 1) await context.sendWebhook({ url: trigger.url, headers, body });
      }
    },

    notifyTransfer(withdrawal: BookedWithdrawal): Promise<void> {
      const { transfer_request_id, external_reference, status, amount_cents } = toWireTransfer(withdrawal);
      const data = { transfer_request_id, external_reference, status, amount_cents };
      return this.send('transfer_request.status_changed', data, { isPlain: true });
    },

    /** A bank ends transfers to other banks only. */
    toControls<D>(book: Book<D>): Pick<Simulator, 'settle' | 'fail' | 'returnMoney'> {
      const ending = (end: 'settle' | 'fail' | 'returnMoney') => async (id: string) => {
        const withdrawal = await book.findWithdrawal(id);
        if (withdrawal && isInIugu(withdrawal)) throw refuse(409, 'A transfer between accounts is over.');
        await book.controls[end]?.(id);
      };
      return { settle: ending('settle'), fail: ending('fail'), returnMoney: ending('returnMoney') };
    },

    /** The routes of every product, over the member's own book. */
    toRoutes<D>(book: Book<D>): Record<string, RouteHandler> {
      return {
        'POST /transfer_requests': (request) =>
          this.once(request, async () => {
            checkSignature(request);
            const wanted = new Fields(request.body);
            const amount = wanted.value('amount_cents');
            if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 1)
              throw refuse(422, { amount_cents: ['não é válido'] });
            if (wanted.text('transfer_type') !== 'pix') throw refuse(400, 'transfer_type');
            const transfer = await book.createWithdrawal(request, newId(context), {
              reference: wanted.requireText('external_reference'),
              amount,
              destination: toDestination(wanted.fields('receiver')),
              data: {},
            });
            return { status: 202, body: toWireTransfer(transfer) };
          }),
        'GET /transfer_requests/*': async (_request, id) => {
          const transfer = await book.findWithdrawal(id!);
          if (!transfer) throw refuse(404, 'Transferência não encontrada');
          const { transfer_request_id, ...shown } = toWireTransfer(transfer);
          return { status: 200, body: { id: transfer_request_id, ...shown } };
        },
        'POST /transfers': (request) =>
          this.once(request, async () => {
            checkSignature(request);
            const wanted = new Fields(request.body);
            const receiverId = wanted.requireText('receiver_id');
            if (!(await store.get(`account:${receiverId}`)))
              throw new WireRefusal(422, { message: { receiver_account: ['não encontrado'] } });
            const transfer = await book.createWithdrawal(request, newId(context), {
              reference: wanted.text('custom_variables.0.value') ?? '',
              amount: wanted.cents('amount_cents') ?? 0,
              status: 'DONE',
              to: receiverId,
              destination: { receiverId },
              data: IN_IUGU,
            });
            return {
              status: 200,
              body: { id: transfer.id, amount_cents: transfer.amount, receiver: { id: receiverId } },
            };
          }),
        'GET /transfers': async ({ query }) => {
          const found = await book.listWithdrawalsByReference(query.custom_variables_value);
          const sent = found.filter(isInIugu).map(({ id, amount }) => ({ id, amount_cents: String(amount) }));
          return { status: 200, body: { sent, received: [] } };
        },
        'POST /marketplace/create_account': async (request) => {
          checkSignature(request);
          const name = new Fields(request.body).requireText('name');
          if (/[^0-9A-Za-z ]/.test(name)) throw refuse(422, { name: ['não pode ter caracteres especiais'] });
          const [id, token] = [newId(context)(), newId(context)()];
          const userToken = newId(context)();
          await store.set(`account:${id}`, { name, token, userToken, verifiedAtMs: null });
          const tokens = { live_api_token: token, test_api_token: newId(context)(), user_token: userToken };
          return { status: 200, body: { account_id: id, name, ...tokens } };
        },
        'POST /accounts/*/request_verification': async ({ body }, id) => {
          const account = await store.get<Account>(`account:${id}`);
          if (!account) throw refuse(404, 'Not Found');
          if (account.verifiedAtMs !== null)
            throw refuse(422, { account: ["there's already a pending verification for this account"] });
          const faults = listFaults(new Fields(body));
          if (Object.keys(faults).length > 0) throw refuse(422, faults);
          await store.set(`account:${id}`, {
            ...account,
            verifiedAtMs: clock.now().getTime() + VERIFICATION_MS,
          });
          return { status: 200, body: { id: newId(context)(), account_id: id, created_at: clock.now().toISOString() } };
        },
        'GET /accounts/*': async (_request, id) => {
          const account = await store.get<Account>(`account:${id}`);
          if (!account) throw refuse(404, 'Not Found');
          const held = await book.balances.read(id!);
          const balance = `R$ ${toReais(held).toLocaleString('pt-BR', { minimumFractionDigits: 2 })}`;
          const shown = { id, name: account.name, 'can_receive?': true, 'is_verified?': true, balance };
          return { status: 200, body: { ...shown, last_verification_request_status: 'accepted' } };
        },
        'GET /web_hooks': async () => ({ status: 200, body: await readTriggers() }),
        'POST /web_hooks': async ({ body }) => {
          const wanted = new Fields(body);
          const known = await readTriggers();
          if (known.length >= MOST_TRIGGERS) throw refuse(422, { account: ['não pode ter mais de 20 gatilhos'] });
          const [event, url] = [wanted.requireText('event'), wanted.requireText('url')];
          const trigger = {
            id: newId(context)(),
            event,
            url,
            authorization: wanted.text('authorization'),
            active: true,
          };
          await store.set('triggers', [...known, trigger]);
          return { status: 200, body: trigger };
        },
      };
    },
  };
}
export type Family = ReturnType<typeof createFamily>;

function toDestination(receiver: Fields): SimulatedDestination {
  const pixKey = receiver.text('pix.key');
  if (pixKey) return { pixKey, pixType: KEY_TYPES[receiver.requireText('pix.type')] };
  const account = receiver.requireText('bank.account');
  return {
    bankCode: receiver.requireText('bank.compe'),
    branchNumber: receiver.requireText('bank.branch'),
    accountNumber: account.slice(0, -1),
    accountDigit: account.slice(-1),
    accountType: ACCOUNT_TYPES[receiver.requireText('bank.account_type')],
    accountHolder: receiver.requireText('name'),
    accountDocument: receiver.requireText('cpf_cnpj'),
  };
}

const toWireTransfer = (withdrawal: BookedWithdrawal) => ({
  transfer_request_id: withdrawal.id,
  created_at: withdrawal.createdAt,
  amount_cents: withdrawal.amount,
  transfer_type: 'pix',
  external_reference: withdrawal.reference,
  receipt_url: `https://comprovantes.iugu.invalid/${withdrawal.id.toLowerCase()}`,
  status: TRANSFER_WORDS[withdrawal.status],
  executed_at: withdrawal.status === 'DONE' ? withdrawal.endedAt : null,
  rejected_reason: withdrawal.reason,
});
