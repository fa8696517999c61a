/** Changes fees and costs: administrators agree on people's fees, masters enter the providers' costs. */
import { isDeepStrictEqual } from 'node:util';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { AuditEntry } from '../audit/service.ts';
import { type Agreed, type FeeRules, lockCosts, lockTerms, updateCosts, upsertTerms } from './model.ts';

/** Returns the statements that record a change in its transaction. */
type Recorder = (entry: AuditEntry) => Statement[];

const WHOLE = 10_000;

/** Throws FEE_TOO_LARGE where the fee of an installment would be above 100%. */
function checkRules(rules: FeeRules, path: string): void {
  const card = rules.CREDIT_CARD;
  const steps = card?.installmentBasisPoints ?? [];
  if (card && steps.some((step) => card.basisPoints + step > WHOLE))
    throw new AppError('FEE_TOO_LARGE', { fields: [`${path}.CREDIT_CARD.installmentBasisPoints`] });
}

const toAgreed = ({ fees, release, managerBasisPoints }: Agreed): Agreed => ({ fees, release, managerBasisPoints });

export async function agreeTerms(
  transaction: Transaction,
  platformId: string,
  { personId, ...wanted }: Agreed & { personId: string },
  record: Recorder,
): Promise<void> {
  checkRules(wanted.fees, 'fees');
  const row = await transaction.find(lockTerms(platformId, personId));
  if (!row) throw new AppError('PERSON_NOT_FOUND', { fields: ['personId'] });
  const [before, after] = [toAgreed(row), toAgreed(wanted)];
  if (isDeepStrictEqual(before, after)) return;
  await transaction.runAll([
    upsertTerms(platformId, personId, after),
    ...record({
      type: 'fees.termsChanged',
      subject: { type: 'person', id: row.id, name: row.name, email: row.email },
      details: { before, after },
    }),
  ]);
}

export async function setCosts(
  transaction: Transaction,
  platformId: string,
  { connectionId, costs }: { connectionId: string; costs: FeeRules },
  record: Recorder,
): Promise<void> {
  checkRules(costs, 'costs');
  const row = await transaction.find(lockCosts(platformId, connectionId));
  if (!row) throw new AppError('CONNECTION_NOT_FOUND', { fields: ['connectionId'] });
  if (isDeepStrictEqual(row.costs, costs)) return;
  await transaction.runAll([
    updateCosts(platformId, connectionId, costs),
    ...record({
      type: 'fees.costsChanged',
      subject: { type: 'connection', id: connectionId, name: row.name },
      details: { before: row.costs, after: costs },
    }),
  ]);
}
