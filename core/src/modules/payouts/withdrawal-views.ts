/** Turns withdrawals into the form in which procedures return them. */
import type { Locale } from '@feira/schemas/common';
import type { PlatformSettings } from '@feira/schemas/platform';
import type { Person } from '../../plugins/sessions.ts';
import { hasApproved, hasSettled, isToBeSettled, mayDecide } from './decisions.ts';
import { maskReceiver, toLabel } from './labels.ts';
import type { WithdrawalRow } from './withdrawal-model.ts';
import { countWanted } from './withdrawals.ts';

/** Reasons that the platform itself writes. A person typed every other one, or a provider reported it. */
const REASONS: Record<string, Record<Locale, string>> = {
  WITHDRAW_FAILED: { 'pt-BR': 'Houve um erro ao tentar realizar o saque', en: 'Error on withdraw' },
  DESTINATION_REMOVED: {
    'pt-BR': 'O destino foi removido antes do envio.',
    en: 'The destination was removed before it was sent.',
  },
  NOT_FOUND: { 'pt-BR': 'O saque não chegou ao provedor.', en: 'The withdrawal never reached the provider.' },
  PAYER_DISABLED: {
    'pt-BR': 'O envio espera: a conexão que paga os saques está desativada.',
    en: 'Sending waits: the connection that pays withdrawals is disabled.',
  },
  PAYER_BUSY: {
    'pt-BR': 'O envio espera: o provedor que paga os saques não responde agora. Tentamos de novo sozinhos.',
    en: 'Sending waits: the provider that pays withdrawals does not answer now. It is tried again by itself.',
  },
  OUTGOING_HELD: {
    'pt-BR': 'O envio espera: a plataforma confere o que já foi enviado.',
    en: 'Sending waits: the platform checks what was already sent.',
  },
  RESTORED: {
    'pt-BR': 'A plataforma confere com o provedor se este saque já foi enviado.',
    en: 'The platform asks the provider whether this withdrawal was already sent.',
  },
  UNAVAILABLE: {
    'pt-BR': 'O provedor não pôde receber o saque.',
    en: 'The provider could not take the withdrawal.',
  },
};

const labelOf = (row: WithdrawalRow): string =>
  row.method === 'RECEIVER' ? maskReceiver(row.receiverProvider, row.receiverId) : toLabel(row);

export const toWithdrawal = (row: WithdrawalRow, locale: Locale) => ({
  id: row.id,
  role: row.role,
  method: row.method,
  amount: row.amount,
  fee: row.fee,
  currency: row.currency,
  state: row.state,
  destinationLabel: labelOf(row),
  reason: row.reason === null ? null : (REASONS[row.reason]?.[locale] ?? row.reason),
  createdAt: row.createdAt,
  closedAt: row.closedAt,
});

export interface Viewer {
  locale: Locale;
  person: Person;
  settings: PlatformSettings;
  now: Date;
}

export function toManaged(row: WithdrawalRow, { locale, person, settings, now }: Viewer) {
  const isWaiting = row.state === 'WAITING';
  const isOthers = row.personId !== person.id && mayDecide(row, person);
  const isOpen = isToBeSettled(row, now);
  const wanted = countWanted(row, settings.withdrawals) - row.approvals.length;
  return {
    ...toWithdrawal(row, locale),
    person: { id: row.personId, name: row.personName, email: row.personEmail },
    holderName: row.holderName,
    isOwnDocument: row.isOwnDocument,
    approvals: row.approvals,
    approvalsWanted: isWaiting ? Math.max(wanted, 1) : 0,
    mayApprove: isWaiting && isOthers && !hasApproved(row, person.id),
    maySettle: isOthers && isOpen && !hasSettled(row, person.id),
    settlement: row.settlement,
    contradictedAs: row.contradictedAs,
    settlementsWanted: isOpen ? countWanted(row, settings.withdrawals) : 0,
    provider: row.provider,
    providerStatus: row.providerStatus,
  };
}
