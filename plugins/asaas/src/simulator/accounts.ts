/** Sub-accounts, balances and transfers of the simulated Asaas. */
import { addDays, type SimulatedFile, type SimulatorContext, toSaoPauloDate } from '@feira/plugin-kit';
import { fromReais, percentOf, toReais } from '@feira/schemas/rules/money';
import { type Ids, sumRefunds, toWallClock } from './charges.ts';
import type { WireTransfer } from './wire.ts';
import { asFields, type Charge, type Fields, invalid, missing, requireCents, requireText, WireError } from './wire.ts';

export const MAIN = 'main';
/** A stand-in account can pay what its platform sold elsewhere. */
const OPENING_CENTS = 100_000_00;
const KYC_MS = 60_000;
const BANK_MS = 10_000;

interface Account {
  id: string;
  walletId: string;
  createdAt: string;
  /** Ids of the groups that something was sent of, and why the last file was refused. */
  sent: string[];
  rejectReasons: string | null;
}

/** What every account has to show; one of the two on a page, whose files are refused. */
const GROUPS = [
  { name: 'identification', type: 'IDENTIFICATION', title: 'Documentos de identificação', isPage: true },
  { name: 'custom', type: 'CUSTOM', title: 'Comprovante de atividade', isPage: false },
];
const MEDIA_TYPES = ['application/pdf', 'image/png', 'image/jpeg'];

