import { createHmac } from 'node:crypto';
import { authenticateWebhook } from '@feira/plugin-kit/broker';
import { openDescribed, sampleTransaction, sampleWithdraw } from '@feira/plugin-kit/testing';
import { expect, it } from 'vitest';

export const credentials = {
  clientId: 'invented-client',
  clientSecret: 'invented-secret',
  hmacKey: 'invented-hmac-key',
  sourceAccountBranch: '0001',
  sourceAccountNumber: '1234567',
  webhookToken: 'invented-webhook-token',
};
const TOKEN = { worked: true, access_token: 'token-1' };
const CHARGE = {
  worked: true,
  qr_code_id: 123,
  status: 'NEW',
  pix_copy_and_paste: '000201',
  base_64_image: 'iVBORw0KGgo=',
};

/** The traps of the family; each member's test calls this with its own address. */
export function testMember(url: string): void {
  const open = (...bodies: object[]) =>
    openDescribed(
      url,
      { credentials, environment: 'production' },
      [TOKEN, ...bodies].map((body) => ({ status: 200, body })),
    );
  const lookup = { transactionId: '123', reference: 'attempt-0001', paymentMethod: 'PIX' } as const;

  it('calls with a token of its own call, and signs exactly the bytes that it sends', async () => {
    const { provider, sent } = await open(CHARGE);
    const charge = await provider.createTransaction(sampleTransaction('PIX'));
    expect(sent[0]).toMatchObject({
      path: '/v2/finance/auth-token/',
      rawBody: JSON.stringify({ client_id: 'invented-client', client_secret: 'invented-secret' }),
    });
    const signature = createHmac('sha512', credentials.hmacKey).update(sent[1]!.rawBody).digest('hex');
    expect(sent[1]!.headers).toMatchObject({ authorization: 'Bearer token-1', hmac: signature });
    expect(sent[1]!.body).toMatchObject({
      amount: 123.45,
      source_account_branch_identifier: '0001',
      base_64_image: true,
    });
    expect(charge).toMatchObject({ transactionId: '123', pixQrCode: 'data:image/png;base64,iVBORw0KGgo=' });
  });

  it.each([
    [{ worked: false, detail: 'Documento inválido' }, 'Documento inválido'],
    [{ worked: false, message: 'Conta bloqueada' }, 'Conta bloqueada'],
    [{ worked: false, status: 'PAID', qr_code_id: 123, erro_descriptor: 'Sem saldo' }, 'Sem saldo'],
  ])('takes %j with status 200 for a refusal', async (answer, message) => {
    const { provider } = await open(answer);
    const outcome = provider.createTransaction(sampleTransaction('PIX'));
    await expect(outcome).rejects.toMatchObject({ outcome: 'REJECTED', message });
  });

  it('cuts the name of the buyer after 25 characters', async () => {
    const { provider, sent } = await open(CHARGE);
    const wanted = sampleTransaction('PIX');
    await provider.createTransaction({
      ...wanted,
      customer: { ...wanted.customer, name: 'Maria Aparecida dos Santos Oliveira' },
    });
    expect(sent[1]!.body).toMatchObject({ debtor_name: 'Maria Aparecida dos Santo' });
  });

  it('asks for a charge by its number alone, and reads what went back in reais', async () => {
    const { provider, sent } = await open({
      worked: true,
      status: 'CHARGEBACK',
      amount: 10.5,
      amount_chargeback: 10.5,
    });
    expect(await provider.getTransaction(lookup)).toMatchObject({ transactionId: '123', refundedAmount: 1_050 });
    expect(sent[1]).toMatchObject({ path: '/v2/finance/status-pix-copy-and-paste/', query: { id: '123' } });
  });

  it('keeps a refund open until the charge tells of it', async () => {
    const { provider, sent } = await open({ worked: true, id: 77, status: 'SUCCESS' });
    const refund = await provider.refund({
      ...lookup,
      amount: 1_050,
      isFull: true,
      webhookUrl: 'https://pay.example.com/webhooks/1',
    });
    expect(refund).toEqual({ refundId: '77', status: 'PENDING' });
    expect(sent[1]!.body).toEqual({ qr_code_id: 123, amount: 10.5 });
  });

  it('matches the events of a withdrawal by our reference, for they bring another number', async () => {
    const { provider, sent, readEvent } = await open({
      worked: true,
      id: 555,
      transaction_id: 901,
      status: 'PROCESSING',
    });
    const { withdrawId } = await provider.withdraw(sampleWithdraw('PIX'));
    expect(withdrawId).toBe('555');
    expect(sent[1]!.headers['idempotency-key']).toBe((sent[1]!.body as { tag: string }).tag);
    const event = { type: 'PIX_CASHOUT_ERROR', data: { transaction_id: 901, tag: 'withdraw-1' } };
    expect(await readEvent(event)).toEqual({ subject: 'withdraw', reference: 'withdraw-1', providerStatus: 'ERROR' });
  });

  it.each(['QR_CODE_COPY_AND_PASTE_CREATED', 'QR_CODE_COPY_AND_PASTE_REFUNDED_ERROR', 'ONBOARDING_DONE'])(
    'ignores %s',
    async (type) => {
      const { readEvent } = await open();
      expect(await readEvent({ type, data: { qr_code_id: 123 } })).toEqual({ subject: 'ignored' });
    },
  );

  it.each([
    ['MED_CREATED', 'OPENED'],
    ['MED_APPROVED', 'LOST'],
    ['MED_REJECTED', 'WON'],
    ['MED_CANCELLED', 'WON'],
  ])('reads %s as a dispute of the PIX that it names: %s', async (type, dispute) => {
    const { readEvent } = await open();
    const data = { pix_med_id: 7, endtoend: 'E00000000202601011200abcdefghijk', description: 'Golpe' };
    expect(await readEvent({ type, data })).toEqual({
      subject: 'payment',
      event: type,
      movementIds: [data.endtoend],
      dispute,
      reason: 'Golpe',
    });
    expect(await readEvent({ type, data: { pix_med_id: 7 } })).toEqual({ subject: 'notice', event: type });
  });

  it('believes no event more than a hint, and takes its token with and without "Bearer"', async () => {
    const { manifest } = await open();
    const prove = (authorization: string) =>
      authenticateWebhook({
        manifest,
        secrets: new Map(Object.entries(credentials)),
        headers: { authorization },
        rawBody: '{}',
      });
    expect(prove(credentials.webhookToken)).toEqual({ ok: true, isSigned: false });
    expect(prove(`Bearer ${credentials.webhookToken}`)).toEqual({ ok: true, isSigned: false });
    expect(prove('Bearer another-token')).toMatchObject({ ok: false });
  });
}
