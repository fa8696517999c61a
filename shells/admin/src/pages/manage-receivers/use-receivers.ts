import type { ManifestForm } from '@feira/schemas/manifest';
import type { Input, Output } from '@feira/schemas/procedure';
import { listBankAccounts } from '@feira/schemas/procedures/payouts';
import { adoptReceiver, createReceiver, discardReceiver, listReceivers } from '@feira/schemas/procedures/receivers';
import { SITUATIONS, type Situation } from '@feira/shell-desk/receivers/receiver-situation.ts';
import { defineFilter, oneOf, type PageOf, words } from '@feira/shell-kit/filter';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';

type Listed = Output<typeof listReceivers>;
export type Receiver = Listed['items'][number];
export type Opening = Listed['connections'][number];
export const RECEIVER_FILTER = defineFilter({ search: words(), state: oneOf('state', SITUATIONS) });

/** Maps a situation to the server's two filters: the state of our request, and the provider's status of the account. */
const SITUATION_INPUTS: Record<Situation, Pick<Input<typeof listReceivers>, 'state' | 'status'>> = {
  ASKING: { state: 'REQUESTED' },
  UNKNOWN: { state: 'UNKNOWN' },
  PENDING: { state: 'ANSWERED', status: 'PENDING' },
  ACTIVE: { status: 'ACTIVE' },
  REJECTED: { status: 'REJECTED' },
};

type ReceiverPage = PageOf<typeof RECEIVER_FILTER>;

export const toReceiverInput = ({ state, ...input }: ReceiverPage): Input<typeof listReceivers> => ({
  ...input,
  owner: 'PEOPLE',
  ...(state && SITUATION_INPUTS[state]),
});

export const useReceivers = (page: ReceiverPage) => useListQuery(listReceivers, toReceiverInput(page));

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
