/** Runs the code of the client's README against a node: from a key to a sale that is paid, delivered, heard of and refunded. */
import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { createClient, type FeiraError, listen, readEvent } from '@feira/client';
import { scopesOf } from '@feira/schemas/api';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isCurrent } from '../../tools/src/client/write-calls.ts';
import { checkPayment } from '../src/modules/payments/service.ts';
import { buildNode, type TestNode } from './build.ts';
import { openStaff } from './staff.ts';
import { buy, connect, createWorld, pixPurchase, type World } from './world.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

let node: TestNode;
let world: World;
let url: string;
let key: string;
let directory: string;

beforeAll(async () => {
  node = await buildNode();
  world = await createWorld(node.app);
  await connect(node.app, world);
  url = await node.app.listen({ port: 0, host: '127.0.0.1' });
  const { headers } = await openStaff(node.app, world.platformId, { roles: ['seller'] });
  const made = await node.app.inject({
    method: 'POST',
    url: '/api/apiKeys.createKey',
    headers,
    payload: {
      name: 'Loja',
      kind: 'SELLER',
      scopes: scopesOf('SELLER'),
      networks: [],
      version: '2026-11-30',
      days: null,
    },
  });
  key = made.json().token;
  // Below the project, so that Node finds the client.
  mkdirSync(path.join(ROOT, '.cache'), { recursive: true });
  directory = mkdtempSync(path.join(ROOT, '.cache/client-'));
});
afterAll(async () => {
  await node?.close();
  if (directory) rmSync(directory, { recursive: true });
});

const COUPON = {
  discount: { basisPoints: 1_000 },
  maxUses: null,
  maxUsesPerBuyer: null,
  cycles: null,
  startsAt: null,
  endsAt: null,
  offerIds: [],
  productIds: [],
  isActive: true,
};

