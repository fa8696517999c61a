/** Writes all that a platform holds of one person into a ZIP: as JSON for programs, as a page to read, and the documents as they were sent. */
import type { Locale } from '@feira/schemas/common';
import type { FastifyInstance } from 'fastify';
import { strToU8, zipSync } from 'fflate';
import type { Statement } from '../../plugins/database.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { readFiles } from '../verifications/service.ts';
import { COPY_COLUMNS, COPY_LEAD, COPY_NOTHING, COPY_TABLES, COPY_TITLE, wordsIn } from './copy-texts.ts';
import { kindOf, PERSONAL_TABLES, type PersonalTable } from './model.ts';
import { ME, meValues, type Subject, selectSubject } from './subject-model.ts';

/** A person's table holds fewer rows; a seller's notifications come nearest. */
const MOST_ROWS = 20_000;

type Row = Record<string, unknown>;
export type Copy = Record<string, Row[]>;

/** The tables of a copy, in the order in which people look for them. */
const SHOWN: readonly PersonalTable[] = Object.keys(COPY_TABLES).flatMap(
  (table) => PERSONAL_TABLES.find((entry) => entry.table === table && entry.shown) ?? [],
);

export const shownColumns = ({ columns, shown = [] }: PersonalTable): string[] => [
  ...shown,
  ...Object.entries(columns).flatMap(([name, column]) => (kindOf(column) === 'SECRET' ? [] : [name])),
];

const selectShown = (entry: PersonalTable, values: unknown[]): Statement<{ rows: Row[] }> => ({
  text: `SELECT coalesce(jsonb_agg(row), '[]') AS rows FROM (
    SELECT jsonb_strip_nulls(jsonb_build_object(${shownColumns(entry)
      .map((name) => `'${name}', ${entry.shownAs?.[name] ?? `x.${name}`}`)
      .join(', ')})) AS row
    FROM ${entry.table} x, ${ME} WHERE x.platform_id = me.platform_id AND ${entry.shownOf ?? entry.of} LIMIT ${MOST_ROWS}) found`,
  values,
});

export async function readCopy(
  { database }: Pick<FastifyInstance, 'database'>,
  platformId: string,
  subject: Subject,
): Promise<Copy> {
  const rows = await database.find(platformId, selectSubject(platformId, subject), true);
  if (!rows) throw new Error('A subject without a row.');
  const values = meValues(platformId, rows);
  const copy: Copy = {};
  for (const entry of SHOWN)
    copy[entry.table] = (await database.find(platformId, selectShown(entry, values), true))?.rows ?? [];
  return copy;
}

const CENTS = /^(amount|paid_amount|refunded_amount|total|freight|discount|method_discount|fee)$/;
const TIME = /_at$/;

function showValue(row: Row, name: string, locale: Locale): string {
  const value = row[name];
  if (CENTS.test(name) && typeof value === 'number')
    return new Intl.NumberFormat(locale, { style: 'currency', currency: String(row.currency ?? 'BRL') }).format(
      value / 100,
    );
  if (TIME.test(name) && typeof value === 'string')
    return new Intl.DateTimeFormat(locale, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'America/Sao_Paulo',
    }).format(new Date(value));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1f2328}
h2{margin-top:2.5rem}dl{display:grid;grid-template-columns:minmax(9rem,14rem) 1fr;gap:.25rem 1rem;padding:1rem 0;border-top:1px solid #d0d7de;margin:0}
dt{color:#57606a}dd{margin:0;overflow-wrap:anywhere}`;

/** Returns the page, which loads nothing and runs nothing. */
function writePage(copy: Copy, platformName: string, locale: Locale): string {
  const title = `${wordsIn(COPY_TITLE, locale)} · ${escapeHtml(platformName)}`;
  const sections = Object.entries(copy).map(([table, rows]) => {
    const lists = rows.map((row) => {
      const facts = Object.keys(row).map(
        (name) =>
          `<dt>${wordsIn(COPY_COLUMNS[name]!, locale)}</dt><dd>${escapeHtml(showValue(row, name, locale))}</dd>`,
      );
      return `<dl>${facts.join('')}</dl>`;
    });
    return `<h2>${wordsIn(COPY_TABLES[table]!, locale)}</h2>${lists.join('') || `<p>${wordsIn(COPY_NOTHING, locale)}</p>`}`;
  });
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style><h1>${title}</h1><p>${wordsIn(COPY_LEAD, locale)}</p>${sections.join('')}</html>`;
}

export async function writeCopy(
  app: Pick<FastifyInstance, 'database' | 'dataKeys'>,
  platform: PlatformContext,
  subject: Subject,
  locale: Locale,
): Promise<Buffer> {
  const copy = await readCopy(app, platform.id, subject);
  const files = subject.personId ? await readFiles(app, platform.id, subject.personId) : [];
  const page = locale === 'en' ? 'your-data.html' : 'seus-dados.html';
  return Buffer.from(
    zipSync({
      'data.json': strToU8(JSON.stringify(copy, null, 2)),
      [page]: strToU8(writePage(copy, platform.name, locale)),
      ...Object.fromEntries(files.map(({ name, content }) => [name, content])),
    }),
  );
}
