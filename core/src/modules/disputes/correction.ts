/** An outcome that was entered by mistake, or that a bank changed its mind about: the other one counts, and money follows. */
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
import { settleDispute } from './outcomes.ts';

export interface Correction {
  disputeId: string;
  outcome: 'WON' | 'LOST';
  /** Where this is known from. */
  note: string;
  correctedBy: string;
}

const isOpen = ({ state }: StoredDispute) => state === 'OPEN' || state === 'ANSWERED';
/** Given up is lost. */
const outcomeOf = ({ state }: StoredDispute) => (state === 'WON' ? 'WON' : 'LOST');

/** Said again, it changes nothing. What is left to do is done at once, or by the job that finishes outcomes. */
export async function correctDispute(
  app: FastifyInstance,
  platformId: string,
  caller: Caller,
  { disputeId: id, outcome, note: typed, correctedBy }: Correction,
): Promise<void> {
  const note = typed.trim();
  if (!note) throw new AppError('REASON_REQUIRED', { fields: ['note'] });
  const found = await app.database.find(platformId, selectStored(platformId, id), true);
  if (!found) throw new AppError('DISPUTE_NOT_FOUND', { fields: ['disputeId'] });
  const { paymentId, sellerId, amount, currency, kind } = found;
  await app.database.transaction(platformId, async (transaction) => {
    // The payment first, as whoever opens a case does: nobody opens another while this one changes.
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
      prepareNotification(platformId, sellerId, {
        type: 'dispute.closed',
        parameters: { title, amount, currency, kind, outcome },
        href: `${DASHBOARD_PATHS.seller}/my-sales`,
        source: `dispute:${id}:corrected:${corrected?.corrections}`,
      }),
      recordEvent(platformId, caller, {
        type: 'dispute.corrected',
        subject: { type: 'dispute', id, name: title },
        details: { kind, was: stored.state, outcome, amount, paymentId: subject?.publicId ?? null, note },
      }),
    ]);
  });
  await settleDispute(app, platformId, id).catch((error) =>
    app.log.error({ err: error, disputeId: id }, 'The corrected outcome of a dispute waits to be carried out'),
  );
}
