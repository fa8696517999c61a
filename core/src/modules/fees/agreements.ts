/** Changes fees and costs: administrators agree on people's fees, masters enter the providers' costs. */
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { type Caller, recordEvent, recordOperated } from '../audit/service.ts';
import { type Agreed, type FeeRules, lockCosts, lockTerms, updateCosts, upsertTerms } from './model.ts';

type App = Pick<FastifyInstance, 'database'>;
type AgreementCall = Caller & { platform: PlatformContext };

const WHOLE = 10_000;

/** Throws FEE_TOO_LARGE where the fee of an installment would be above 100%. */
function checkRules(rules: FeeRules, path: string): void {
  const card = rules.CREDIT_CARD;
  const steps = card?.installmentBasisPoints ?? [];
  if (card && steps.some((step) => card.basisPoints + step > WHOLE))
    throw new AppError('FEE_TOO_LARGE', { fields: [`${path}.CREDIT_CARD.installmentBasisPoints`] });
}

const toAgreed = ({ fees, release, managerBasisPoints }: Agreed): Agreed => ({ fees, release, managerBasisPoints });

export function agreeTerms(app: App, request: AgreementCall, personId: string, wanted: Agreed): Promise<void> {
  if (personId === request.person?.id) throw new AppError('OWN_TERMS_FIXED', { fields: ['personId'] });
  checkRules(wanted.fees, 'fees');
  const platformId = request.platform.id;
  return app.database.transaction(platformId, async (transaction) => {
    const row = await transaction.find(lockTerms(platformId, personId));
    if (!row) throw new AppError('PERSON_NOT_FOUND', { fields: ['personId'] });
    const [before, after] = [toAgreed(row), toAgreed(wanted)];
    if (isDeepStrictEqual(before, after)) return;
    await transaction.runAll([
      upsertTerms(platformId, personId, after),
      recordEvent(platformId, request, {
        type: 'fees.termsChanged',
        subject: { type: 'person', id: row.id, name: row.name, email: row.email },
        details: { before, after },
      }),
    ]);
  });
}

export function setCosts(
  app: App,
  request: AgreementCall,
  { platformId, connectionId, costs }: { platformId: string; connectionId: string; costs: FeeRules },
): Promise<void> {
  checkRules(costs, 'costs');
  return app.database.transaction(platformId, async (transaction) => {
    const row = await transaction.find(lockCosts(platformId, connectionId));
    if (!row) throw new AppError('CONNECTION_NOT_FOUND', { fields: ['connectionId'] });
    if (isDeepStrictEqual(row.costs, costs)) return;
    await transaction.runAll([
      updateCosts(platformId, connectionId, costs),
      ...recordOperated(request, platformId, {
        type: 'fees.costsChanged',
        subject: { type: 'connection', id: connectionId, name: row.name },
        details: { before: row.costs, after: costs },
      }),
    ]);
  });
}
