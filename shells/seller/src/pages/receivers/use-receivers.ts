import type { ManifestForm } from '@feira/schemas/manifest';
import type { Output } from '@feira/schemas/procedure';
import { listDestinations } from '@feira/schemas/procedures/payouts';
import { createOwnReceiver, listOwnReceivers } from '@feira/schemas/procedures/receivers';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type OwnReceivers = Output<typeof listOwnReceivers>;
export type Receiver = OwnReceivers['receivers'][number];
export type Opening = OwnReceivers['connections'][number];

export const useOwnReceivers = () => useProcedureQuery(listOwnReceivers, {});
export const useApplication = () => useChange(createOwnReceiver, listOwnReceivers);

/** Lists the bank accounts that the team has confirmed: no other one goes to a provider. Undefined until they are known. */
export const useConfirmedAccounts = () =>
  useProcedureQuery(listDestinations, {}).data?.destinations.filter(
    ({ kind, status }) => kind === 'BANK_ACCOUNT' && status === 'ACTIVE',
  );

/** Returns the form of the manifest, which the server has checked. */
export const formOf = ({ form }: Pick<Opening, 'form'>): ManifestForm => form as unknown as ManifestForm;

/** Returns the newest account of each connection: a former refusal no longer matters. */
export function listCurrent(receivers: readonly Receiver[]): Receiver[] {
  const seen = new Set<string>();
  return receivers.filter(({ connectionId }) => !seen.has(connectionId) && seen.add(connectionId));
}

/** Returns the connections at which an account can be requested: there is none yet, or it was refused. */
export const listOpenings = ({ receivers, connections }: OwnReceivers): Opening[] =>
  connections.filter(({ id }) =>
    receivers.every(({ connectionId, status }) => connectionId !== id || status === 'REJECTED'),
  );
