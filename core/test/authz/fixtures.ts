/** The platforms of the matrix: rows that a caller may name, own ones, those of others beside, and those of other platforms. */
import { createHash, randomBytes } from 'node:crypto';
import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import { hashPassword } from '../../src/modules/session/passwords.ts';
import { newId } from '../../src/shared/ids.ts';
import { buildNode, type TestNode } from '../build.ts';
import type { Inspector } from '../inspect.ts';
import { PASSWORD } from '../people.ts';
import { FOREIGN_HOST, OPERATED_HOST, openTenants, type Tenants } from '../tenants.ts';
import type { World } from '../world.ts';
import { addNotification, addPerson, addSession, type FindCallers, openCallers } from './callers.ts';
import { writeShells } from './shells.ts';
import { keepState, type State } from './state.ts';

/** What somebody may name on one platform. */
export interface Side {
  platformId: string;
  personId: string;
  managerId: string;
  adminId: string;
  sessionId: string;
  notificationId: string;
  offerId: string;
  bumpId: string;
  deliveryOptionId: string;
  cartId: string;
  /** Public id. */
  paymentId: string;
  connectionId: string;
  transactionId: string;
  webhookToken: string;
  /** One that is not the platform's last. */
  host: string;
  claim: string;
}

export const PURPOSES = ['REGISTER', 'INVITE', 'RECOVER', 'MAGIC_LINK', 'CHANGE_EMAIL'] as const;
/** One open link of each purpose. */
type Tokens = Record<(typeof PURPOSES)[number], string>;

export interface Fixtures {
  node: TestNode;
  inspector: Inspector;
  state: State;
  findCallers: FindCallers;
  /** Of another person on the own platform. */
  other: Side;
  foreign: Side;
  operated: Side;
  tokens: Record<'here' | 'foreign' | 'operated', Tokens>;
  mails: Record<'here' | 'foreign' | 'operated', string>;
  /** What the other person's browser sends. */
  strangerHeaders: Record<string, string>;
  /** A master of the own platform who is not the caller. */
  masterId: string;
  passwordHash: string;
  /** Ids and e-mails that no answer may hold: of the other platform, of the operated one, of strangers on the own one. */
  secrets: { foreign: Set<string>; operated: Set<string>; strangers: Set<string> };
  close(): Promise<void>;
}

export async function openFixtures(): Promise<Fixtures> {
  const tenants = await openTenants();
  const { market, own } = tenants;
  const { inspector } = market;
  const shells = await writeShells();
  // Sweeps would write between two looks at the database.
  await market.node.app.close();
  const node = await buildNode({
    databaseUrl: market.node.databaseUrl,
    // Nobody looks anything up outside of this machine.
    env: {
      ZIP_LOOKUP_URL: 'http://127.0.0.1:9',
      SHELLS_DIRECTORY: shells.directory,
      MEDIA_DIRECTORY: shells.directory,
      MAILBOX: 'on',
    },
    findTexts: async () => [],
  });
  await inspector.rows('DELETE FROM recovery_code WHERE person_id = $1', [own.sellerId]);
  await inspector.rows('DELETE FROM second_factor WHERE person_id = $1', [own.sellerId]);
  const passwordHash = await hashPassword(PASSWORD);
  const stranger = await addStranger(inspector, own);
  const other = await readSide(inspector, own, { person: stranger, host: 'second.example.com' });
  const foreign = await readSide(inspector, tenants.foreign, { host: FOREIGN_HOST, second: 'second.foreign.example' });
  const operated = await readSide(inspector, tenants.operated, {
    host: OPERATED_HOST,
    second: 'second.operated.example',
  });
  const findCallers = await openCallers({
    inspector,
    platformId: own.platformId,
    foreignPlatformId: foreign.platformId,
    sellerId: own.sellerId,
    buyerEmail: 'joao@example.com',
    passwordHash,
  });
  const master = await addPerson(inspector, own.platformId, 'other-master@example.com', ['master']);
  const tokens = {
    here: await addTokens(inspector, other, passwordHash),
    foreign: await addTokens(inspector, foreign, passwordHash),
    operated: await addTokens(inspector, operated, passwordHash),
  };
  const mailOf = async ({ platformId }: Side) =>
    (await inspector.rows<{ id: string }>('SELECT id FROM mail WHERE platform_id = $1 LIMIT 1', [platformId]))[0]?.id ??
    '';
  const mails = { here: await mailOf(other), foreign: await mailOf(foreign), operated: await mailOf(operated) };
  const stranded = await addSession(inspector, own.platformId, stranger);
  return {
    node,
    inspector,
    strangerHeaders: { host: 'localhost', ...stranded.headers },
    tokens,
    mails,
    state: await keepState(inspector),
    findCallers,
    other,
    foreign,
    operated,
    masterId: master.id,
    passwordHash,
    secrets: {
      foreign: await readSecrets(inspector, foreign.platformId, own.platformId),
      operated: await readSecrets(inspector, operated.platformId, own.platformId),
      strangers: await readStranger(inspector, own.platformId, other),
    },
    async close() {
      await node.close();
      await closeTenants(tenants);
      await shells.delete();
    },
  };
}

