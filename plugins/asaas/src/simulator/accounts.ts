/** Plays the sub-accounts of the simulated Asaas, and their documents. */
import { addDays, type SimulatedFile, toSaoPauloDate, wakeAt } from '@feira/plugin-kit';
import { toReais } from '@feira/schemas/rules/money';
import { type Call, invalid, MAIN, missing, refuse, requireCents, requireText } from './wire.ts';
import type { World } from './world.ts';

const KYC_MS = 60_000;

interface Account {
  id: string;
  walletId: string;
  createdAt: string;
  /** Ids of the groups that something was sent of, and why the last file was refused. */
  sent: string[];
  rejectReasons: string | null;
}

/** The document groups of every account; one of the two is shown on a page, and its files are refused. */
const GROUPS = [
  { name: 'identification', type: 'IDENTIFICATION', title: 'Documentos de identificação', isPage: true },
  { name: 'custom', type: 'CUSTOM', title: 'Comprovante de atividade', isPage: false },
];
const MEDIA_TYPES = ['application/pdf', 'image/png', 'image/jpeg'];

export function createAccounts({ store, clock, publicUrl, credentials, book, webhooks }: World) {
  const { ids } = book;
  const age = (createdAt: string) => clock.now().getTime() - new Date(createdAt).getTime();

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
    /** Returns the account whose key it is. */
    async authenticate(key: string | undefined): Promise<string> {
      if (key && key === credentials.apiKey) return MAIN;
      const account = key && (await store.get<Account>(`accountKey:${key}`));
      if (account) return account.walletId;
      throw refuse(401, 'invalid_access_token', 'A chave de API informada é inválida.');
    },

    async create({ fields }: Call) {
      for (const name of ['name', 'email', 'cpfCnpj']) requireText(fields, name);
      requireCents(fields, 'incomeValue');
      const createdAt = clock.now().toISOString();
      const account: Account = { id: ids.uuid(), walletId: ids.uuid(), createdAt, sent: [], rejectReasons: null };
      const apiKey = `$aact_hmlg_${ids.hex(40)}`;
      await store.set(`accountKey:${apiKey}`, account);
      await store.set(`account:${account.walletId}`, account);
      const { walletId } = account;
      wakeAt(clock, clock.now().getTime() + KYC_MS, async () => {
        const accountStatus = { id: account.id, general: 'APPROVED' };
        await webhooks.send('ACCOUNT_STATUS_GENERAL_APPROVAL_APPROVED', { accountStatus }, { account: walletId });
      });
      const accountNumber = { agency: '0001', account: ids.digits(7), accountDigit: ids.digits(1) };
      return { object: 'account', id: account.id, walletId: account.walletId, apiKey, accountNumber };
    },

    async getStatus({ account: walletId }: Call) {
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

    async listDocuments({ account: walletId }: Call) {
      const account = await findAccount(walletId);
      return { rejectReasons: account.rejectReasons, data: GROUPS.map((group) => showGroup(account, group)) };
    },

    async takeDocument({ account: walletId, id: groupId, fields }: Call) {
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

    getBalance: async ({ account }: Call) => ({ balance: toReais(await book.balances.read(account)) }),
  };
}
