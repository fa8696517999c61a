import type { ManifestForm } from '@feira/schemas/manifest';
import type { Input, Output } from '@feira/schemas/procedure';
import { listBankAccounts } from '@feira/schemas/procedures/payouts';
import { adoptReceiver, createReceiver, discardReceiver, listReceivers } from '@feira/schemas/procedures/receivers';
import type { Situation } from '@feira/shell-desk/receivers/receiver-situation.ts';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { type MoneyFilter, toMoneyInput } from '../../components/money/money-filter.ts';

type Listed = Output<typeof listReceivers>;
export type Receiver = Listed['items'][number];
export type Opening = Listed['connections'][number];
export type ReceiverFilter = MoneyFilter<Situation>;

/** Maps a situation to the server's two filters: the state of our request, and the provider's status of the account. */
const SITUATION_INPUTS: Record<Situation, Pick<Input<typeof listReceivers>, 'state' | 'status'>> = {
  ASKING: { state: 'REQUESTED' },
  UNKNOWN: { state: 'UNKNOWN' },
  PENDING: { state: 'ANSWERED', status: 'PENDING' },
  ACTIVE: { status: 'ACTIVE' },
  REJECTED: { status: 'REJECTED' },
};

export function toReceiverInput(filter: ReceiverFilter, after: string | null): Input<typeof listReceivers> {
  const { state, ...input } = toMoneyInput({ ...filter, period: { kind: 'all' }, currency: null }, after);
  return { ...input, owner: 'PEOPLE', ...(state && SITUATION_INPUTS[state]) };
}

export const useReceivers = (...parameters: Parameters<typeof toReceiverInput>) =>
  useListQuery(listReceivers, toReceiverInput(...parameters));

/** The platform has one account per connection, so one page holds them all. */
export const useOwnReceivers = () => useListQuery(listReceivers, { owner: 'PLATFORM', limit: 100 });

export const useAdoption = () => useChange(adoptReceiver, listReceivers);
export const useDiscarding = () => useChange(discardReceiver, listReceivers);
export const useApplication = () => useChange(createReceiver, listReceivers);

/** Lists confirmed accounts, each with its owner. */
export const useConfirmedAccounts = (search: string) =>
  useProcedureQuery(listBankAccounts, { status: 'ACTIVE', limit: 20, ...(search.trim() && { search: search.trim() }) });

/** Returns the form of the manifest, which the server has checked. */
export const formOf = ({ form }: Pick<Opening, 'form'>): ManifestForm => form as unknown as ManifestForm;
