/** Begins free trials: a subscription whose first period costs nothing. */
import { reduceSubscription } from '@feira/schemas/rules/subscription';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { newId, newPublicId } from '../../shared/ids.ts';
import { findTrialAnswer, type PurchaseCall, prepareTrial, toTaken } from '../checkout/service.ts';
import { announceChange } from './announcing.ts';
import { insertFirstCycle, insertSubscription, lockTrials, selectTrialOf } from './cycle-model.ts';
import { findPageUrl, mailSubscriber } from './mails.ts';
import { NOT_ENDED } from './reports.ts';

/**
 * Returns the public id of the subscription that a free trial begins, once for an idempotency key. A buyer has one for each product. Throws
 * TRIAL_USED and the errors of a purchase.
 */
async function begin(app: FastifyInstance, call: PurchaseCall): Promise<string> {
  const answered = await findTrialAnswer(app, call);
  if (answered) return answered;
  const { platform, input } = call;
  const trial = await prepareTrial(app, call);
  const { terms, saleId, sale } = trial;
  const anchorAt = app.clock.now();
  const state = reduceSubscription(terms, anchorAt, []);
  const publicId = newPublicId();
  const subscription = {
    platformId: platform.id,
    id: newId(),
    publicId,
    ...sale,
    firstSaleId: saleId,
    locale: terms.locale,
    currency: terms.currency,
    method: input.paymentMethod,
    connectionId: trial.connectionId,
    cardId: trial.cardId,
    storedCardId: trial.storedCardId,
    cardBrand: null,
    cardLastDigits: null,
    cardExpiry: trial.cardExpiry,
    terms,
    status: state.status,
    amount: state.next?.amount ?? terms.recurringAmount,
    frequencyInDays: terms.frequencyInDays,
    period: terms.period,
    anchorAt,
    cycle: 1,
    periodStart: state.periodStart,
    periodEnd: state.periodEnd,
    nextChargeAt: state.next?.startsAt ?? null,
  };
  const begun = { ...subscription, ...NOT_ENDED };
  const isWritten = await app.database
    .transaction(platform.id, async (transaction) => {
      // Two tabs of one buyer come one after the other.
      await transaction.run(lockTrials(platform.id, sale));
      if (!(await transaction.find(trial.insertSale(publicId)))) return false;
      if (await transaction.find(selectTrialOf(platform.id, sale)))
        throw new AppError('TRIAL_USED', { fields: ['email'] });
      await transaction.find(insertSubscription(subscription));
      await transaction.runAll([insertFirstCycle(begun, anchorAt), ...announceChange(begun, null)]);
      const mail = await mailSubscriber(app, begun, { step: 'TRIAL_BEGUN', source: 'begun', at: begun.nextChargeAt });
      if (mail) await transaction.run(mail);
      return true;
    })
    .catch((error) => {
      throw toTaken(error, { link: null });
    });
  app.subscriptions.wake();
  if (isWritten) return publicId;
  const first = await findTrialAnswer(app, call);
  if (!first) throw new AppError('IDEMPOTENCY_KEY_IN_USE');
  return first;
}

/** Returns the address of the buyer's page of the subscription. */
export async function startTrial(app: FastifyInstance, call: PurchaseCall): Promise<{ url: string }> {
  const publicId = await begin(app, call);
  return { url: await findPageUrl(app, { platformId: call.platform.id, publicId }) };
}
