/** Reads from the reports what affiliations earned in a period. */
import { addDays, toSaoPauloDate } from '@feira/plugin-kit';
import type { FastifyInstance } from 'fastify';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { checkPeriod } from '../../plugins/procedures.ts';
import { listCommissions } from '../reports/service.ts';

interface Affiliation {
  productId: string;
  personId: string;
}

const DAYS = 30;

/** Reads the commissions of a whole page at once. Returns a function from an affiliation to its sales and commission. */
export async function readCommissions(
  app: Pick<FastifyInstance, 'database' | 'clock'>,
  { id, settings }: PlatformContext,
  affiliations: readonly Affiliation[],
  input: { from?: string; to?: string },
) {
  const to = input.to ?? toSaoPauloDate(app.clock.now());
  const period = { from: input.from ?? addDays(to, 1 - DAYS), to, currency: settings.currency };
  checkPeriod(period);
  const people = [...new Set(affiliations.map(({ personId }) => personId))];
  const rows = await listCommissions(app, id, people, period);
  return ({ productId, personId }: Affiliation) => {
    const found = rows.find((row) => row.productId === productId && row.personId === personId);
    return { sales: found?.sales ?? 0, commission: found?.commission ?? 0, currency: period.currency };
  };
}
