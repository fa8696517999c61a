/** Answers for the figures of masters and managers, and for stops of providers, which tests change. */
import type { Output } from '@feira/schemas/procedure';
import * as figures from '@feira/schemas/procedures/figures';
import * as stops from '@feira/schemas/procedures/provider-stops';
import { getStatus } from '@feira/schemas/procedures/system';
import type { FakedServer } from './faked-screens.ts';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const AT = '2026-11-18T15:30:00.000Z';
export const SELLER = { id: id(14), name: 'Davi Rocha', email: 'davi@loja.example' };

const SUMS = {
  sales: 120,
  gross: 1_198_800,
  commission: 11_988,
  before: { sales: 100, gross: 999_000, commission: 9_990 },
};

export function answerFigures(server: FakedServer): void {
  const list: { id: string; provider: string; version: string | null; reason: string; liftedAt: string | null }[] = [];
  const isStopped = (version: string) =>
    list.some((stop) => stop.liftedAt === null && (stop.version === null || stop.version === version));
  server.answer(
    figures.getPlatforms,
    (): Output<typeof figures.getPlatforms> => ({
      from: '2026-10-20',
      to: '2026-11-18',
      platforms: [
        {
          id: id(501),
          name: 'Feira do Norte',
          currency: 'BRL',
          sales: 200,
          gross: 1_998_000,
          profit: 99_900,
          before: { sales: 180, gross: 1_798_200 },
          available: 500_000,
          pending: 250_000,
          reserved: 9_990,
          owed: 0,
          waiting: [{ kind: 'DISPUTES', count: 2 }],
          approval: [{ provider: 'pagarme', attempts: 250, approved: 200, refused: 40, failed: 10 }],
        },
      ],
    }),
  );
  server.answer(
    figures.getManaged,
    ({ from, to }): Output<typeof figures.getManaged> => ({
      currency: 'BRL',
      ...SUMS,
      days: [{ day: from, sales: 120, gross: 1_198_800 }],
      sellers: to === from ? [] : [{ person: SELLER, ...SUMS }],
    }),
  );
  server.answer(
    figures.getManagedSeller,
    ({ from }): Output<typeof figures.getManagedSeller> => ({
      person: SELLER,
      phone: '11987654321',
      status: 'ACTIVE',
      createdAt: AT,
      currency: 'BRL',
      ...SUMS,
      refunded: 9_990,
      charged: 0,
      days: [{ day: from, sales: 120, gross: 1_198_800 }],
      methods: [{ method: 'PIX', sales: 120, gross: 1_198_800 }],
      products: [{ productId: id(601), name: 'Curso de Pão', sales: 120, gross: 1_198_800 }],
    }),
  );
  server.answer(getStatus, () => ({ at: AT, installation: null, connections: [], reconciliations: [] }));
  server.answer(stops.listProviders, () => ({
    providers: ['1.4.0', '1.5.0'].map((version) => ({
      provider: 'pagarme',
      version,
      connections: 3,
      platforms: 2,
      isStopped: isStopped(version),
    })),
  }));
  server.answer(stops.listStops, () => ({
    items: list.map((stop) => ({
      ...stop,
      stoppedAt: AT,
      stoppedBy: 'Helena Prado',
      liftedBy: stop.liftedAt && 'Helena Prado',
    })),
    next: null,
  }));
  server.answer(stops.stopProvider, ({ provider, version, reason }) => {
    list.unshift({ id: id(701), provider, version: version ?? null, reason, liftedAt: null });
    return { stopId: id(701) };
  });
  server.answer(stops.liftStop, ({ stopId }) => {
    for (const stop of list) if (stop.id === stopId) stop.liftedAt = AT;
    return {};
  });
}
