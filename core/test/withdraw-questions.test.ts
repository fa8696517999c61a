/** A provider asks whether a withdrawal is ours before it pays. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStaff } from './staff.ts';
import { DECIDING, type Holder, openPayouts, type Payouts } from './withdrawing.ts';
import { connect } from './world.ts';

const TOKEN = 'invented-webhook-token-of-32-characters';
const NO = { status: 'REFUSED', refuseReason: expect.any(String) };

let payouts: Payouts;
let holder: Holder;
let address: string;
let withdrawalId: string;

beforeAll(async () => {
  payouts = await openPayouts({ isListening: false });
  const { app } = payouts.node;
  await openStaff(app, payouts.world.platformId, { roles: ['admin'], permissions: DECIDING, name: 'Ada' });
  const { id, token } = await connect(app, payouts.world, {
    provider: 'asaas',
    settings: { webhookEmail: 'ops@example.com' },
    secrets: { apiKey: '$aact_hmlg_invented-key-of-the-test', webhookAuthToken: TOKEN },
  });
  address = `/webhooks/asaas/${token}/authorize-withdraw`;
  holder = await payouts.openHolder(10_000, { pixKey: 'v1@example.com' });
  withdrawalId = await payouts.request(holder, 4_000);
  await payouts.inspector.rows(
    `UPDATE withdrawal SET state = 'SENT', connection_id = $2, provider_withdraw_id = 'transfer-1', decided_at = now(), sent_at = now() WHERE id = $1`,
    [withdrawalId, id],
  );
});
afterAll(() => payouts.close());

async function ask(changes: object = {}, body: object = { type: 'TRANSFER' }, token = TOKEN) {
  const transfer = {
    id: 'transfer-1',
    status: 'PENDING',
    value: 36.33,
    operationType: 'PIX',
    externalReference: withdrawalId,
    bankAccount: { bank: null, pixAddressKey: 'v1@example.com' },
    ...changes,
  };
  const headers = { 'content-type': 'application/json', 'asaas-access-token': token };
  return payouts.node.app.inject({ method: 'POST', url: address, headers, payload: { ...body, transfer } });
}

describe('authorize-withdraw', () => {
  it('approves exactly our own open withdrawal, at once', async () => {
    const answer = await ask();

    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ status: 'APPROVED' });
  });

  it.each([
    ['of another amount', { value: 36.34 }],
    ['to somebody else', { bankAccount: { pixAddressKey: 'mallory@example.com' } }],
    ['that nobody here asked for', { id: 'transfer-2', externalReference: null }],
    ['under our reference, but another transfer', { id: 'transfer-2' }],
    ['without any of these', { id: null, externalReference: null, value: null, bankAccount: null }],
  ])('refuses a transfer %s', async (_what, changes) => {
    expect((await ask(changes)).json()).toEqual(NO);
  });

  it('refuses every other question, our withdrawal beside it or not', async () => {
    for (const type of ['PIX_REFUND', 'PAYMENT_SPLIT', undefined]) expect((await ask({}, { type })).json()).toEqual(NO);
  });

  it('answers nobody who does not prove to be the provider', async () => {
    expect((await ask({}, { type: 'TRANSFER' }, `${TOKEN}0`)).statusCode).toBe(404);
  });

  it('refuses it once it is closed', async () => {
    await payouts.inspector.rows(`UPDATE withdrawal SET state = 'UNKNOWN' WHERE id = $1`, [withdrawalId]);
    expect((await ask()).json()).toEqual({ status: 'APPROVED' });
    await payouts.inspector.rows(`UPDATE withdrawal SET state = 'APPROVED' WHERE id = $1`, [withdrawalId]);

    expect((await ask()).json()).toEqual(NO);
  });
});
