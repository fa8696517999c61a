/** Takes the same step with many shipments, each in its own transaction. */
import type { FastifyInstance } from 'fastify';
import { AppError, errorBody } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { type Change, changeShipment } from '../shipping/service.ts';

interface Result {
  saleId: string;
  error: { code: string; message: string } | null;
}

/** Returns what became of each. After a failure of the server the rest are not tried: their error is the same. */
export async function changeShipments(app: FastifyInstance, call: PersonCall, changes: Change[]): Promise<Result[]> {
  const results: Result[] = [];
  let failure: AppError | null = null;
  for (const change of changes) {
    const error: AppError | null = failure ?? (await tryChange(app, call, change));
    if (error && error.status >= 500) failure = error;
    const { code, message } = error ? errorBody(error, call.request.locale) : { code: '', message: '' };
    results.push({ saleId: change.saleId, error: error && { code, message } });
  }
  return results;
}

async function tryChange(app: FastifyInstance, call: PersonCall, change: Change): Promise<AppError | null> {
  try {
    await changeShipment(app, call, change);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    call.request.log.error({ err: error }, 'A shipment of a batch could not be marked');
    return new AppError('INTERNAL');
  }
}
