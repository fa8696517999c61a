/** What is given up of what somebody owes becomes a loss of the platform. */
import type { Currency } from '@feira/schemas/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Knex } from 'knex';
import { runStatement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import { isTooLow, post } from '../ledger/model.ts';

export interface WriteOff {
  personId: string;
  currency: Currency;
  amount: number;
  reason: string;
}

export async function writeOff(
  app: Pick<FastifyInstance, 'clock'>,
  transaction: Knex.Transaction,
  request: FastifyRequest,
  { personId, currency, amount, reason }: WriteOff,
): Promise<void> {
  const platformId = request.platform.id;
  // Nobody forgives themselves what they owe.
  if (request.person?.id === personId) throw new AppError('OWN_DEBT_FIXED', { fields: ['personId'] });
  const [person] = await runStatement<{ name: string; email: string }>(transaction, {
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
    await runStatement(transaction, posting);
  } catch (error) {
    if (isTooLow(error)) throw new AppError('DEBT_TOO_SMALL', { fields: ['amount'] });
    throw error;
  }
  const event = recordEvent(platformId, request, {
    type: 'ledger.writtenOff',
    subject: { type: 'person', id: personId, ...person },
    details: { amount, currency, reason },
  });
  await runStatement(transaction, event);
}
