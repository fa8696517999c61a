import { createHash } from 'node:crypto';
import { mapStatus } from '@feira/plugin-kit';
import { authenticateWebhook } from '@feira/plugin-kit/broker';
import { openDescribed, sampleTransaction, sampleWithdraw } from '@feira/plugin-kit/testing';
import { expect, it } from 'vitest';

const credentials = { clientId: 'invented-client', clientSecret: 'invented-secret' };
const CREATED = { idTransaction: 'tx1', paymentCode: '000201', paymentCodeBase64: 'iVBORw0KGgo=', response: 'OK' };
const LOOKUP = { transactionId: 'tx1', reference: 'attempt-0001', paymentMethod: 'PIX' } as const;
const told = (body: unknown, status = 200) => ({ status, body });
const open = (...answers: { status: number; body: unknown }[]) =>
  openDescribed(import.meta.url, { credentials, environment: 'production' }, answers);

it('proves itself by two headers, and sends reais and a day', async () => {
  const { provider, sent } = await open(told(CREATED));
  const charge = await provider.createTransaction(sampleTransaction('PIX', { expiresAt: '2026-11-21T02:00:00Z' }));
  expect(sent[0]).toMatchObject({
    headers: { ci: 'invented-client', cs: 'invented-secret' },
    body: { amount: 123.45, dueDate: '2026-11-20', products: [{ value: 123.45 }] },
  });
  expect(charge).toMatchObject({ transactionId: 'tx1', pixQrCode: 'data:image/png;base64,iVBORw0KGgo=' });
});

it('takes a refusal with status 200 for a refusal, with its reason', async () => {
  const { provider } = await open(
    told({ response: 'ERROR', message: 'Documento inválido.' }),
    told({ response: 'NO_FUNDS' }),
  );
  const charge = provider.createTransaction(sampleTransaction('PIX'));
  await expect(charge).rejects.toMatchObject({ outcome: 'REJECTED', reason: 'Documento inválido.' });
  const withdrawal = provider.withdraw(sampleWithdraw('PIX'));
  await expect(withdrawal).rejects.toMatchObject({ outcome: 'REJECTED', reason: 'NO_FUNDS' });
});

it.each([
  ['DUPLICATE_EXTERNAL_ID', 400],
  ['DUPLICATE_EXTERNAL_ID', 200],
  ['A_NEW_WORD', 200],
])('leaves a withdrawal open that is answered with %s and status %i', async (response, status) => {
  const { provider, manifest } = await open(told({ response }, status), told({ response, idTransaction: 'tx2' }));
  await expect(provider.withdraw(sampleWithdraw('PIX'))).rejects.toMatchObject({ outcome: 'UNKNOWN' });
  const { providerStatus } = await provider.withdraw(sampleWithdraw('PIX'));
  expect(mapStatus(manifest.status.withdraw!, providerStatus).status).toBe('PENDING');
});

it('reads a status that is a bare word, and takes no page for one', async () => {
  const { provider, sent } = await open(told('PAID_OUT'), told('<html>Em manutenção</html>'));
  expect(await provider.getTransaction(LOOKUP)).toMatchObject({ transactionId: 'tx1', providerStatus: 'PAID_OUT' });
  expect(sent[0]?.body).toEqual({ typeTransaction: 'PIX', idTransaction: 'tx1' });
  await expect(provider.getTransaction(LOOKUP)).rejects.toMatchObject({ code: 'INVALID_ANSWER' });
});

it('asks again without harm after a question by POST that nobody answered', async () => {
  const { provider } = await open(told({}, 500));
  await expect(provider.getTransaction(LOOKUP)).rejects.toMatchObject({ outcome: 'NOT_SENT' });
});

it.each([
  ['CPF', '52998224725', 'document'],
  ['RANDOM', '123e4567-e89b-42d3-a456-426614174000', 'randomKey'],
] as const)('sends money to a key of type %s', async (pixType, pixKey, typeKey) => {
  const { provider, sent } = await open(told({ idTransaction: 'tx2', response: 'OK' }));
  await provider.withdraw(sampleWithdraw('PIX', { pixType, pixKey }));
  expect(sent[0]?.body).toMatchObject({ value: 50, key: pixKey, typeKey, externalId: 'withdraw-0001' });
});

it('takes a documented refusal of a withdrawal for one, with status 400 too', async () => {
  const { provider } = await open(told({ response: 'NO_FUNDS', message: 'Sem saldo.' }, 400));
  const withdrawal = provider.withdraw(sampleWithdraw('PIX'));
  await expect(withdrawal).rejects.toMatchObject({ outcome: 'REJECTED', reason: 'Sem saldo.' });
});

/** The text that SuitPay's manual describes: all values but the hash in the order received, and the client secret. */
const hashOf = (values: string) => createHash('sha256').update(`${values}invented-secret`).digest('hex');

it('believes an event whose hash covers all its values as they are written, and asks about every other', async () => {
  const { manifest } = await open();
  const proofOf = (rawBody: string) =>
    authenticateWebhook({ manifest, secrets: new Map([['clientSecret', 'invented-secret']]), headers: {}, rawBody });
  const fields = '"idTransaction":"tx2","typeTransaction":"PIX_CASHOUT","statusTransaction":"PAID_OUT","value":150.50';
  const hash = hashOf('tx2PIX_CASHOUTPAID_OUT150.50');
  expect(proofOf(`{${fields},"hash":"${hash}"}`)).toEqual({ ok: true, isSigned: true });
  expect(proofOf(`{"hash":"${hash}", ${fields}}`)).toEqual({ ok: true, isSigned: true });
  for (const changed of [
    `{${fields},"hash":"${hashOf('another')}"}`,
    `{${fields},"channel":"api","hash":"${hash}"}`,
    `{${fields.replace('PAID_OUT', 'CANCELED')},"hash":"${hash}"}`,
    `{${fields},"more":{"value":1},"hash":"${hash}"}`,
    `{${fields}}`,
  ])
    expect(proofOf(changed)).toEqual({ ok: true, isSigned: false });
});

it('knows withdrawals by SuitPay’s own id, since their events have no other, and what came back of a PIX', async () => {
  const { readEvent, manifest } = await open();
  const event = { idTransaction: 'tx2', typeTransaction: 'PIX_CASHOUT', statusTransaction: 'CANCELED', value: 150 };
  const read = await readEvent({ ...event, destinationName: 'Ana', destinationTaxId: '***.000.000-**' });
  expect(read).toEqual({ subject: 'withdraw', withdrawId: 'tx2', providerStatus: 'CANCELED', amount: 15_000 });
  expect(mapStatus(manifest.status.payment, 'CHARGEBACK').status).toBe('RETURNED');
});

it('tells events of charges from those of withdrawals, and ignores cards and boletos', async () => {
  const { readEvent } = await open();
  const event = { idTransaction: 'tx1', statusTransaction: 'PAID_OUT', value: 10.5 };
  const charge = await readEvent({ ...event, typeTransaction: 'PIX', requestNumber: 'order-1', hash: 'ab' });
  expect(charge).toMatchObject({ subject: 'payment', transactionId: 'tx1', amount: 1_050 });
  expect(await readEvent({ ...event, typeTransaction: 'BOLETO' })).toEqual({ subject: 'ignored' });
});
