/** Every column that could hold words is listed as data of people or as none, and one role alone may overwrite the former. */
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shownColumns } from '../src/modules/privacy/copy.ts';
import { COPY_COLUMNS, COPY_TABLES } from '../src/modules/privacy/copy-texts.ts';
import { IMPERSONAL, KEPT } from '../src/modules/privacy/impersonal-model.ts';
import { PERSONAL_TABLES, writePersonalPage } from '../src/modules/privacy/model.ts';
import { buildNode, type TestNode } from './build.ts';
import { type Inspector, openInspector } from './inspect.ts';

let node: TestNode;
let inspector: Inspector;
beforeAll(async () => {
  node = await buildNode({ isListening: false });
  inspector = await openInspector(node.databaseUrl);
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

const personal = PERSONAL_TABLES.flatMap(({ table, columns }) =>
  Object.keys(columns).map((name) => `${table}.${name}`),
);
const impersonal = Object.entries(IMPERSONAL).flatMap(([table, names]) =>
  names.split(' ').map((name) => `${table}.${name}`),
);

describe('the list of personal data', () => {
  it('has every column that could hold words, once, and no other', async () => {
    const rows = await inspector.rows<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name NOT LIKE 'knex_%' AND is_generated = 'NEVER'
         AND data_type IN ('text', 'character varying', 'character', 'json', 'jsonb', 'bytea', 'inet', 'cidr', 'ARRAY', 'tsvector')`,
    );
    const listed = [...new Set(personal), ...impersonal, ...Object.keys(KEPT)];
    expect(listed.filter((name, index) => listed.indexOf(name) !== index)).toEqual([]);
    expect(listed.sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  it('is what feira_privacy may overwrite, as far as the columns go, and deletes only what it says', async () => {
    const granted = await inspector.rows<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.column_privileges
       WHERE grantee = 'feira_privacy' AND privilege_type = 'UPDATE'`,
    );
    const names = new Set(granted.map(({ name }) => name));
    const overwritten = PERSONAL_TABLES.filter(({ isDeleted }) => !isDeleted);
    const wanted = overwritten.flatMap(({ table, columns }) => Object.keys(columns).map((name) => `${table}.${name}`));
    expect(wanted.filter((name) => !names.has(name))).toEqual([]);

    const deletes = await inspector.rows<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.table_privileges WHERE grantee = 'feira_privacy' AND privilege_type = 'DELETE'`,
    );
    const deleted = PERSONAL_TABLES.filter(({ isDeleted }) => isDeleted).map(({ table }) => table);
    expect(deletes.map(({ name }) => name).sort()).toEqual([...new Set(deleted)].sort());
  });

  it('names what a copy shows in both languages', () => {
    const shown = PERSONAL_TABLES.filter((entry) => entry.shown);
    expect(shown.map(({ table }) => table).sort()).toEqual(Object.keys(COPY_TABLES).sort());
    const columns = [...new Set(shown.flatMap(shownColumns))];
    expect(columns.filter((name) => !COPY_COLUMNS[name])).toEqual([]);
    expect(Object.keys(COPY_COLUMNS).filter((name) => !columns.includes(name))).toEqual([]);
  });

  it('is what docs/personal-data.md tells; otherwise PERSONAL_DATA=write writes it anew', async () => {
    const file = new URL('../../docs/personal-data.md', import.meta.url);
    const page = await readFile(file, 'utf8');
    const [words] = page.split('| Column | What |');
    if (process.env.PERSONAL_DATA === 'write') await writeFile(file, `${words}${writePersonalPage()}`);
    else expect(page).toBe(`${words}${writePersonalPage()}`);
  });
});
