/** Adds, removes and confirms the destinations to which people are paid. */

import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import { BANKS } from '@feira/schemas/options';
import { isDocument, normalizeDocument } from '@feira/schemas/rules/document';
import type { PixKeyType } from '@feira/schemas/rules/pix-key';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import type { Person } from '../../plugins/sessions.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import { prepareMail } from '../mail/service.ts';
import { notifyAdmins, prepareNotification } from '../notifications/service.ts';
import { toLabel } from './labels.ts';
import {
  type BankAccount,
  type DecidedRow,
  type DestinationRow,
  decideWaiting,
  insertDestination,
  lockHolder,
  type NewDestination,
  removeOwn,
  selectDestinations,
  selectStatus,
} from './model.ts';
import { listPixKeys, type PixKey } from './pix-keys.ts';

type App = Pick<FastifyInstance, 'database' | 'dataKeys' | 'findPlatformUrl'>;

/** The most destinations of a person: a new one would hide among more. */
const MOST_DESTINATIONS = 10;

type Wanted = Pick<NewDestination, 'kind' | 'pixType' | 'pixKey' | 'account' | 'status'>;

const toSubject = ({ id, name, email }: Pick<Person, 'id' | 'name' | 'email'>) =>
  ({ type: 'person', id, name, email }) as const;

const describeDestination = (row: DestinationRow) => ({ destinationId: row.id, kind: row.kind, label: toLabel(row) });

const withoutZeros = (number: string | null) => number?.replace(/^0+(?=.)/, '');

/** People write or leave out leading zeros; the account is the same. */
const isSame = (row: DestinationRow, { pixKey, account }: Wanted): boolean =>
  account
    ? row.bankCode === account.bankCode &&
      withoutZeros(row.branchNumber) === withoutZeros(account.branchNumber) &&
      withoutZeros(row.accountNumber) === withoutZeros(account.accountNumber) &&
      row.accountDigit === account.accountDigit &&
      row.accountType === account.accountType
    : row.pixKey === pixKey;

/** A phone paid as a CPF would pay the person who has that number as a document. */
function readPixKey(text: string, pixType: PixKeyType | undefined): PixKey {
  const found = listPixKeys(text).filter(({ type }) => pixType === undefined || type === pixType);
  if (found.length > 1) throw new AppError('PIX_KEY_AMBIGUOUS', { fields: ['pixType'] });
  if (!found[0]) throw new AppError('PIX_KEY_INVALID', { fields: ['pixKey'] });
  return found[0];
}

export function addPixKey(
  app: App,
  call: PersonCall,
  text: string,
  pixType: PixKeyType | undefined,
): Promise<DestinationRow> {
  const found = readPixKey(text, pixType);
  const wanted = { kind: 'PIX_KEY', pixType: found.type, pixKey: found.key, status: 'ACTIVE' } as const;
  return addDestination(app, call, wanted, (document) => {
    const isDocumentKey = found.type === 'CPF' || found.type === 'CNPJ';
    if (isDocumentKey && found.key !== document) throw new AppError('DESTINATION_FOREIGN', { fields: ['pixKey'] });
  });
}

export function addBankAccount(app: App, call: PersonCall, account: BankAccount): Promise<DestinationRow> {
  if (!Object.hasOwn(BANKS, account.bankCode)) throw new AppError('BANK_UNKNOWN', { fields: ['bankCode'] });
  return addDestination(app, call, { kind: 'BANK_ACCOUNT', account, status: 'WAITING' });
}

async function addDestination(
  app: App,
  call: PersonCall,
  wanted: Wanted,
  checkDocument: (document: string) => void = () => undefined,
): Promise<DestinationRow> {
  const { platform, person } = call;
  const link = `${await app.findPlatformUrl(platform.id)}/recover-password`;
  return app.database.transaction(platform.id, async (transaction) => {
    const holder = await transaction.find(lockHolder(platform.id, person.id));
    const document = normalizeDocument(holder?.document ?? '');
    if (!holder || !isDocument(document)) throw new AppError('DOCUMENT_REQUIRED');
    checkDocument(document);
    const present = await transaction.list(selectDestinations(platform.id, person.id));
    if (present.some((row) => isSame(row, wanted))) throw new AppError('DESTINATION_TAKEN');
    if (present.length >= MOST_DESTINATIONS) throw new AppError('DESTINATION_LIMIT');
    const row = await transaction.find(
      insertDestination(platform.id, {
        ...wanted,
        id: newId(),
        personId: person.id,
        holderName: holder.name,
        holderDocument: document,
        coolingHours: platform.settings.withdrawals.coolingHours,
      }),
    );
    const added = row as DestinationRow;
    await transaction.runAll([
      await prepareMail(app, platform.id, {
        to: holder.email,
        locale: holder.locale ?? platform.settings.locale,
        template: 'payout-destination-added',
        parameters: { name: holder.name, label: toLabel(added), usableAt: added.usableAt.toISOString(), link },
      }),
      ...notifyAdded(call, added),
    ]);
    return added;
  });
}

