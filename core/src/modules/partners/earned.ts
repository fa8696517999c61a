/** What an affiliation has brought in a period, from the ledger's entries. */
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

/** Looks all of a page up at once, and answers how to read one of them. */
export async function readEarned(
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