/** The blocks of code of the README, in their order. */
const BLOCKS = [...readFileSync(path.join(ROOT, 'client/README.md'), 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(
  ([, code]) => code as string,
);

async function runCode(code: string, env: Record<string, string>): Promise<string> {
  const file = path.join(directory, 'code.ts');
  writeFileSync(file, code);
  const { stdout } = await run(process.execPath, [file], {
    cwd: directory,
    env: { ...process.env, FEIRA_URL: url, FEIRA_KEY: key, ...env },
  });
  return stdout;
}

describe('the README of the client', () => {
  it('goes from a key to a sale that is paid, delivered and refunded, and hears of each', async () => {
    const heard = new Set<string>();
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    await new Promise<void>((resolve, reject) => {
      const hear = async () => {
        for await (const { type } of listen({ url, key }, { signal: stop.signal, onOpen: resolve })) heard.add(type);
      };
      hear().catch(reject);
    });
    const [sell = '', , , refund = ''] = BLOCKS;
    const printed = await runCode(sell, {});
    const [, offerId = ''] = /\/checkout\/([0-9a-f-]{36})/.exec(printed) ?? [];

    const bought = (await buy(node.app, { ...pixPurchase(world), offerId, email: 'joana@example.com' })).json();
    const simulator = await node.app.simulators.get((await findConnection()) as string);
    const client = createClient({ url, key });
    expect((await client.sales.list({})).items).toMatchObject([{ buyerEmail: 'joana@example.com', status: 'PENDING' }]);
    const { transactionId, paymentId } = (await findAttempt(bought.paymentId))!;
    await simulator!.simulator!.pay(transactionId, { amount: 9_990 });
    await checkPayment(node.app, world.platformId, paymentId);
    await expect.poll(async () => (await client.sales.list({})).items[0]?.status).toBe('APPROVED');
    const [sale] = (await client.sales.list({})).items;
    await expect
      .poll(async () => JSON.stringify(await client.sales.access.retrieve({ saleId: sale!.id })))
      .toContain('The course');

    await runCode(sell.slice(0, sell.indexOf('const { productId }')) + refund, { BUYER: 'joana@example.com' });
    await expect.poll(async () => (await client.refunds.list({})).items).toMatchObject([{ amount: 5_000 }]);
    const told = [
      'product.created',
      'product.updated',
      'pix.created',
      'sale.approved',
      'access.granted',
      'refund.succeeded',
    ];
    await expect.poll(() => told.filter((type) => !heard.has(type))).toEqual([]);
    // The list of events has each that was heard.
    const listed = new Set<string>();
    for await (const { type } of client.events.list({ limit: 100 })) listed.add(type);
    expect([...heard].filter((type) => !listed.has(type))).toEqual([]);
  });

  async function findConnection() {
    const found = await node.app.database.find<{ id: string }>(world.platformId, {
      text: 'SELECT id FROM provider_connection WHERE platform_id = $1 LIMIT 1',
      values: [world.platformId],
    });
    return found?.id;
  }
  const findAttempt = (publicId: string) =>
    node.app.database.find<{ transactionId: string; paymentId: string }>(world.platformId, {
      text: `SELECT a.transaction_id, a.payment_id FROM payment_attempt a JOIN payment p ON p.platform_id = a.platform_id AND p.id = a.payment_id
        WHERE p.platform_id = $1 AND p.public_id = $2`,
      values: [world.platformId, publicId],
    });

  it('has types that fit, as the compiler sees them', async () => {
    const [sell = '', hear = '', watch = '', refund = ''] = BLOCKS;
    const [head = ''] = sell.split('const { productId }');
    const files = { 'sell.ts': sell, 'hear.ts': hear, 'watch.ts': watch, 'refund.ts': head + refund };
    for (const [name, code] of Object.entries(files)) writeFileSync(path.join(directory, name), code);
    const compiler = path.join(ROOT, 'node_modules/.bin/tsc');
    const options = [
      '--noEmit',
      '--strict',
      '--ignoreConfig',
      '--target',
      'es2024',
      '--module',
      'preserve',
      '--moduleResolution',
      'bundler',
    ];
    const more = ['--allowImportingTsExtensions', '--skipLibCheck', '--types', 'node'];
    const names = Object.keys(files).map((name) => path.join(directory, name));
    await run(compiler, [...options, ...more, ...names], { cwd: ROOT }).catch((error) => {
      throw new Error(error.stdout);
    });
  });
});

describe('the client', () => {
  it('has the calls that are declared; otherwise `node tools/src/client/write-calls.ts` writes them anew', async () => {
    expect(await isCurrent()).toBe(true);
  });

  it('walks through every page of a list', async () => {
    const client = createClient({ url, key });
    for (let number = 0; number < 5; number++) await client.coupons.create({ ...COUPON, code: `CUPOM${number}` });
    const codes: string[] = [];
    for await (const { code } of client.coupons.list({ limit: 2 })) codes.push(code);
    expect(codes.sort()).toEqual(['CUPOM0', 'CUPOM1', 'CUPOM2', 'CUPOM3', 'CUPOM4']);
  });

  it('tells what is wrong with an input, in the language that was chosen', async () => {
    const client = createClient({ url, key, locale: 'en' });
    const refused = client.products.create({ name: '', typeProduct: 'DIGITAL', category: 'GASTRONOMY' });
    await expect(refused).rejects.toMatchObject({
      name: 'FeiraError',
      code: 'VALIDATION_FAILED',
      status: 400,
      errors: [{ field: 'name', message: 'Required field' }],
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    await expect(client.products.retrieve({ productId: '' })).rejects.toThrow('productId is missing');
    await expect(
      createClient({ url, key: `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}` }).products.list(),
    ).rejects.toMatchObject({
      code: 'API_KEY_INVALID',
    });
  });
});

/** A server that gives the answers of a list in turn. For null it cuts the connection once it has the request. */
interface Faulty {
  server: Server;
  url: string;
  keys: (string | undefined)[];
}

async function openFaulty(
  answers: ({ status: number; headers?: Record<string, string>; body?: object } | null)[],
): Promise<Faulty> {
  const keys: Faulty['keys'] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'] as string | undefined);
    const answer = answers.shift();
    if (!answer) return void request.socket.destroy();
    response
      .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      .end(JSON.stringify(answer.body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, keys, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('a request whose answer is lost', () => {
  const waits: number[] = [];
  const options = (faulty: Faulty) => ({
    url: faulty.url,
    key: 'feira_test_x',
    wait: async (milliseconds: number) => void waits.push(milliseconds),
  });

  it('is sent again with the same idempotency key, and waits as it is told', async () => {
    waits.length = 0;
    const problem = { code: 'IDEMPOTENCY_KEY_IN_USE', title: '', status: 409 };
    const faulty = await openFaulty([
      null,
      { status: 503, headers: { 'retry-after': '7' } },
      { status: 409, body: problem },
      { status: 200, body: { productId: 'a' } },
    ]);
    const client = createClient(options(faulty));
    const answer = await client.products.create({ name: 'Pão', typeProduct: 'DIGITAL', category: 'GASTRONOMY' });
    faulty.server.close();
    expect(answer).toEqual({ productId: 'a' });
    expect(new Set(faulty.keys).size).toBe(1);
    expect(faulty.keys).toHaveLength(4);
    expect(waits[1]).toBe(7_000);
  });

  it('is given up after as many repeats as were asked for, and never repeated where the input is wrong', async () => {
    const down = { status: 500, body: { code: 'INTERNAL', title: 'x', status: 500 } };
    const faulty = await openFaulty([
      down,
      down,
      down,
      { status: 422, body: { code: 'AMOUNT_WRONG', title: 'x', status: 422 } },
    ]);
    const client = createClient({ ...options(faulty), retries: 2 });
    await expect(client.products.list()).rejects.toMatchObject({ code: 'INTERNAL' } satisfies Partial<FeiraError>);
    await expect(client.products.list()).rejects.toMatchObject({ code: 'AMOUNT_WRONG' });
    faulty.server.close();
    expect(faulty.keys).toHaveLength(4);
  });
});

describe('a request that no repeat mends', () => {
  const waits: number[] = [];
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  const product = { name: 'Pão', typeProduct: 'DIGITAL', category: 'GASTRONOMY' } as const;

  it('is sent once: a redirect, which is not followed, and a header that cannot be sent', async () => {
    const elsewhere = await openFaulty([]);
    const faulty = await openFaulty([{ status: 301, headers: { location: `${elsewhere.url}/v1/products` } }]);
    const client = createClient({ url: faulty.url, key: 'feira_test_x', wait });
    await expect(client.products.list()).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER', status: 301 });
    await expect(client.products.create(product, { idempotencyKey: 'pedido nº 1 – pão' })).rejects.toThrow(TypeError);
    faulty.server.close();
    elsewhere.server.close();
    expect([faulty.keys.length, elsewhere.keys.length, waits.length]).toEqual([1, 0, 0]);
  });

  it('ends at once when its caller gives up while it waits', async () => {
    const down = { status: 503, body: { code: 'DATABASE_UNAVAILABLE', title: 'x', status: 503 } };
    const faulty = await openFaulty([down, down]);
    const abort = new AbortController();
    const forever = () => {
      abort.abort(new Error('Enough.'));
      return new Promise<void>(() => undefined);
    };
    const client = createClient({ url: faulty.url, key: 'feira_test_x', wait: forever });
    await expect(client.products.create(product, { signal: abort.signal })).rejects.toThrow('Enough.');
    faulty.server.close();
    expect(faulty.keys).toHaveLength(1);
  });
});

describe('an event', () => {
  const secret = `whsec_${Buffer.from('a secret of thirty-two bytes ...').toString('base64')}`;
  const body = JSON.stringify({ id: '1', event: 'onBuyApproved' });
  const sign = (timestamp: number, signed = body) =>
    createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(`1.${timestamp}.${signed}`)
      .digest('base64');
  const now = new Date('2026-11-30T12:00:00Z');
  const seconds = now.getTime() / 1000;
  const headers = (signature: string, timestamp = seconds) => ({
    'webhook-id': '1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
  });

  it('is read where one of its signatures fits, and refused where none does or it is old', async () => {
    const right = `v1,${sign(seconds)}`;
    const read = (given: Record<string, string>, of = body) => readEvent({ headers: given, body: of, secret, now });
    expect(await read(headers(`v1,${'A'.repeat(43)}= ${right}`))).toEqual({ id: '1', event: 'onBuyApproved' });
    const asSent = { 'Webhook-Id': '1', 'Webhook-Timestamp': String(seconds), 'Webhook-Signature': right };
    expect(await read(asSent)).toEqual({ id: '1', event: 'onBuyApproved' });
    await expect(read(headers(right), body.replace('1', '2'))).rejects.toThrow('signature');
    await expect(read(headers(`v2,${sign(seconds)}`))).rejects.toThrow('signature');
    await expect(read(headers(`v1,${sign(seconds - 301)}`, seconds - 301))).rejects.toThrow('too old');
    await expect(read({})).rejects.toThrow('too old');
  });
});

describe('the command', () => {
  const COMMAND = path.join(ROOT, 'client/src/command.ts');

  it('hears an event and posts it to a port of the machine, signed like a webhook', async () => {
    const received: { headers: Record<string, string>; body: string }[] = [];
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      received.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(chunks).toString() });
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const child = spawn(
      process.execPath,
      [COMMAND, 'listen', '--forward', `127.0.0.1:${port}/hook`, '--events', 'product.created'],
      { env: { ...process.env, FEIRA_URL: url, FEIRA_KEY: key } },
    );
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    onTestFinished(() => {
      child.kill('SIGKILL');
      server.close();
    });
    await expect.poll(() => printed).toContain('Listening');
    const secret = /whsec_\S+/.exec(printed)?.[0] as string;
    const product = { name: 'Curso de Pão', typeProduct: 'DIGITAL', category: 'GASTRONOMY' } as const;
    const { productId } = await createClient({ url, key }).products.create(product);

    await expect.poll(() => printed, { timeout: 30_000 }).toMatch(/product\.created [0-9a-f-]{36} → 204/);
    expect(await readEvent({ ...received[0]!, secret })).toMatchObject({
      type: 'product.created',
      data: { product: { id: productId, name: 'Curso de Pão', status: 'DRAFT' } },
    });
    await expect(readEvent({ ...received[0]!, secret: `whsec_${'A'.repeat(43)}=` })).rejects.toThrow('signature');
  });

  it('says what is missing, and ends where its key is refused', async () => {
    const start = (env: Record<string, string>) =>
      run(process.execPath, [COMMAND, 'listen'], { env: { PATH: process.env.PATH, ...env } });
    await expect(start({ FEIRA_URL: url })).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('FEIRA_KEY is missing'),
    });
    await expect(start({ FEIRA_URL: url, FEIRA_KEY: 'feira_test_wrong' })).rejects.toMatchObject({ code: 1 });
  });
});

describe('listening', () => {
  it('goes on behind the event that it heard last, and repeats none', async () => {
    const asked: (string | undefined)[] = [];
    const tell = (id: string) =>
      `id: ${id}\nevent: payout.paid\ndata: ${JSON.stringify({ id, type: 'payout.paid' })}\n\n`;
    const parts = [[tell('a'), tell('b')], null, [tell('b'), ':\n\n', tell('c').slice(0, 9), tell('c').slice(9)]];
    const server = createServer((request, response) => {
      asked.push(request.headers['last-event-id'] as string | undefined);
      const part = parts.shift();
      if (!part) return void request.socket.destroy();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const text of part) response.write(text);
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const stop = new AbortController();
    const heard: string[] = [];
    const options = {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      key: 'feira_test_x',
      wait: async () => {},
    };
    for await (const { id } of listen(options, { signal: stop.signal })) {
      heard.push(id);
      if (id === 'c') stop.abort();
    }
    server.close();
    expect(heard).toEqual(['a', 'b', 'c']);
    expect(asked.slice(0, 3)).toEqual([undefined, 'b', 'b']);
  });
});

describe('an import by a program', () => {
  const client = () => createClient({ url, key });
  const reach = async (importId: string, state: string) =>
    expect.poll(async () => (await client().imports.retrieve({ importId })).state, { timeout: 20_000 }).toBe(state);

  it('checks rows, says why it refuses some, writes the others when it is told to, and undoes that', async () => {
    const rows: Record<string, string>[] = [
      { email: 'rosa@example.com', name: 'Rosa', phone: '(11) 98888-7777' },
      { email: 'no address', name: 'Nobody' },
      { email: 'rita@example.com' },
    ];
    const { importId } = await client().imports.rows.create({ kind: 'CUSTOMERS', rows });
    await reach(importId, 'CHECKED');
    expect(await client().imports.retrieve({ importId })).toMatchObject({ rowCount: 3, newRows: 2, refusedRows: 1 });
    expect((await client().importedCustomers.list({})).items).toEqual([]);
    expect((await client().imports.problems.list({ importId, of: 'REFUSED' })).items).toMatchObject([
      { line: 3, value: 'no address', why: expect.any(String), fix: expect.any(String) },
    ]);

    await client().imports.run({ importId });
    await reach(importId, 'DONE');
    const listed = async () => (await client().importedCustomers.list({})).items.map(({ email }) => email).sort();
    expect(await listed()).toEqual(['rita@example.com', 'rosa@example.com']);
    await client().imports.undo({ importId });
    await reach(importId, 'UNDONE');
    expect(await listed()).toEqual([]);
  });

  it('takes a file in parts, and the columns that a program maps', async () => {
    const file = Buffer.from('Mail;Who\nlia@example.com;Lia\n');
    const { importId, partBytes } = await client().imports.create({ fileName: 'people.csv', bytes: file.length });
    expect(partBytes).toBeGreaterThan(file.length);
    await client().imports.parts.update({ importId, number: 0, content: file.toString('base64') });
    await client().imports.finishUpload({ importId });
    await reach(importId, 'MAPPING');
    const check = { importId, kind: 'CUSTOMERS', source: 'PLAIN', isLenient: false } as const;
    await expect(client().imports.check({ ...check, mapping: [] })).rejects.toMatchObject({ code: 'IMPORT_MAPPING' });
    await client().imports.check({ ...check, mapping: [{ field: 'email', column: 0 }] });
    await reach(importId, 'CHECKED');
    expect(await client().imports.retrieve({ importId })).toMatchObject({ newRows: 1, refusedRows: 0 });
    await client().imports.delete({ importId });
    await expect(client().imports.retrieve({ importId })).rejects.toMatchObject({ status: 404 });
  });

  it('refuses rows with fields that there are not, and letters that no database holds', async () => {
    const send = (row: Record<string, string>) => client().imports.rows.create({ kind: 'CUSTOMERS', rows: [row] });
    await expect(send({ email: 'a@example.com', shoeSize: '38' })).rejects.toMatchObject({
      code: 'IMPORT_MAPPING',
      errors: [{ field: 'shoeSize' }],
    });
    await expect(send({ name: 'Ana' })).rejects.toMatchObject({ code: 'IMPORT_MAPPING', errors: [{ field: 'email' }] });
    await expect(send({ email: 'a@example.com', name: 'A\u0000na' })).rejects.toMatchObject({ status: 400 });
  });
});