const closeTenants = ({ market }: Tenants) => market.close();

/** Copies a row with other values; columns that the database computes are left to it. */
async function copyRow(
  inspector: Inspector,
  table: string,
  id: string,
  changes: Record<string, unknown>,
  key = 'id',
): Promise<void> {
  const columns = await inspector.rows<{ name: string }>(
    `SELECT quote_ident(column_name) AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
    [table],
  );
  const names = columns.map(({ name }) => name).join(', ');
  await inspector.rows(
    `INSERT INTO ${table} (${names}) SELECT ${names} FROM (
       SELECT (jsonb_populate_record(r, $2::jsonb)).* FROM ${table} r WHERE ${key} = $1) AS copied`,
    [id, JSON.stringify(changes)],
  );
}

/** A seller with an offer and a sale, so that whoever lists sales could list those. Answers the person's id. */
async function addStranger(inspector: Inspector, { platformId, sellerId, productId, offerId }: World): Promise<string> {
  const { id } = await addPerson(inspector, platformId, 'stranger@example.com', [
    'seller',
    'affiliate',
    'co-producer',
    'customer',
  ]);
  await inspector.rows(`UPDATE person SET document = '52998224725', phone = '11987650000' WHERE id = $1`, [id]);
  const [sale] = await inspector.rows<{ id: string; payment: string }>(
    'SELECT s.id, p.id AS payment FROM sale s JOIN payment p ON p.sale_id = s.id WHERE s.seller_id = $1 LIMIT 1',
    [sellerId],
  );
  const [product, offer, sold, payment] = [newId(), newId(), newId(), newId()];
  await copyRow(inspector, 'product', productId, { id: product, seller_id: id, type_product: 'FISICO' });
  await copyRow(inspector, 'offer', offerId, { id: offer, product_id: product });
  const buyer = { buyer_email: 'stranger-buyer@example.com', buyer_name: 'Comprador Estranho' };
  await copyRow(inspector, 'sale', sale?.id as string, { id: sold, offer_id: offer, seller_id: id, ...buyer });
  const publicId = 'strangerstrangerstrang';
  await copyRow(inspector, 'sale_item', sale?.id as string, { sale_id: sold }, 'sale_id');
  await copyRow(inspector, 'payment', sale?.payment as string, { id: payment, sale_id: sold, public_id: publicId });
  return id;
}

interface SideOptions {
  /** Whose rows are named; the platform's first seller unless told. */
  person?: string;
  host: string;
  second?: string;
}

async function readSide(inspector: Inspector, world: World, { person, host, second }: SideOptions): Promise<Side> {
  const { platformId } = world;
  const personId = person ?? world.sellerId;
  const name = (what: string) => `${what}@${second ?? 'side.example.com'}`;
  if (!person)
    await inspector.rows(`UPDATE person SET email = $2, name = 'Pessoa de fora' WHERE id = $1`, [
      personId,
      name('seller'),
    ]);
  const manager = await addPerson(inspector, platformId, name('manager'), ['manager']);
  const admin = await addPerson(inspector, platformId, name('admin'), ['admin'], {
    permissions: ADMIN_PERMISSIONS.slice(0, 2),
  });
  const first = async (sql: string, values: unknown[] = [platformId]) =>
    Object.values((await inspector.rows<Record<string, string>>(sql, values))[0] ?? {})[0] as string;
  const isNamed = second ?? host;
  await inspector.rows('INSERT INTO platform_domain (host, platform_id) VALUES ($1, $2)', [isNamed, platformId]);
  const claim = `claim.${isNamed}`;
  await inspector.rows(`INSERT INTO domain_claim (platform_id, host, token) VALUES ($1, $2, 'token')`, [
    platformId,
    claim,
  ]);
  const offerOf =
    'SELECT o.id FROM offer o JOIN product p ON p.id = o.product_id WHERE p.seller_id = $1 ORDER BY o.id LIMIT 1';
  const offerId = person ? await first(offerOf, [person]) : world.offerId;
  return {
    platformId,
    personId,
    managerId: manager.id,
    adminId: admin.id,
    sessionId: (await addSession(inspector, platformId, personId)).id,
    notificationId: await addNotification(inspector, platformId, personId),
    offerId,
    bumpId: world.bumpId,
    deliveryOptionId: await first('SELECT id FROM delivery_option WHERE platform_id = $1'),
    cartId: await first('SELECT id FROM abandoned_cart WHERE platform_id = $1'),
    paymentId: await first(
      'SELECT p.public_id FROM payment p JOIN sale s ON s.id = p.sale_id WHERE s.seller_id = $1 LIMIT 1',
      [personId],
    ),
    connectionId: await first('SELECT id FROM provider_connection WHERE platform_id = $1'),
    transactionId: await first(
      'SELECT transaction_id FROM payment_attempt WHERE platform_id = $1 AND transaction_id IS NOT NULL LIMIT 1',
    ),
    webhookToken: await first('SELECT token FROM webhook_endpoint WHERE platform_id = $1'),
    host: isNamed,
    claim,
  };
}

async function addTokens(
  inspector: Inspector,
  { platformId, personId, host }: Side,
  passwordHash: string,
): Promise<Tokens> {
  const [{ email } = { email: '' }] = await inspector.rows<{ email: string }>(
    'SELECT email FROM person WHERE id = $1',
    [personId],
  );
  const tokens = {} as Tokens;
  const payloads: Partial<Record<keyof Tokens, object>> = {
    REGISTER: { name: 'Nova Pessoa', phone: null, locale: 'pt-BR', passwordHash },
    CHANGE_EMAIL: { former: email },
  };
  for (const purpose of PURPOSES) {
    const token = randomBytes(32).toString('base64url');
    tokens[purpose] = token;
    const payload = payloads[purpose] ?? {};
    await inspector.rows(
      `INSERT INTO one_time_token (platform_id, id, purpose, token_hash, email, person_id, payload, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, now() + interval '1 hour')`,
      [
        platformId,
        newId(),
        purpose,
        createHash('sha256').update(token).digest(),
        purpose === 'REGISTER' || purpose === 'CHANGE_EMAIL' ? `${purpose.toLowerCase()}@${host}` : email,
        purpose === 'REGISTER' ? null : personId,
        JSON.stringify(payload),
      ],
    );
  }
  return tokens;
}

/** Every id and e-mail of a platform, but for those that the own one has as well: people may be known to several. */
async function readSecrets(inspector: Inspector, platformId: string, own: string): Promise<Set<string>> {
  const columns = await inspector.rows<{ table: string; name: string }>(
    `SELECT c.table_name::text AS table, c.column_name::text AS name FROM information_schema.columns c
     JOIN information_schema.columns t ON t.table_schema = c.table_schema AND t.table_name = c.table_name AND t.column_name = 'platform_id'
     WHERE c.table_schema = 'public' AND (c.data_type = 'uuid' OR c.column_name IN ('public_id', 'email', 'buyer_email'))`,
  );
  const of = (parameter: string) =>
    columns
      .map(
        ({ table, name }) =>
          `SELECT ${name}::text AS value FROM ${table} WHERE platform_id = ${parameter} AND ${name} IS NOT NULL`,
      )
      .join(' UNION ');
  const rows = await inspector.rows<{ value: string }>(`(${of('$1')}) EXCEPT (${of('$2')})`, [platformId, own]);
  return new Set(rows.map(({ value }) => value));
}

async function readStranger(inspector: Inspector, platformId: string, other: Side): Promise<Set<string>> {
  const rows = await inspector.rows<{ value: string }>(
    `SELECT id::text AS value FROM session WHERE person_id = $2 UNION SELECT id::text FROM notification WHERE person_id = $2
     UNION SELECT id::text FROM sale WHERE seller_id = $2 UNION SELECT p.id::text FROM payment p JOIN sale s ON s.id = p.sale_id WHERE s.seller_id = $2
     UNION SELECT id::text FROM product WHERE seller_id = $2
     UNION SELECT o.id::text FROM offer o JOIN product p ON p.id = o.product_id WHERE p.seller_id = $2
     UNION SELECT email FROM person WHERE platform_id = $1 AND id = ANY($3) UNION SELECT '52998224725' UNION SELECT '11987650000'
     UNION SELECT 'stranger-buyer@example.com'`,
    [platformId, other.personId, [other.personId, other.managerId, other.adminId]],
  );
  return new Set([
    ...rows.map(({ value }) => value),
    other.personId,
    other.managerId,
    other.adminId,
    other.paymentId,
    other.claim,
  ]);
}