/** Notifies the owner on the page and in a mail: a stranger may have signed in as the owner and added an account. */
const notifyAdded = ({ platform, person, request }: PersonCall, row: DestinationRow) => [
  prepareNotification(platform.id, person.id, {
    type: 'payout.destinationAdded',
    parameters: { kind: row.kind, label: toLabel(row) },
    href: null,
    source: `destination:${row.id}:added`,
  }),
  ...(row.status === 'WAITING'
    ? [
        notifyAdmins(platform.id, 'isValidateBankAccountsAvailable', {
          type: 'payout.destinationWaiting',
          parameters: { title: person.name, label: toLabel(row) },
          href: `${DASHBOARD_PATHS.admin}/manage-bank-accounts?state=WAITING`,
          source: `destination:${row.id}:waiting`,
          workId: row.id,
        }),
      ]
    : []),
  recordEvent(platform.id, request, {
    type: 'payout.destinationAdded',
    subject: toSubject(person),
    details: describeDestination(row),
  }),
];

export function removeDestination(app: App, { platform, person, request }: PersonCall, id: string): Promise<void> {
  return app.database.transaction(platform.id, async (transaction) => {
    const row = await transaction.find(removeOwn(platform.id, person.id, id));
    if (!row) throw new AppError('DESTINATION_NOT_FOUND', { fields: ['destinationId'] });
    await transaction.runAll([
      recordEvent(platform.id, request, {
        type: 'payout.destinationRemoved',
        subject: toSubject(person),
        details: describeDestination(row),
      }),
    ]);
  });
}

export interface BankDecision {
  destinationId: string;
  decision: 'CONFIRM' | 'REFUSE';
  reason?: string | undefined;
}

export function decideBankAccount(
  app: App,
  { platform, person, request }: PersonCall,
  { destinationId, decision, reason: typed }: BankDecision,
): Promise<void> {
  const isConfirmed = decision === 'CONFIRM';
  const reason = typed?.trim() || null;
  if (!isConfirmed && !reason) throw new AppError('REASON_REQUIRED', { fields: ['reason'] });
  return app.database.transaction(platform.id, async (transaction) => {
    const status = isConfirmed ? 'ACTIVE' : 'REFUSED';
    const decided = decideWaiting(platform.id, { id: destinationId, status, reason, decidedBy: person.id });
    const row = await transaction.find<DecidedRow>(decided);
    if (!row) throw await explainUndecided(transaction, platform.id, destinationId);
    if (isConfirmed && row.personId === person.id) throw new AppError('DESTINATION_OWN', { fields: ['destinationId'] });
    await transaction.runAll([
      prepareNotification(platform.id, row.personId, {
        type: 'payout.destinationDecided',
        parameters: { kind: row.kind, label: toLabel(row), decision, reason: reason ?? '' },
        href: null,
        source: `destination:${row.id}:decided`,
      }),
      recordEvent(platform.id, request, {
        type: isConfirmed ? 'payout.destinationConfirmed' : 'payout.destinationRefused',
        subject: toSubject({ id: row.personId, name: row.personName, email: row.personEmail }),
        details: { ...describeDestination(row), ...(reason && { reason }) },
      }),
    ]);
  });
}

async function explainUndecided(transaction: Transaction, platformId: string, id: string): Promise<AppError> {
  const found = await transaction.find(selectStatus(platformId, id));
  const isGone = !found || found.status === 'REMOVED';
  return new AppError(isGone ? 'DESTINATION_NOT_FOUND' : 'DESTINATION_DECIDED', { fields: ['destinationId'] });
}
