/** Corrects the end of a withdrawal whose provider reports the opposite. The provider's word decides, and a person answers for it. */

import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { lockAccounts, post } from '../ledger/model.ts';
import { findWithdrawal } from './advance.ts';
import { announcePayout, correction, notifyOwnerOf } from './closing.ts';
import {
  checkSecond,
  findDecidable,
  hasSettled,
  mayDecide,
  recordDecision,
  rereadWithdrawal,
  type SettlementInput,
  WITHDRAWAL,
} from './decisions.ts';
import { askOutcome } from './provider-calls.ts';
import {
  closeContradiction,
  keepSettlement,
  lockWithdrawal,
  selectWithdrawal,
  type WithdrawalRow,
} from './withdrawal-model.ts';
import { countWanted, notifyDeciders } from './withdrawals.ts';

/**
 * Books how a contradicted withdrawal ended, or keeps it as it is. The provider is asked again, and has to say the same; where it cannot be
 * asked, its report stands. Above the limit of two approvals, two people have to state the same.
 */
export async function correctWithdrawal(
  app: FastifyInstance,
  call: PersonCall,
  { withdrawalId: id, outcome, reason }: SettlementInput,
): Promise<WithdrawalRow> {
  const { platform, person } = call;
  const found = await findWithdrawal(app, platform.id, id);
  if (!found) throw new AppError('WITHDRAWAL_NOT_FOUND', WITHDRAWAL);
  if (!mayDecide(found, person)) throw new AppError('ACCESS_DENIED');
  const reported = await askOutcome(app, platform.id, found);
  if (reported === 'UNREACHED') throw new AppError('WITHDRAWAL_UNREACHED', WITHDRAWAL);
  if ((reported ?? found.contradictedAs) !== outcome)
    throw new AppError('WITHDRAWAL_UNPROVEN', { fields: ['outcome'] });
  return app.database.transaction(platform.id, async (transaction) => {
    const now = app.clock.now();
    const { personId, currency } = await findDecidable(transaction, call, id, selectWithdrawal);
    await transaction.run(lockAccounts(platform.id, [personId], currency));
    const row = await findDecidable(transaction, call, id, lockWithdrawal);
    if (row.personId === person.id || hasSettled(row, person.id)) throw new AppError('APPROVER_SAME', WITHDRAWAL);
    if (row.contradictedAs === null) throw new AppError('WITHDRAWAL_DECIDED', WITHDRAWAL);
    const wanted = countWanted(row, platform.settings.withdrawals);
    await checkSecond(transaction, call, row, { wanted, firstId: row.settlement?.personId ?? null });
    const isLast = wanted === 1 || row.settlement?.outcome === outcome;
    const isCorrected = (row.state === 'PAID') !== (outcome === 'PAID');
    if (!isLast) {
      const settlement = { personId: person.id, name: person.name, outcome, reason, at: now.toISOString() };
      await transaction.runAll([
        keepSettlement(platform.id, id, settlement),
        notifyDeciders(platform.id, row, 'payout.unknown', `correct:${row.corrections}:${outcome}`),
      ]);
    } else {
      await transaction.run(closeContradiction(platform.id, id, isCorrected ? { to: outcome, reason, at: now } : null));
      if (isCorrected) {
        const posted = await transaction.find(post(platform.id, correction(row, outcome, now)));
        if (!posted?.isNew) throw new Error(`The withdrawal ${id} was corrected in the ledger before.`);
        await transaction.runAll([
          notifyOwnerOf(platform.id, row, { to: outcome }, `corrected:${row.corrections + 1}`),
          announcePayout(platform.id, row, outcome, row.corrections + 1),
        ]);
      }
    }
    await transaction.run(recordDecision(call, row, 'payout.settled', { outcome, reason, isLast, isCorrected }));
    return rereadWithdrawal(transaction, platform.id, id);
  });
}
