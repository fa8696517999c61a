/** Builds the platforms of the matrix: own rows, rows of strangers beside them, and rows of other platforms. */
import { createHash, randomBytes } from 'node:crypto';
import { newId } from '../../src/shared/ids.ts';
import { buildNode, type TestNode } from '../build.ts';
import type { Inspector } from '../inspect.ts';
import { hashLightly, PASSWORD } from '../people.ts';
import { FOREIGN_HOST, OPERATED_HOST, openTenants, type Tenants } from '../tenants.ts';
import { addPerson, addSession, type FindCallers, openCallers } from './callers.ts';
import { readSecrets, readStranger } from './secrets.ts';
import { writeShells } from './shells.ts';
import { addRequest, addStranger, findPaymentOf, findSaleOf, readSide, type Side } from './sides.ts';
import { keepState, type State } from './state.ts';

export const METRICS_TOKEN = 'metrics-token-of-the-tests';

const PURPOSES = ['REGISTER', 'INVITE', 'RECOVER', 'MAGIC_LINK', 'CHANGE_EMAIL', 'REFUND'] as const;
/** One open link of each purpose. */
type Tokens = Record<(typeof PURPOSES)[number], string>;

export interface Fixtures {
  node: TestNode;
  inspector: Inspector;
  state: State;
  findCallers: FindCallers;
  /** Rows of another person on the own platform. */
  other: Side;
  foreign: Side;
  operated: Side;
  tokens: Record<'here' | 'foreign' | 'operated', Tokens>;
  mails: Record<'here' | 'foreign' | 'operated', string>;
  /** The headers that the other person's browser sends. */
  strangerHeaders: Record<string, string>;
  /** A sale of the calling seller: its payment's public id, its buyer's request, and its own id. */
  ownSale: { paymentId: string; requestId: string; saleId: string };
  /** A master of the own platform who is not the caller. */
  masterId: string;
  passwordHash: string;
  /** Ids and e-mails that no response may hold: of the foreign platform, of the operated one, and of strangers on the own one. */
  secrets: { foreign: Set<string>; operated: Set<string>; strangers: Set<string> };
  close(): Promise<void>;
}

export async function openFixtures(): Promise<Fixtures> {
  const tenants = await openTenants();
  const { market, own } = tenants;
  const { inspector } = market;
  const shells = await writeShells();
  // Sweeps would write while the database is compared.
  await market.node.app.close();
  const node = await buildNode({
    databaseUrl: market.node.databaseUrl,
    // No look-up leaves this machine.
    env: {
      ZIP_LOOKUP_URL: 'http://127.0.0.1:9',
      SHELLS_DIRECTORY: shells.directory,
      MEDIA_DIRECTORY: shells.directory,
      MAILBOX: 'on',
      METRICS_TOKEN,
    },
    findTexts: async () => [],
  });
  await inspector.rows('DELETE FROM recovery_code WHERE person_id = $1', [own.sellerId]);
  await inspector.rows('DELETE FROM second_factor WHERE person_id = $1', [own.sellerId]);
  const passwordHash = await hashLightly(PASSWORD);
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
    productId: own.productId,
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
  const ownSale = {
    paymentId: await findPaymentOf(inspector, own.sellerId),
    requestId: await addRequest(inspector, own.sellerId),
    saleId: await findSaleOf(inspector, own.sellerId),
  };
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
    ownSale,
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
