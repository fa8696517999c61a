/** Lists as files: what stands in them, who gets them, and what is left out. */
import { EXPORTED_LISTS } from '@feira/schemas/exported-lists';
import { listFunctionaries } from '@feira/schemas/procedures/people';
import { listMyProducts } from '@feira/schemas/procedures/products';
import { parseCsv } from 'hucre/csv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { readSheets } from '../../../test/read-xlsx.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { FIELDS, isKnown, LIST_FILES } from './lists.ts';

let node: TestNode;
let inspector: Inspector;
let world: World;
let seller: Staff;
let rival: Staff;

beforeAll(async () => {
  node = await buildNode();
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  seller = await openStaff(node.app, world.platformId, { roles: ['seller'] });
  rival = await openStaff(node.app, world.platformId, { roles: ['seller'] });
  await plant(seller, 'Pão', 250);
  await plant(rival, 'Alheio', 1);
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

const plant = (owner: Staff, name: string, count: number) =>
  inspector.rows(
    `INSERT INTO product (platform_id, id, seller_id, name, description, type_product, category, status)
     SELECT $1, gen_random_uuid(), $2, $3 || ' ' || n, '', 'DIGITAL', 'GASTRONOMY', 'ACTIVE' FROM generate_series(1, $4) n`,
    [world.platformId, owner.id, name, count],
  );

const take = (name: string, query: Record<string, string>, { headers }: Pick<Staff, 'headers'>) =>
  node.app.inject({ url: `/exports/${name}?${new URLSearchParams(query)}`, headers });

describe('GET /exports/{list}', () => {
  it('has every row of all pages and no one else’s, for a Brazilian Excel', async () => {
    const answer = await take(listMyProducts.name, { format: 'csv', lang: 'pt-BR' }, seller);

    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="meus-produtos-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(answer.body.startsWith('\ufeff"Nome";"Formato";"Situação";"Criado em";"Ofertas"\r\n')).toBe(true);
    const [, ...lines] = parseCsv(answer.body, { delimiter: ';' });
    expect(lines).toHaveLength(250);
    expect(new Set(lines.map(([name]) => name)).size).toBe(250);
    expect(
      lines.every(
        ([name, format, status]) => String(name).startsWith('Pão ') && `${format} ${status}` === 'digital ativo',
      ),
    ).toBe(true);
  });

  it('keeps the filter and the order, and says the same as a workbook', async () => {
    const query = { search: 'Pão 24', sort: '-name', lang: 'en' };
    const csv = await take(listMyProducts.name, { ...query, format: 'csv' }, seller);
    const [header, ...lines] = parseCsv(csv.body);
    expect(header?.slice(0, 3)).toEqual(['Name', 'Format', 'Status']);
    expect(lines.map(([name]) => name)).toEqual([
      'Pão 249',
      'Pão 248',
      'Pão 247',
      'Pão 246',
      'Pão 245',
      'Pão 244',
      'Pão 243',
      'Pão 242',
      'Pão 241',
      'Pão 240',
      'Pão 24',
    ]);
    const [sheet] = readSheets((await take(listMyProducts.name, { ...query, format: 'xlsx' }, seller)).rawPayload);
    expect(sheet?.rows.slice(1).map(([name]) => name?.value)).toEqual(lines.map(([name]) => name));
  });

  it('is refused as its list is, and leaves a trace where it is given', async () => {
    const admin = await openStaff(node.app, world.platformId, {
      roles: ['admin'],
      permissions: ['isFunctionariesAvailable'],
    });
    expect((await take(listMyProducts.name, { format: 'csv' }, admin)).json().code).toBe('ACCESS_DENIED');
    expect((await take(listFunctionaries.name, { format: 'csv' }, seller)).json().code).toBe('ACCESS_DENIED');
    expect((await take(listMyProducts.name, { format: 'pdf' }, seller)).json().code).toBe('VALIDATION_FAILED');
    expect((await take(listMyProducts.name, { format: 'csv', after: 'x' }, seller)).json().code).toBe(
      'VALIDATION_FAILED',
    );
    expect((await take(listFunctionaries.name, { format: 'csv', search: 'Ada' }, admin)).statusCode).toBe(200);
    const events = await inspector.rows(
      `SELECT details FROM audit_event WHERE platform_id = $1 AND actor_id = $2 AND type = 'ledger.exported'`,
      [world.platformId, admin.id],
    );
    expect(events.map(({ details }) => details)).toEqual([{ what: 'team', from: null, to: null, format: 'csv' }]);
  });
});

describe('the files of lists', () => {
  it('are those that the screens offer', () => {
    expect(LIST_FILES.map(({ procedure }) => procedure.name).sort()).toEqual([...EXPORTED_LISTS]);
  });

  it('name fields that their rows have, and have words for every constant', () => {
    const missing: string[] = [];
    for (const { procedure, rows, fields } of LIST_FILES) {
      const { properties } = procedure.output as unknown as { properties: Record<string, { items: Schema }> };
      for (const path of fields) {
        const found = path
          .replace(/\.code$/, '')
          .split('.')
          .reduce<Schema | undefined>((schema, name) => bare(schema)?.properties?.[name], properties[rows]!.items);
        if (!found) missing.push(`${procedure.name} has no ${path}`);
        if (FIELDS[path].kind === 'code')
          for (const value of bare(found)?.enum ?? [])
            if (!isKnown(value)) missing.push(`${procedure.name}: no words for ${path} ${value}`);
      }
    }
    expect(missing).toEqual([]);
  });
});

interface Schema {
  properties?: Record<string, Schema>;
  enum?: readonly string[];
  anyOf?: readonly Schema[];
}
const bare = (schema: Schema | undefined): Schema | undefined =>
  schema?.anyOf
    ? (schema.anyOf.find(({ properties, enum: values }) => properties || values) ?? schema.anyOf.at(-1))
    : schema;
