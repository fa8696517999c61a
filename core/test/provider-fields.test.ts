/** The platform's data about a sale and its seller reaches the provider's wire and the card form. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SimulatorRequest, SimulatorResponse } from '@feira/plugin-kit';
import { sampleReceiver } from '@feira/plugin-kit/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { callProvider, findConnection } from '../src/modules/connections/service.ts';
import { sealToken } from '../src/modules/receivers/tokens.ts';
import { newId } from '../src/shared/ids.ts';
import { buildNode, type TestNode } from './build.ts';
import { insertRows, updateRows } from './rows.ts';
import { waitFor } from './wait-for.ts';
import { buy, CPF, connect, createWorld, pixPurchase, SANDBOX_SECRETS, type World } from './world.ts';

let node: TestNode;
let shells: string;
let world: World;
let connectionId: string;
let receiverId: string;
const requests: SimulatorRequest[] = [];

beforeAll(async () => {
  shells = await mkdtemp(join(tmpdir(), 'feira-shells-'));
  await mkdir(join(shells, 'checkout/server'), { recursive: true });
  const renderer = 'export const renderCardFrame = ({ config }) => JSON.stringify(config);';
  await writeFile(join(shells, 'checkout/server/documents.mjs'), renderer);
  node = await buildNode({ env: { SHELLS_DIRECTORY: shells } });
  world = await createWorld(node.app);
  const { platformId, sellerId } = world;
  connectionId = (await connect(node.app, world)).id;
  const connection = (await findConnection(node.app, platformId, connectionId))!;
  await listen(connectionId);
  const opened = await callProvider(connection, 'createReceiver', sampleReceiver(), null);
  receiverId = opened.receiverId;
  const receiver_token = await sealToken(node.app, connection, opened.receiverToken);
  await node.app.database.transaction(platformId, async (transaction) => {
    await transaction.run(updateRows('person', { id: sellerId }, { document: CPF }));
    await transaction.run(
      insertRows('receiver', {
        platform_id: platformId,
        id: newId(),
        person_id: sellerId,
        connection_id: connectionId,
        provider: 'sandbox',
        receiver_id: receiverId,
        receiver_token,
        status: 'ACTIVE',
        state: 'ANSWERED',
      }),
    );
  });
});
afterAll(async () => {
  await node?.close();
  await rm(shells, { recursive: true });
});

/** Records the requests to a connection's simulator, and may change its responses. */
async function listen(id: string, change = (_request: SimulatorRequest, response: SimulatorResponse) => response) {
  await waitFor('the connection is open', () => findConnection(node.app, world.platformId, id));
  const host = (await node.app.simulators.get(id))!;
  const handle = host.simulator.handle.bind(host.simulator);
  vi.spyOn(host.simulator, 'handle').mockImplementation(async (request) => {
    requests.push(request);
    return change(request, await handle(request));
  });
}

const sent = (line: string) => requests.filter(({ method, path }) => `${method} ${path}` === line).at(-1);

it('tells the provider where the buyer came from, and who sells', async () => {
  const fingerPrints = [{ provider: 'sandbox', value: 'print-1' }];

  const answer = await buy(node.app, pixPurchase(world, { referer: 'https://blog.example.com/pao', fingerPrints }));

  expect(answer.statusCode).toBe(200);
  expect(sent('POST /charges')?.body).toMatchObject({
    checkout_url: expect.stringMatching(new RegExp(`^https?://.+/checkout/${world.offerId}$`)),
    referrer_url: 'https://blog.example.com/pao',
    seller: { id: world.sellerId, document: CPF },
    fingerprints: fingerPrints,
  });
});

it('answers the same to a repeat whose device was read anew', async () => {
  const key = newId();
  const print = (value: string) => pixPurchase(world, { fingerPrints: [{ provider: 'sandbox', value }] });

  const first = await buy(node.app, print('print-1'), key);
  const repeat = await buy(node.app, print('print-2'), key);

  expect([repeat.statusCode, repeat.json()]).toEqual([200, first.json()]);
});

it('names the seller by the document that they have now', async () => {
  await buy(node.app, pixPurchase(world));
  await node.app.database.transaction(world.platformId, (transaction) =>
    transaction.run(updateRows('person', { id: world.sellerId }, { document: '11222333000181' })),
  );

  await waitFor('the offer is read again', async () => {
    await buy(node.app, pixPurchase(world));
    return JSON.stringify(sent('POST /charges')?.body).includes('"document":"11222333000181"');
  });
});

it('gives the card form the account of the seller', async () => {
  const page = await node.app.inject({ url: `/card-frame/${world.offerId}` });

  expect(page.statusCode).toBe(200);
  expect(page.json().receiver).toEqual({ receiverId, receiverProvider: 'sandbox' });
});

async function store(named: string | undefined) {
  const token = await node.app.inject({
    method: 'POST',
    url: `/simulators/${connectionId}/tokens`,
    headers: { authorization: 'Bearer pk_test_0123456789' },
    payload: {
      card: { number: '4111111111111111', holder_name: 'MARIA SILVA', exp_month: 12, exp_year: 2034, cvv: '123' },
    },
  });
  const buyer = { name: 'João Comprador', email: 'joao@example.com', cpf: CPF };
  return node.app.inject({
    method: 'POST',
    url: '/api/checkout.tokenCreditCard',
    payload: { checkoutId: world.offerId, token: token.json().id, ...buyer, receiverId: named },
  });
}

it('stores a card in the account of the seller that the page names', async () => {
  const answer = await store(receiverId);
  const asReceiver = sent('POST /cards')?.headers.authorization;
  await store(undefined);

  expect(answer.statusCode).toBe(200);
  expect(asReceiver).toMatch(/^Bearer \S+$/);
  expect(asReceiver).not.toBe(`Bearer ${SANDBOX_SECRETS.secretKey}`);
  expect(sent('POST /cards')?.headers.authorization).toBe(`Bearer ${SANDBOX_SECRETS.secretKey}`);
});

it('stores no card in an account that is not the seller’s', async () => {
  const before = requests.length;

  const answer = await store('rcv_of_another');

  expect(answer.json()).toMatchObject({ code: 'RECEIVER_NOT_FOUND', details: [{ field: 'receiverId' }] });
  expect(requests.slice(before).map(({ path }) => path)).not.toContain('/cards');
});

it('shows the picture of a PIX that the provider made, and draws one where it is no picture', async () => {
  const asaas = await connect(node.app, world, {
    provider: 'asaas',
    methods: ['PIX'],
    priority: 1,
    settings: { webhookEmail: 'ops@example.com' },
    secrets: {
      apiKey: '$aact_hmlg_invented-key-of-the-test',
      webhookAuthToken: 'invented-webhook-token-of-32-characters',
    },
  });
  let encodedImage = 'iVBORw0KGgo=';
  await listen(asaas.id, ({ path }, response) =>
    path.endsWith('/pixQrCode') ? { ...response, body: { ...(response.body as object), encodedImage } } : response,
  );
  const show = async () => {
    const { paymentId, payment } = (await buy(node.app, pixPurchase(world))).json();
    const page = (await node.app.inject(`/api/checkout.getPaymentQuick?paymentId=${paymentId}`)).json();
    return { bought: payment.pixQrCode, shown: page.pixQrCode, drawn: page.pixQrPath };
  };

  const withPicture = await show();
  encodedImage = '"><script>';
  const without = await show();

  expect(withPicture).toEqual({ bought: null, shown: 'data:image/png;base64,iVBORw0KGgo=', drawn: null });
  expect(without).toEqual({ bought: null, shown: null, drawn: expect.stringMatching(/^M/) });
});
