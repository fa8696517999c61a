/** Serves figures to other modules, and writes off debts, which become losses of the platform. */
import type { Currency } from '@feira/schemas/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import { isTooLow, post } from '../ledger/model.ts';
import { type CommissionRow, type ReportPeriod, selectCommissions, selectThrough } from './figures-model.ts';
import type { Through } from './model.ts';

type Readable = Pick<FastifyInstance, 'database'>;

export async function readThrough({ database }: Readable, platformId: string): Promise<Through> {
  return (await database.find(platformId, selectThrough(platformId)))?.through ?? null;
}

/** Returns what these people earned as affiliates in a period, product by product. People who earned nothing have no row. */
export async function listCommissions(
  app: Readable,
  platformId: string,
  personIds: readonly string[],
  period: ReportPeriod,
): Promise<CommissionRow[]> {
  if (personIds.length === 0) return [];
  const through = await readThrough(app, platformId);
  return app.database.list(platformId, selectCommissions(platformId, personIds, period, through));
}

export interface WriteOff {
  personId: string;
  currency: Currency;
  amount: number;
  reason: string;
}

export async function writeOff(
  app: Pick<FastifyInstance, 'clock'>,
  transaction: Transaction,
  request: FastifyRequest,
  { personId, currency, amount, reason }: WriteOff,
): Promise<void> {
  const platformId = request.platform.id;
  // People may not write off their own debt.
  if (request.person?.id === personId) throw new AppError('OWN_DEBT_FIXED', { fields: ['personId'] });
  const person = await transaction.find<{ name: string; email: string }>({
    text: 'SELECT name, email FROM person WHERE platform_id = $1 AND id = $2',
    values: [platformId, personId],
  });
  if (!person) throw new AppError('PERSON_NOT_FOUND', { fields: ['personId'] });
  const posting = post(platformId, {
    kind: 'WRITE_OFF',
    source: `write-off:${newId()}`,
    currency,
    entries: [
      { kind: 'OWED', ownerId: personId, amount },
      { kind: 'LOSSES', amount: -amount },
    ],
    occurredAt: app.clock.now(),
  });
  try {
    await transaction.run(posting);
  } catch (error) {
    if (isTooLow(error)) throw new AppError('DEBT_TOO_SMALL', { fields: ['amount'] });
    throw error;
  }
  const event = recordEvent(platformId, request, {
    type: 'ledger.writtenOff',
    subject: { type: 'person', id: personId, ...person },
    details: { amount, currency, reason },
  });
  await transaction.run(event);
}
