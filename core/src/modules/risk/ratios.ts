/** Judges how many card payments are charged back, and tells the operators before a card network does. */
import { judgeRatio, type RatioLevel } from '@feira/schemas/procedures/risk';
import type { FastifyInstance } from 'fastify';
import { type RatioRow, selectJudged, selectRatios } from './ratio-model.ts';

export interface Judged extends RatioRow {
  basisPoints: number;
  level: RatioLevel;
}

export async function readRatios(
  app: Pick<FastifyInstance, 'database' | 'clock'>,
  platformId: string,
): Promise<{ platform: Judged; sellers: Judged[] }> {
  const rows = await app.database.list(platformId, selectRatios(platformId, app.clock.now()));
  const judged = rows.map((row) => ({ ...row, ...judgeRatio(row) }));
  const platform = judged.find(({ seller }) => seller === null) as Judged;
  return { platform, sellers: judged.filter(({ seller }) => seller !== null) };
}

export async function watchRatios(app: Pick<FastifyInstance, 'database' | 'clock' | 'log'>): Promise<void> {
  for (const { platformId } of await app.database.jobs.list(selectJudged(app.clock.now()))) {
    const { platform, sellers } = await readRatios(app, platformId);
    for (const { seller, basisPoints, chargebacks, payments, level } of [platform, ...sellers]) {
      if (level === 'OK') continue;
      app.log.error(
        {
          alert: 'chargeback-ratio',
          platformId,
          sellerId: seller?.id ?? null,
          level,
          basisPoints,
          chargebacks,
          payments,
        },
        'Too many card payments are charged back',
      );
    }
  }
}