export function createAccounts({ store, clock, publicUrl }: SimulatorContext, ids: Ids) {
  const age = (createdAt: string) => clock.now().getTime() - new Date(createdAt).getTime();
  // Read and write of a balance must not interleave with another's.
  let last: Promise<unknown> = Promise.resolve();
  const exclusive = <T>(run: () => Promise<T>): Promise<T> => {
    const result = last.then(run, run);
    last = result;
    return result;
  };
  const readBalance = async (account: string) =>
    (await store.get<number>(`balance:${account}`)) ?? (account === MAIN ? OPENING_CENTS : 0);
  const move = (changes: [account: string, cents: number][], mayOwe = false) =>
    exclusive(async () => {
      const balances = new Map<string, number>();
      for (const [account, cents] of changes) {
        const balance = (balances.get(account) ?? (await readBalance(account))) + cents;
        if (cents < 0 && balance < 0 && !mayOwe) throw new WireError(400, 'invalid_action', 'Saldo insuficiente.');
        balances.set(account, balance);
      }
      for (const [account, balance] of balances) await store.set(`balance:${account}`, balance);
    });

  function readDestination(fields: Fields): { operationType: string; walletId: string | null } {
    if (fields.walletId !== undefined) return { operationType: 'INTERNAL', walletId: requireText(fields, 'walletId') };
    if (fields.bankAccount !== undefined) {
      const account = asFields(fields.bankAccount);
      requireText(asFields(account.bank), 'code', /^\d{3}$/);
      for (const name of ['ownerName', 'cpfCnpj', 'agency', 'account', 'accountDigit']) requireText(account, name);
      requireText(account, 'bankAccountType', /^CONTA_(CORRENTE|POUPANCA)$/);
      return { operationType: 'TED', walletId: null };
    }
    requireText(fields, 'operationType', /^PIX$/);
    requireText(fields, 'pixAddressKey');
    requireText(fields, 'pixAddressKeyType', /^(CPF|CNPJ|EMAIL|PHONE|EVP)$/);
    return { operationType: 'PIX', walletId: null };
  }

  async function close(transfer: WireTransfer, isDone: boolean): Promise<WireTransfer> {
    if (transfer.status !== 'PENDING') return transfer;
    const closed: WireTransfer = isDone
      ? {
          ...transfer,
          status: 'DONE',
          effectiveDate: toWallClock(clock.now()),
          endToEndIdentifier: transfer.operationType === 'PIX' ? `E19540550${ids.digits(23)}` : null,
        }
      : { ...transfer, status: 'FAILED', failReason: 'A conta de destino recusou a transferência.' };
    const cents = fromReais(transfer.value);
    if (!isDone) await move([[transfer.account, cents]]);
    if (isDone && transfer.walletId) await move([[transfer.walletId, cents]]);
    await store.set(`transfer:${transfer.id}`, closed);
    return closed;
  }
  /** Banks answer a moment after the request, whether or not anybody looks. */
  const settle = (transfer: WireTransfer) => (age(transfer.createdAt) < BANK_MS ? transfer : close(transfer, true));

  async function findAccount(walletId: string): Promise<Account> {
    const account = await store.get<Account>(`account:${walletId}`);
    if (!account) throw missing();
    return account;
  }
  const toGroupId = (account: Account, name: string) => `${account.id}-${name}`;

  function showGroup(account: Account, { name, type, title, isPage }: (typeof GROUPS)[number]) {
    const id = toGroupId(account, name);
    const isApproved = age(account.createdAt) >= KYC_MS;
    const status = isApproved ? 'APPROVED' : account.sent.includes(id) ? 'PENDING' : 'NOT_SENT';
    const hasPage = isPage && !isApproved;
    return {
      id,
      status,
      type,
      title,
      description: null,
      onboardingUrl: hasPage ? `${publicUrl}/onboarding/${id}` : null,
      onboardingUrlExpirationDate: hasPage ? `${addDays(toSaoPauloDate(clock.now()), 30)} 00:00:00` : null,
    };
  }

  return {
    async authenticate(key: string | undefined, mainKey: string): Promise<string> {
      if (key && key === mainKey) return MAIN;
      const account = key && (await store.get<Account>(`accountKey:${key}`));
      if (account) return account.walletId;
      throw new WireError(401, 'invalid_access_token', 'A chave de API informada é inválida.');
    },

    async create(fields: Fields) {
      for (const name of ['name', 'email', 'cpfCnpj']) requireText(fields, name);
      requireCents(fields, 'incomeValue');
      const createdAt = clock.now().toISOString();
      const account: Account = { id: ids.uuid(), walletId: ids.uuid(), createdAt, sent: [], rejectReasons: null };
      const apiKey = `$aact_hmlg_${ids.hex(40)}`;
      await store.set(`accountKey:${apiKey}`, account);
      await store.set(`account:${account.walletId}`, account);
      const accountNumber = { agency: '0001', account: ids.digits(7), accountDigit: ids.digits(1) };
      return { object: 'account', id: account.id, walletId: account.walletId, apiKey, accountNumber };
    },

    async getStatus(walletId: string) {
      const account = await store.get<Account>(`account:${walletId}`);
      const isApproved = !account || age(account.createdAt) >= KYC_MS;
      const word = isApproved ? 'APPROVED' : 'PENDING';
      return {
        id: account?.id ?? MAIN,
        general: word,
        commercialInfo: 'APPROVED',
        bankAccountInfo: word,
        documentation: word,
      };
    },

    async listDocuments(walletId: string) {
      const account = await findAccount(walletId);
      return { rejectReasons: account.rejectReasons, data: GROUPS.map((group) => showGroup(account, group)) };
    },

    async takeDocument(walletId: string, groupId: string, fields: Fields) {
      const account = await findAccount(walletId);
      const group = GROUPS.find(({ name }) => groupId === toGroupId(account, name));
      if (!group) throw missing();
      if (group.isPage) throw invalid('documentFile', 'Este documento deve ser enviado pelo link de onboarding.');
      requireText(fields, 'type', new RegExp(`^${group.type}$`));
      const file = fields.documentFile as SimulatedFile | undefined;
      if (!file?.base64 || !MEDIA_TYPES.includes(file.mediaType)) throw invalid('documentFile');
      const sent = [...new Set([...account.sent, groupId])];
      await store.set(`account:${walletId}`, { ...account, sent, rejectReasons: null });
      return { id: ids.uuid(), status: 'PENDING' };
    },

    readBalance,

    /**
     * Brings the balances to what the charge is worth now: sales count at once, refunds and chargebacks take back, even
     * where that leaves an account owing. The issuer has what its splits leave.
     */
    async settleCharge(charge: Charge): Promise<void> {
      const held = charge.payments.filter(({ status }) => status === 'CONFIRMED' || status === 'RECEIVED');
      const worth = held.reduce((sum, { value, refunds }) => sum + fromReais(value) - sumRefunds(refunds), 0);
      const price = charge.payments.reduce(
        (sum, { originalValue, value }) => sum + fromReais(originalValue ?? value),
        0,
      );
      const changes = charge.splits.map((split): [string, number] => {
        const shareOf = (cents: number) =>
          split.percentualValue
            ? percentOf(cents, Math.round(Number(split.percentualValue) * 100))
            : Math.round((fromReais(Number(split.fixedValue ?? split.totalFixedValue ?? 0)) * cents) / price);
        return [String(split.walletId), shareOf(worth) - shareOf(charge.settled)];
      });
      const rest = worth - charge.settled - changes.reduce((sum, [, share]) => sum + share, 0);
      charge.settled = worth;
      await move([[MAIN, rest], ...changes], true);
    },

    async createTransfer(fields: Fields, account: string): Promise<WireTransfer> {
      const cents = requireCents(fields, 'value');
      const destination = readDestination(fields);
      await move([[account, -cents]]);
      const transfer: WireTransfer = {
        object: 'transfer',
        id: ids.uuid(),
        account,
        createdAt: clock.now().toISOString(),
        value: toReais(cents),
        status: 'PENDING',
        effectiveDate: null,
        endToEndIdentifier: null,
        failReason: null,
        ...destination,
        description: typeof fields.description === 'string' ? fields.description : null,
        externalReference: typeof fields.externalReference === 'string' ? fields.externalReference : null,
      };
      await store.set(`transfer:${transfer.id}`, transfer);
      return transfer;
    },

    async getTransfer(id: string, account: string): Promise<WireTransfer> {
      const transfer = await store.get<WireTransfer>(`transfer:${id}`);
      if (transfer?.account !== account) throw missing();
      return settle(transfer);
    },

    async listTransfers(account: string, offset: number, limit: number) {
      const all = await store.list<WireTransfer>('transfer:', 10_000);
      const own = all.filter((transfer) => transfer.account === account);
      const data = await Promise.all(own.slice(offset, offset + limit).map(settle));
      return { data, hasMore: own.length > offset + limit, totalCount: own.length };
    },

    async closeTransfer(id: string, isDone: boolean): Promise<WireTransfer> {
      const transfer = await store.get<WireTransfer>(`transfer:${id}`);
      if (!transfer) throw invalid('id', `There is no charge or transfer ${id}.`);
      return close(transfer, isDone);
    },
  };
}
