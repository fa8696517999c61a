/** Tests that typed texts are cleaned once, where they enter: names, addresses, titles, phones. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../src/shared/ids.ts';
import { buildNode, type TestNode } from './build.ts';
import { type Inspector, openInspector } from './inspect.ts';
import { openStaff, type Staff } from './staff.ts';
import { BUYER_ADDRESS, buy, connect, createWorld, pixPurchase, type World } from './world.ts';

let node: TestNode;
let inspector: Inspector;
let world: World;
let admin: Staff;

beforeAll(async () => {
  node = await buildNode();
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  await connect(node.app, world);
  admin = await openStaff(node.app, world.platformId, {
    roles: ['admin'],
    permissions: ['isUsersAvailable', 'isSalesAvailable'],
  });
});
afterAll(async () => {
  await inspector.close();
  await node.close();
});

const purchase = async (extra: Record<string, unknown>) => {
  const answer = await buy(node.app, pixPurchase(world, extra), newId(), { 'accept-language': 'pt-BR' });
  return { status: answer.statusCode, body: answer.json() };
};
const nfd = (text: string) => text.normalize('NFD');

describe('the name of a buyer', () => {
  it.each(['    ', '\u200b\u200b\u200b\u200b', '\u3164\u3164\u3164\u3164', '....', '\t\n ', 'Ana ', 'A  B'])(
    'is refused where it is %j',
    async (name) => {
      const { status, body } = await purchase({ name });

      expect({ status, details: body.details }).toEqual({
        status: 400,
        details: [{ field: 'name', message: 'Mínimo 3 caracteres. Escreva nome e sobrenome' }],
      });
    },
  );

  it.each([
    ['\tAna  Maria ', 'Ana Maria'],
    ['Ana D’Ávila', "Ana D'Ávila"],
    [nfd('João Aragão'), 'João Aragão'],
    [nfd(`${'é'.repeat(25)} Lima`), `${'é'.repeat(25)} Lima`],
  ])('is stored from %j as %j', async (typed, name) => {
    const { status, body } = await purchase({ name: typed });

    expect(status).toBe(200);
    const [sale] = await inspector.rows(
      'SELECT s.buyer_name FROM sale s JOIN payment p ON p.sale_id = s.id WHERE p.public_id = $1',
      [body.paymentId],
    );
    expect(sale).toEqual({ buyer_name: name });
  });
});

describe('the phone of a buyer', () => {
  it.each(['1188887777', '1198887777', '+12125551234', '12125551234', '20988887777', '119888877770'])(
    'is refused where it is %s',
    async (phone) => {
      const { status, body } = await purchase({ phone });

      expect(status).toBe(400);
      expect(body.details).toEqual([{ field: 'phone', message: expect.stringContaining('Telefone inválido') }]);
    },
  );

  it.each(['1132227777', '91988887777'])('may be %s', async (phone) => {
    expect((await purchase({ phone })).status).toBe(200);
  });
});

it('stores an address without doubled and invisible blanks, and takes one of nothing for missing', async () => {
  const typed = { ...BUYER_ADDRESS, street: `  ${nfd('Avenida  São')}\u200b João `, city: ' São\tPaulo' };
  const { body } = await purchase(typed);

  const [sale] = await inspector.rows(
    'SELECT s.address FROM sale s JOIN payment p ON p.sale_id = s.id WHERE p.public_id = $1',
    [body.paymentId],
  );
  expect(sale).toMatchObject({ address: { street: 'Avenida São João', city: 'São Paulo' } });
});

describe('a search', () => {
  const search = async (name: string, words: string) =>
    (
      await node.app.inject({ url: `/api/${name}?${new URLSearchParams({ search: words })}`, headers: admin.headers })
    ).json();

  // As it was before it composed what it folds.
  const OLD_FOLDING = `CREATE OR REPLACE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN lower(translate(value, 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn'))`;

  it.each([
    ['a name that was stored with accents apart', nfd('Conceição'), 'Conceição'],
    ['a name that was stored and is typed with accents apart', nfd('Conceição'), nfd('conceição')],
    ['a name that is typed with accents apart', 'Conceição', nfd('Conceição')],
    ['a name that is typed without accents', 'Conceição', 'conceicao'],
  ])('finds %s', async (_, stored, typed) => {
    const id = newId();
    const [{ folding }] = (await inspector.rows<{ folding: string }>(
      `SELECT pg_get_functiondef('fold_text'::regproc) AS folding`,
    )) as [{ folding: string }];
    await inspector.rows(OLD_FOLDING);
    await inspector.rows(`INSERT INTO person (platform_id, id, name, email) VALUES ($1, $2, $3, $4)`, [
      world.platformId,
      id,
      `Rita ${stored}`,
      `${id}@example.com`,
    ]);
    await inspector.rows(folding);
    await inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [
      world.platformId,
      id,
    ]);

    const { people } = await search('people.listUsers', typed);

    expect(people.map((user: { id: string }) => user.id)).toContain(id);
  });

  it('finds the sale of a buyer whose name is typed with accents apart', async () => {
    const { body } = await purchase({ name: 'Inácio Araújo' });

    for (const words of [nfd('Inácio Araújo'), 'inacio araujo', 'Inácio'])
      expect((await search('sales.listPlatformSales', words)).sales).toMatchObject([{ paymentId: body.paymentId }]);
  });
});
