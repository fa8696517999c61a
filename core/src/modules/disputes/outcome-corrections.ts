/** Corrects an outcome that was entered by mistake, or that the bank changed: the other outcome counts, and the money follows it. */
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { type Caller, recordEvent } from '../audit/service.ts';
import { prepareNotification } from '../notifications/service.ts';
import {
  correctClosed,
  lockStored,
  type StoredDispute,
  selectOfPayment,
  selectStored,
  selectSubject,
  touchPayment,
} from './model.ts';
import { announceDispute, settleDispute } from './outcomes.ts';

export interface Correction {
  disputeId: string;
  outcome: 'WON' | 'LOST';
  /** The source of the correction, such as a letter of the bank. */
  note: string;
  correctedBy: string;
}

const isOpen = ({ state }: StoredDispute) => state === 'OPEN' || state === 'ANSWERED';
/** A dispute that the seller accepted counts as lost. */
const outcomeOf = ({ state }: StoredDispute) => (state === 'WON' ? 'WON' : 'LOST');

/** Changes nothing where the dispute has that outcome already. Settles the new outcome at once; the sweep repeats what fails. */
export async function correctDispute(
  app: FastifyInstance,
  platformId: string,
  caller: Caller,
  { disputeId: id, outcome, note, correctedBy }: Correction,
): Promise<void> {
  const found = await app.database.find(platformId, selectStored(platformId, id), true);
  if (!found) throw new AppError('DISPUTE_NOT_FOUND', { fields: ['disputeId'] });
  const { paymentId, sellerId, amount, currency, kind } = found;
  await app.database.transaction(platformId, async (transaction) => {
    // The payment is locked first, as for opening a dispute: no other dispute of it opens meanwhile.
    await transaction.run(touchPayment(platformId, paymentId));
    const stored = await transaction.find(lockStored(platformId, id));
    if (!stored || isOpen(stored)) throw new AppError('DISPUTE_OPEN', { fields: ['disputeId'] });
    if (outcomeOf(stored) === outcome) return;
    const all = await transaction.list(selectOfPayment(platformId, paymentId));
    if (all.some(isOpen)) throw new AppError('PAYMENT_DISPUTED', { fields: ['disputeId'] });
    const change = { id, outcome, closedBy: correctedBy, note, closedAt: app.clock.now() };
    const corrected = await transaction.find(correctClosed(platformId, change));
    const subject = await transaction.find(selectSubject(platformId, paymentId));
    const title = subject?.title ?? '';
    await transaction.runAll([
      announceDispute(platformId, { ...stored, state: outcome, corrections: corrected?.corrections }, subject),
      prepareNotification(platformId, sellerId, {
        type: 'dispute.closed',
        parameters: { title, amount, currency, kind, outcome },
        href: `${DASHBOARD_PATHS.seller}/my-sales/${subject?.saleId ?? ''}`,
        source: `dispute:${id}:corrected:${corrected?.corrections}`,
      }),
      recordEvent(platformId, caller, {
        type: 'dispute.corrected',
        subject: { type: 'dispute', id, name: title },
        details: { kind, was: stored.state, outcome, amount, currency, paymentId: subject?.publicId ?? null, note },
      }),
    ]);
  });
  await settleDispute(app, platformId, id).catch((error) =>
    app.log.error({ err: error, disputeId: id }, 'The corrected outcome of a dispute waits to be carried out'),
  );
}
