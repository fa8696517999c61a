/** Sub-accounts: opened with the master's signature, verified with the pictures of their owner, and read with a token of their own. */
import { type Fields, isProviderError, type ProviderContext } from '@feira/plugin-kit';
import type { Provider, ReceiverResult, WebhookResult } from '@feira/schemas/provider';
import type { FamilyClient } from './client.ts';
import type { FamilyEvent } from './events.ts';
import { toFiles, toVerification } from './verification.ts';

export const ACCOUNT_EVENT = 'referrals.verification';

/** iugu takes no special characters in the name of an account. */
const toName = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^0-9A-Za-z ]/g, ' ')
    .replace(/ +/g, ' ')
    .trim();

/** "R$ 1.234,56", also with the minus of a debt, in cents. What is written in another way is undefined. */
export function readBalance(text: string | undefined): number | undefined {
  const [, minus, reais, cents] = /^(-?) ?R\$ ?([\d.]+),(\d{2})$/.exec(text ?? '') ?? [];
  if (reais === undefined) return undefined;
  const amount = Number(reais.replaceAll('.', '') + cents);
  return minus ? -amount : amount;
}

/** Only an account that can receive is active, whatever became of its verification. The question marks are iugu's. */
function fromAccount(account: Fields, receiverId: string): ReceiverResult {
  const verification = account.text('last_verification_request_status');
  return {
    receiverId: account.text('id') ?? receiverId,
    providerStatus: account.flag('can_receive?') ? 'active' : (verification ?? 'unverified'),
    balance: readBalance(account.label('balance')),
    reason: account.reason('last_verification_request_feedback'),
  };
}

export const createAccountOperations = (
  client: FamilyClient,
  { crypto }: Pick<ProviderContext, 'crypto'>,
): Required<Pick<Provider, 'createReceiver' | 'getReceiver'>> => ({
  async createReceiver(request) {
    const data = toVerification(request);
    const account = await client.createAccount({ name: toName(request.name) });
    const receiverId = account.requireText('account_id');
    const userToken = account.requireText('user_token');
    const receiverToken = crypto.sealAccount({ apiToken: account.requireText('live_api_token'), userToken });
    const asUser = crypto.sealAccount({ apiToken: userToken });
    try {
      await client.requestVerification(receiverId, data, { account: asUser, files: toFiles(request.files) });
      return { receiverId, receiverToken, providerStatus: 'pending' };
    } catch (error) {
      if (!isProviderError(error)) throw error;
      // The account is there. A person who was refused applies again, for another one; where no answer came, it waits to be looked at.
      return error.outcome === 'REJECTED'
        ? { receiverId, receiverToken, providerStatus: 'rejected', reason: error.message }
        : { receiverId, receiverToken, providerStatus: 'unverified' };
    }
  },

  async getReceiver({ receiverId, receiverToken }) {
    try {
      const account = await client.findAccount(receiverId, receiverToken);
      return account && fromAccount(account, receiverId);
    } catch (error) {
      // Before it is verified, an account's own token is not taken.
      if (receiverToken && isProviderError(error) && error.status === 401)
        return { receiverId, providerStatus: 'unverified' };
      throw error;
    }
  },
});

/** undefined where the event is not about the verification of an account. */
export function fromAccountEvent({ name, data }: FamilyEvent): WebhookResult | undefined {
  const receiverId = data.text('account_id');
  if (name !== ACCOUNT_EVENT || !receiverId) return undefined;
  return {
    subject: 'receiver',
    event: name,
    receiverId,
    providerStatus: data.text('status'),
    reason: data.reason('feedback'),
  };
}
