import type { TidyRule } from './tree.ts';

const MIGRATION = /^core\/migrations\/\d{8}T\d{4,6}_[a-z_]+\.ts$/;
/** The first schema makes empty tables, so no statement waits for it. */
const LAST_OF_FIRST_SCHEMA = 'core/migrations/20261122T1000_create_upkeep.ts';
/** Files from before the rule about constraints, which are frozen. They check tables that were small when they came. */
const BEFORE_CONSTRAINTS = new Set([
  'core/migrations/20261122T163000_returns.ts',
  'core/migrations/20261122T164500_unreturned_money.ts',
  'core/migrations/20261122T202100_withdrawal_contradictions.ts',
  'core/migrations/20261122T204000_catalogue.ts',
]);
/** Functions whose value is another one for each row, so that PostgreSQL writes the whole table again. */
const VOLATILE = /\b(gen_random_uuid|uuidv[47]|random|clock_timestamp|timeofday|nextval)\s*\(|\b(big|small)?serial\b/i;

/** The code without comments and without bodies of functions, which run later. */
const strip = (text: string): string =>
  text
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|--.*$/gm, '')
    .replace(/(CREATE (?:OR REPLACE )?(?:FUNCTION|PROCEDURE)\b[^;]*?)\$(\w*)\$[\s\S]*?\$\2\$/gi, '$1');

interface Alteration {
  table: string;
  text: string;
}

const listAlterations = (code: string): Alteration[] =>
  [...code.matchAll(/ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\w+)\s([^;`]*)/gi)].map(([, table, text]) => ({
    table: table!,
    text: text!,
  }));

const NOT_NULL = /ALTER (?:COLUMN )?(\w+) SET NOT NULL/gi;

/** Returns whether earlier files proved by a check, added in one file and validated in another, that a column has no null. */
const isProven = (table: string, column: string, earlier: string[]): boolean => {
  const files = earlier.map((code) =>
    listAlterations(code)
      .filter((alteration) => alteration.table === table)
      .map(({ text }) => text)
      .join(';'),
  );
  const check = new RegExp(`ADD CONSTRAINT (\\w+) CHECK \\(\\s*${column} IS NOT NULL\\s*\\) NOT VALID`, 'i');
  return files.some((text, index) => {
    const name = check.exec(text)?.[1];
    return !!name && files.slice(index + 1).some((later) => later.includes(`VALIDATE CONSTRAINT ${name}`));
  });
};

const listCreated = (code: string) =>
  new Set([...code.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/gi)].map(([, table]) => table));

/** Returns what would stop writes to tables that are there before the migration. A table of the file's own is empty. */
function findTroubles(code: string, earlier: string[]): string[] {
  const created = listCreated(code);
  const touches = (pattern: RegExp) => [...code.matchAll(pattern)].some(([, table]) => !created.has(table));
  const altered = listAlterations(code).filter(({ table }) => !created.has(table));
  const found: string[] = [];
  if (touches(/CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)[^;`]*?\bON (?:ONLY )?(\w+)/gi)) {
    found.push(
      'CREATE INDEX stops writes to its table; build it with buildIndex (concurrently.ts), in a file of its own.',
    );
  }
  if (touches(/\bUPDATE (?:ONLY )?(\w+)(?: (?:AS )?\w+)? SET\b/gi) || touches(/\bDELETE FROM (?:ONLY )?(\w+)/gi)) {
    found.push('UPDATE and DELETE keep rows locked until all are done; let a sweep change them in batches.');
  }
  if (altered.some(({ text }) => /\bADD (?!CONSTRAINT)/i.test(text) && VOLATILE.test(text))) {
    found.push(
      'ADD COLUMN with a default of its own for each row writes the whole table; SET DEFAULT in a second statement.',
    );
  }
  for (const { table, text } of altered) {
    for (const [, column] of text.matchAll(NOT_NULL)) {
      if (isProven(table, column!, earlier)) continue;
      found.push(
        `SET NOT NULL reads all of ${table} under a lock; in earlier files ADD CONSTRAINT … CHECK (${column} IS NOT NULL) NOT VALID, then VALIDATE it.`,
      );
    }
  }
  if (/transaction: false/.test(code) && /\.raw\(|\.schema\b/.test(code)) {
    found.push(
      'without a transaction a file only calls buildIndex, which may be repeated; move the rest to another file.',
    );
  }
  return found;
}

const CONSTRAINT = /\bADD (?:CONSTRAINT \w+ )?(?:CHECK|FOREIGN KEY)\b[\s\S]*?(?=,\s*(?:ADD|ALTER|DROP|VALIDATE)\b|$)/gi;
const KEY = /\bADD (?:CONSTRAINT \w+ )?(?:UNIQUE|PRIMARY KEY|EXCLUDE)\b(?! USING INDEX)/i;
const COLUMN =
  /\bADD (?:COLUMN )?(?!CONSTRAINT\b|CHECK\b|FOREIGN\b|UNIQUE\b|PRIMARY\b|EXCLUDE\b)\w+ [^,]*\b(?:CHECK|REFERENCES|UNIQUE|PRIMARY KEY)\b/i;

/** Returns constraints that would read the whole of a table, or build an index, while the table is locked against writes. */
function findConstraints(code: string): string[] {
  const created = listCreated(code);
  return listAlterations(code)
    .filter(({ table }) => !created.has(table))
    .flatMap(({ table, text }) => [
      ...[...text.matchAll(CONSTRAINT)]
        .filter(([constraint]) => !/\bNOT VALID\b/i.test(constraint))
        .map(
          () => `ADD CONSTRAINT reads all of ${table} under a lock; add it NOT VALID, and VALIDATE it in a later file.`,
        ),
      ...(KEY.test(text)
        ? [`ADD UNIQUE builds an index on ${table} under a lock; use buildIndex, then ADD … USING INDEX.`]
        : []),
      ...(COLUMN.test(text)
        ? [
            `ADD COLUMN with a constraint reads all of ${table} under a lock; add the column bare, and the constraint NOT VALID.`,
          ]
        : []),
    ]);
}

/** Platforms sell while they are upgraded: a migration never keeps a table that grows from being written to. */
export const checkMigrations: TidyRule = ({ files, read }) => {
  const later = files.filter((file) => MIGRATION.test(file) && file > LAST_OF_FIRST_SCHEMA).sort();
  const codes = later.map((file) => strip(read(file)));
  return later.flatMap((file, index) =>
    [
      ...findTroubles(codes[index]!, codes.slice(0, index)),
      ...(BEFORE_CONSTRAINTS.has(file) ? [] : findConstraints(codes[index]!)),
    ].map((trouble) => `${file}: ${trouble}`),
  );
};
