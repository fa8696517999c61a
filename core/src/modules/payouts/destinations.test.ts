import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { readMails } from '../../../test/mails.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { CPF, createWorld, type World } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';

interface Destination {
  id: string;
  pixType: string | null;
  label: string;
  status: string;
  usableAt: string;
  createdAt: string;
  reason: string | null;
}

const COOLING_HOURS = 36;
const CNPJ = '11222333000181';
const ACCOUNT = {
  bankCode: '341',
  branchNumber: '0001',
  accountNumber: '0012345',
  accountDigit: 'x',
  accountType: 'CHECKING',
};

let node: TestNode;
let inspector: Inspector;
let world: World;
let other: World;
let admin: Staff;
let foreignAdmin: Staff;

beforeAll(async () => {
  node = await buildNode();
  inspector = await openInspector(node.databaseUrl);
  const withdrawals = { fee: 0, minimum: 0, automaticUpTo: 0, secondApprovalAbove: 0, coolingHours: COOLING_HOURS };
  world = await createWorld(node.app, { settings: { withdrawals } });
  other = await createWorld(node.app, { host: 'other.example.com' });
  const permissions = ['isValidateBankAccountsAvailable'] as const;
  admin = await openStaff(node.app, world.platformId, { roles: ['admin'], permissions });
  foreignAdmin = await openStaff(node.app, other.platformId, {
    roles: ['admin'],
    permissions,
    host: 'other.example.com',
  });
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

async function openSeller(document: string | null = CPF, name = 'Vera Vendedora'): Promise<Staff> {
  const seller = await openStaff(node.app, world.platformId, { roles: ['seller'], name });
  await inspector.rows('UPDATE person SET document = $2 WHERE id = $1', [seller.id, document]);
  return seller;
}

const call = async ({ headers }: Staff, name: string, payload: object) => {
  const answer = await node.app.inject({ method: 'POST', url: `/api/payouts.${name}`, headers, payload });
  return answer.json();
};
const ask = async ({ headers }: Staff, name: string, query: Record<string, string> = {}) =>
  (await node.app.inject({ url: `/api/payouts.${name}?${new URLSearchParams(query)}`, headers })).json();
const addKey = (seller: Staff, pixKey: string) => call(seller, 'addPixKey', { pixKey });
const addAccount = (seller: Staff, change: object = {}) => call(seller, 'addBankAccount', { ...ACCOUNT, ...change });
const listOf = async (seller: Staff): Promise<Destination[]> =>
  (await ask(seller, 'listDestinations')).destinations as Destination[];
const storedOf = (seller: Staff) =>
  inspector.rows<{ pix_type: string; pix_key: string }>(
    'SELECT pix_type, pix_key FROM payout_destination WHERE person_id = $1 ORDER BY created_at, id',
    [seller.id],
  );
const toldOf = (seller: Staff) =>
  inspector.rows<{ type: string; parameters: Record<string, string> }>(
    'SELECT type, parameters FROM notification WHERE person_id = $1 ORDER BY created_at, id',
    [seller.id],
  );
const recordedOf = (seller: Staff) =>
  inspector.rows<{ type: string; actor_id: string; details: Record<string, string> }>(
    'SELECT type, actor_id, details FROM audit_event WHERE subject_id = $1 ORDER BY created_at, id',
    [seller.id],
  );

describe('payouts.addPixKey', () => {
  it('tells the type by the form and keeps the key as the directory has it', async () => {
    const seller = await openSeller();
    const random = '123E4567-E89B-42D3-A456-426655440000';
    for (const key of ['529.982.247-25', ' Vera@Example.COM ', '(11) 98765-4321', '+5521987654322', random])
      expect((await addKey(seller, key)).code, key).toBeUndefined();

    expect(await storedOf(seller)).toEqual([
      { pix_type: 'CPF', pix_key: CPF },
      { pix_type: 'EMAIL', pix_key: 'vera@example.com' },
      { pix_type: 'PHONE', pix_key: '+5511987654321' },
      { pix_type: 'PHONE', pix_key: '+5521987654322' },
      { pix_type: 'RANDOM', pix_key: random.toLowerCase() },
    ]);
  });

  it('refuses what is no key, and keys that were added already, however they are written', async () => {
    const seller = await openSeller();
    const phones = ['(11) 8888-7777', '+55 11 98765-432', '+1 212 555 1234', '+351 912 345 678', '+5500987654321'];
    for (const key of ['Vera', '0098765432', '52998224724', 'vera@', ...phones])
      expect(await addKey(seller, key), key).toMatchObject({
        code: 'PIX_KEY_INVALID',
        details: [{ field: 'pixKey' }],
      });
    expect((await addKey(seller, ' \u200b ')).code).toBe('VALIDATION_FAILED');
    expect((await addKey(seller, '11987654321')).code).toBeUndefined();
    expect((await addKey(seller, '+55 11 98765-4321')).code).toBe('DESTINATION_TAKEN');
    expect(await storedOf(seller)).toHaveLength(1);
  });

  it('takes what is written like a phone for one, and asks where eleven digits may be two things', async () => {
    // 11987654617 is both.
    const both = '11987654617';
    const seller = await openSeller(both);

    expect(await addKey(seller, both)).toMatchObject({ code: 'PIX_KEY_AMBIGUOUS', details: [{ field: 'pixType' }] });
    const typed = (pixType: string) => call(seller, 'addPixKey', { pixKey: both, pixType });
    expect((await typed('EMAIL')).code).toBe('PIX_KEY_INVALID');
    expect((await typed('CPF')).destination.pixType).toBe('CPF');
    expect((await typed('PHONE')).destination.pixType).toBe('PHONE');
    for (const written of ['(11) 98765-4617', '11 98765-4617', '+55 11 98765-4617', '11-98765-4617'])
      expect((await addKey(seller, written)).code, written).toBe('DESTINATION_TAKEN');
    expect((await addKey(seller, '119.876.546-17')).code).toBe('DESTINATION_TAKEN');
    expect(await storedOf(seller)).toEqual([
      { pix_type: 'CPF', pix_key: both },
      { pix_type: 'PHONE', pix_key: `+55${both}` },
    ]);
  });

  it('takes documents of the person alone, and none from whoever has told no document', async () => {
    const company = await openSeller('11.222.333/0001-81');
    expect(await addKey(company, CPF)).toMatchObject({ code: 'DESTINATION_FOREIGN', details: [{ field: 'pixKey' }] });
    expect((await addKey(company, CNPJ)).destination).toMatchObject({ pixType: 'CNPJ', label: '••.222.333/••••-••' });
    expect((await addKey(await openSeller(), CNPJ)).code).toBe('DESTINATION_FOREIGN');

    const nameless = await openSeller(null);
    expect((await addKey(nameless, 'vera@example.com')).code).toBe('DOCUMENT_REQUIRED');
    expect((await addAccount(nameless)).code).toBe('DOCUMENT_REQUIRED');
    expect(await storedOf(nameless)).toEqual([]);
    expect(await toldOf(nameless)).toEqual([]);
  });

  it('lets the key cool, tells the owner and the log, and shows the whole key nowhere', async () => {
    const seller = await openSeller();
    const keys = [CPF, 'vera.longa@example.com', '11987651111', '123e4567-e89b-42d3-a456-426655440000'];
    for (const key of keys) await addKey(seller, key);
    const destinations = (await listOf(seller)).reverse();

    expect(destinations.map(({ label }) => label)).toEqual([
      '•••.982.247-••',
      'v•••@example.com',
      '+55 ••• 1111',
      '••••-0000',
    ]);
    for (const { usableAt, createdAt, status } of destinations) {
      expect(status).toBe('ACTIVE');
      expect(Date.parse(usableAt) - Date.parse(createdAt)).toBe(COOLING_HOURS * 3_600_000);
    }
    const told = await toldOf(seller);
    const recorded = await recordedOf(seller);
    const mails = await readMails(node.app, inspector, world.platformId, seller.email);
    expect(mails.map(({ template }) => template)).toEqual(keys.map(() => 'payout-destination-added'));
    expect(mails.map(({ parameters }) => parameters)).toEqual(
      destinations.map(({ label, usableAt }) => ({
        name: 'Vera Vendedora',
        label,
        usableAt,
        link: 'http://localhost:3999/recover-password',
      })),
    );
    expect(told.map(({ type }) => type)).toEqual(keys.map(() => 'payout.destinationAdded'));
    expect(told.map(({ parameters }) => parameters.label)).toEqual(destinations.map(({ label }) => label));
    expect(recorded.map(({ details }) => details.destinationId)).toEqual(destinations.map(({ id }) => id));
    expect(recorded.every(({ type, actor_id }) => type === 'payout.destinationAdded' && actor_id === seller.id)).toBe(
      true,
    );
    const shown = JSON.stringify([
      destinations,
      told,
      recorded,
      await ask(admin, 'listBankAccounts', { limit: '100' }),
    ]);
    for (const key of keys) expect(shown.includes(key), key).toBe(false);
  });

  it('keeps ten at most, also when they come at once, and one of a key', async () => {
    const seller = await openSeller();
    const twice = await Promise.all([addKey(seller, 'um@example.com'), addKey(seller, 'UM@example.com')]);
    expect(twice.map(({ code }) => code ?? 'ok').sort()).toEqual(['DESTINATION_TAKEN', 'ok']);

    for (let index = 0; index < 6; index++) await addKey(seller, `chave${index}@example.com`);
    const many = await Promise.all(
      Array.from({ length: 6 }, (_, index) => addKey(seller, `outra${index}@example.com`)),
    );
    expect(many.filter(({ code }) => code === 'DESTINATION_LIMIT')).toHaveLength(3);
    expect(await listOf(seller)).toHaveLength(10);
    expect((await addAccount(seller)).code).toBe('DESTINATION_LIMIT');
  });
});

describe('payouts.removeDestination', () => {
  it('removes the own ones alone, once, and makes room for the same key', async () => {
    const seller = await openSeller();
    const thief = await openSeller();
    const { destination } = await addKey(seller, CPF);
    const wanted = { destinationId: destination.id };

    expect(await listOf(thief)).toEqual([]);
    expect((await call(thief, 'removeDestination', wanted)).code).toBe('DESTINATION_NOT_FOUND');
    expect((await call(seller, 'removeDestination', { destinationId: newId() })).code).toBe('DESTINATION_NOT_FOUND');
    expect(await listOf(seller)).toHaveLength(1);

    const answers = await Promise.all([1, 2].map(() => call(seller, 'removeDestination', wanted)));
    expect(answers.map(({ code }) => code ?? 'ok').sort()).toEqual(['DESTINATION_NOT_FOUND', 'ok']);
    expect(await listOf(seller)).toEqual([]);
    expect((await recordedOf(seller)).map(({ type }) => type)).toEqual([
      'payout.destinationAdded',
      'payout.destinationRemoved',
    ]);
    // It cools anew: a person who removes and adds it gains nothing.
    const again = (await addKey(seller, CPF)).destination;
    expect(again.id).not.toBe(destination.id);
    expect(Date.parse(again.usableAt) - Date.parse(again.createdAt)).toBe(COOLING_HOURS * 3_600_000);
  });
});

describe('bank accounts', () => {
  it('wait for somebody of the platform, and are of banks that are known', async () => {
    const seller = await openSeller();
    expect(await addAccount(seller, { bankCode: '999' })).toMatchObject({
      code: 'BANK_UNKNOWN',
      details: [{ field: 'bankCode' }],
    });
    expect((await addAccount(seller)).destination).toMatchObject({
      kind: 'BANK_ACCOUNT',
      pixType: null,
      bankCode: '341',
      label: '341 · 0001 · •••45-X',
      holderName: 'Vera Vendedora',
      status: 'WAITING',
    });
    expect((await addAccount(seller, { branchNumber: '1', accountNumber: '12345' })).code).toBe('DESTINATION_TAKEN');
    expect((await addAccount(seller, { accountType: 'SAVINGS' })).destination.status).toBe('WAITING');
  });

  it('are confirmed or refused once, by one of two who decide at the same time', async () => {
    const seller = await openSeller();
    const { destination } = await addAccount(seller);
    const answers = await Promise.all([
      call(admin, 'decideBankAccount', { destinationId: destination.id, decision: 'CONFIRM' }),
      call(admin, 'decideBankAccount', { destinationId: destination.id, decision: 'REFUSE', reason: 'Outra pessoa.' }),
    ]);
    expect(answers.map(({ code }) => code ?? 'ok').sort()).toEqual(['DESTINATION_DECIDED', 'ok']);
    const isConfirmed = answers[0]?.code === undefined;
    expect(await listOf(seller)).toMatchObject([
      isConfirmed ? { status: 'ACTIVE', reason: null } : { status: 'REFUSED', reason: 'Outra pessoa.' },
    ]);
    expect((await toldOf(seller)).map(({ type }) => type)).toEqual([
      'payout.destinationAdded',
      'payout.destinationDecided',
    ]);
    expect((await recordedOf(seller)).slice(1)).toMatchObject([
      {
        type: isConfirmed ? 'payout.destinationConfirmed' : 'payout.destinationRefused',
        actor_id: admin.id,
        details: { label: '341 · 0001 · •••45-X' },
      },
    ]);
  });

  it('are confirmed by somebody else than their owner', async () => {
    const seller = await openSeller();
    await inspector.rows(
      `INSERT INTO role_grant (platform_id, person_id, role, permissions) VALUES ($1, $2, 'admin', '{isValidateBankAccountsAvailable}')`,
      [world.platformId, seller.id],
    );
    const { destination } = await addAccount(seller);
    const decide = (by: Staff) => call(by, 'decideBankAccount', { destinationId: destination.id, decision: 'CONFIRM' });

    expect((await decide(seller)).code).toBe('DESTINATION_OWN');
    expect(await listOf(seller)).toMatchObject([{ status: 'WAITING' }]);
    expect((await decide(admin)).code).toBeUndefined();
  });

  it('are refused with a reason, and are nobody else’s to decide', async () => {
    const seller = await openSeller();
    const { destination } = await addAccount(seller);
    const decide = (by: Staff, change: object = {}) =>
      call(by, 'decideBankAccount', { destinationId: destination.id, decision: 'REFUSE', ...change });

    expect(await decide(admin, { reason: '  ' })).toMatchObject({
      code: 'REASON_REQUIRED',
      details: [{ field: 'reason' }],
    });
    expect((await decide(seller, { reason: 'Minha.' })).code).toBe('ACCESS_DENIED');
    expect((await decide(foreignAdmin, { reason: 'De fora.' })).code).toBe('DESTINATION_NOT_FOUND');
    expect(await listOf(seller)).toMatchObject([{ status: 'WAITING' }]);
    expect((await decide(admin, { reason: ' Titular diferente. ' })).code).toBeUndefined();
    expect(await listOf(seller)).toMatchObject([{ status: 'REFUSED', reason: 'Titular diferente.' }]);

    const { destination: key } = await addKey(seller, CPF);
    const onKey = await call(admin, 'decideBankAccount', { destinationId: key.id, decision: 'CONFIRM' });
    expect(onKey.code).toBe('DESTINATION_DECIDED');
    await call(seller, 'removeDestination', { destinationId: destination.id });
    expect((await decide(admin, { reason: 'De novo.' })).code).toBe('DESTINATION_NOT_FOUND');
  });
});

describe('payouts.listBankAccounts', () => {
  it('shows those that wait first, page by page, found by the person, and tells whose document changed', async () => {
    const seller = await openSeller(CPF, 'Zuleica Única');
    for (const index of [1, 2, 3]) await addAccount(seller, { accountNumber: `77${index}000` });
    for (const index of [1, 2]) await addKey(seller, `zuleica${index}@example.com`);
    const seen: (Destination & { person: { id: string }; isOwnDocument: boolean })[] = [];
    let after: string | null = null;
    do {
      const query: Record<string, string> = { search: 'UNICA', limit: '2', ...(after && { after }) };
      const page = await ask(admin, 'listBankAccounts', query);
      seen.push(...page.items);
      after = page.next;
    } while (after && seen.length < 20);

    expect(seen.map(({ status }) => status)).toEqual(['WAITING', 'WAITING', 'WAITING', 'ACTIVE', 'ACTIVE']);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(5);
    expect(seen.every(({ person, isOwnDocument }) => person.id === seller.id && isOwnDocument)).toBe(true);
    expect((await ask(admin, 'listBankAccounts', { search: 'unica', status: 'ACTIVE' })).items).toHaveLength(2);
    expect((await ask(foreignAdmin, 'listBankAccounts')).items).toEqual([]);
    expect(await ask(admin, 'listBankAccounts', { after: 'x' })).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'after' }],
    });

    await inspector.rows('UPDATE person SET document = $2 WHERE id = $1', [seller.id, CNPJ]);
    const [changed] = (await ask(admin, 'listBankAccounts', { search: 'unica', limit: '1' })).items;
    expect(changed.isOwnDocument).toBe(false);
  });
});
