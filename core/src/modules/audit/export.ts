/** Writes the audit log as a file: one sentence an event, as on the screen. */
import type { Currency, Locale } from '@feira/schemas/common';
import { toSentence, toText } from '@feira/schemas/rules/audit-lines';
import type { FastifyInstance } from 'fastify';
import { type PageCursor, parsePlace, selectPage } from '../../shared/list.ts';
import type { Table } from '../../shared/table.ts';
import { EVENTS, type EventFilter } from './model.ts';

type Column = 'at' | 'who' | 'email' | 'onBehalf' | 'what' | 'subject' | 'details' | 'type' | 'ip';

const LABELS: Record<Locale, { name: string; columns: Record<Column, string> }> = {
  'pt-BR': {
    name: 'Registro de atividades',
    columns: {
      at: 'Quando',
      who: 'Quem',
      email: 'E-mail',
      onBehalf: 'Agindo como',
      what: 'O que fez',
      subject: 'Com quem ou com o quê',
      details: 'Detalhes',
      type: 'Tipo',
      ip: 'Endereço IP',
    },
  },
  en: {
    name: 'Activity log',
    columns: {
      at: 'Time',
      who: 'Who',
      email: 'Email',
      onBehalf: 'Acting as',
      what: 'What',
      subject: 'Subject',
      details: 'Details',
      type: 'Type',
      ip: 'IP address',
    },
  },
};

const BATCH = 1_000;

export function openEvents(
  { database }: Pick<FastifyInstance, 'database'>,
  platformId: string,
  filter: EventFilter,
  { locale, currency }: { locale: Locale; currency: Currency },
): Table {
  async function* batches() {
    let after: PageCursor | null = null;
    for (;;) {
      const rows = await database.list(platformId, selectPage(EVENTS, platformId, filter, { after, limit: BATCH }));
      if (rows.length > 0) {
        yield rows.map((event) => {
          const { createdAt, actor, impersonator, subject, type, ip } = event;
          // During an impersonation the person who sat there is the one who acted.
          const who = impersonator ?? actor;
          const options = { locale, currency };
          return [
            ...[createdAt, who?.name ?? null, who?.email ?? null, impersonator ? (actor?.name ?? null) : null],
            ...[toSentence(event, options), subject?.name ?? null, toText(event, options), type, ip],
          ];
        });
      }
      const last = rows.at(-1);
      if (rows.length < BATCH || !last) return;
      after = parsePlace(last.cursor);
    }
  }
  const { name, columns } = LABELS[locale];
  const { at, ...texts } = columns;
  return {
    name,
    locale,
    columns: [
      { header: at, kind: 'time' },
      ...Object.values(texts).map((header) => ({ header, kind: 'text' }) as const),
    ],
    batches: batches(),
  };
}
