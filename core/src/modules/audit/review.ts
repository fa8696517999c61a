/** Tells those who may read the activity log each morning what of the day before deserves a look, as PCI DSS 10.4.1 asks. */
import { addDays, toSaoPauloDate } from '@feira/plugin-kit';
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { Locale } from '@feira/schemas/common';
import type { FastifyInstance } from 'fastify';
import { notifyAdmins } from '../notifications/service.ts';
import { countEvents, type Reviewed, selectPlatforms, sumUp } from './review-model.ts';

type ReviewApp = Pick<FastifyInstance, 'database' | 'clock' | 'findPlatform' | 'log'>;

const WORDS: Record<Locale, Record<Reviewed, (count: number) => string>> = {
  'pt-BR': {
    refused: (count) => `${count} entradas recusadas`,
    access: (count) => `${count} ${count === 1 ? 'mudança' : 'mudanças'} de acesso`,
    factors: (count) => `${count} ${count === 1 ? 'verificação desligada' : 'verificações desligadas'}`,
    impersonations: (count) => `${count} ${count === 1 ? 'entrada' : 'entradas'} como outra pessoa`,
    exports: (count) => `${count} ${count === 1 ? 'exportação' : 'exportações'}`,
    documents: (count) => `${count} ${count === 1 ? 'documento visto' : 'documentos vistos'}`,
    rules: (count) => `${count} ${count === 1 ? 'mudança' : 'mudanças'} de regras`,
    connections: (count) => `${count} ${count === 1 ? 'mudança' : 'mudanças'} de conexões ou pacotes`,
  },
  en: {
    refused: (count) => `${count} refused sign-ins`,
    access: (count) => `${count} access ${count === 1 ? 'change' : 'changes'}`,
    factors: (count) => `two-step verification turned off ${count === 1 ? 'once' : `${count} times`}`,
    impersonations: (count) => `${count} ${count === 1 ? 'sign-in' : 'sign-ins'} as somebody else`,
    exports: (count) => `${count} ${count === 1 ? 'export' : 'exports'}`,
    documents: (count) => `${count} ${count === 1 ? 'document' : 'documents'} viewed`,
    rules: (count) => `${count} ${count === 1 ? 'change' : 'changes'} of rules`,
    connections: (count) => `${count} ${count === 1 ? 'change' : 'changes'} of connections or packages`,
  },
};

/** Returns the line that sums up a day; null where nothing deserves a look. */
export function describeDay(sums: Partial<Record<Reviewed, number>>, locale: Locale): string | null {
  const parts = Object.entries(sums).map(([kind, count]) => WORDS[locale][kind as Reviewed](count));
  return parts.length > 0 ? parts.join(', ') : null;
}

/** Reviews yesterday on every platform. One whose review fails does not keep the others; a repeat tells nobody twice. */
export async function reviewYesterday(app: ReviewApp): Promise<void> {
  const day = addDays(toSaoPauloDate(app.clock.now()), -1);
  for (const { id } of await app.database.jobs.list(selectPlatforms())) {
    try {
      const platform = await app.findPlatform(id);
      if (!platform) continue;
      const sums = sumUp(await app.database.list(id, countEvents(id, day)));
      const title = describeDay(sums, platform.settings.locale);
      if (title)
        await app.database.run(
          id,
          notifyAdmins(id, 'isFunctionariesAvailable', {
            type: 'log.review',
            parameters: { title },
            href: `${DASHBOARD_PATHS.admin}/audit-log?from=${day}&to=${day}`,
            source: `log.review:${day}`,
          }),
        );
    } catch (error) {
      app.log.error({ err: error, platformId: id }, 'The activity log of a platform could not be reviewed');
    }
  }
}
