import { mapStatus } from '@feira/plugin-kit';
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

it.each(['DUPLICATE_EXTERNAL_ID', 'A_NEW_WORD'])(
  'leaves a withdrawal open that is answered with %s',
  async (response) => {
    const { provider, manifest } = await open(told({ response }), told({ response, idTransaction: 'tx2' }));
    await expect(provider.withdraw(sampleWithdraw('PIX'))).rejects.toMatchObject({ outcome: 'UNKNOWN' });
    const { providerStatus } = await provider.withdraw(sampleWithdraw('PIX'));
    expect(mapStatus(manifest.status.withdraw!, providerStatus).status).toBe('PENDING');
  },
);

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

it('tells events of charges from those of withdrawals, and ignores cards and boletos', async () => {
  const { readEvent } = await open();
  const event = { idTransaction: 'tx1', statusTransaction: 'PAID_OUT', value: 10.5 };
  const charge = await readEvent({ ...event, typeTransaction: 'PIX', requestNumber: 'order-1', hash: 'ab' });
  expect(charge).toMatchObject({ subject: 'payment', transactionId: 'tx1', amount: 1_050 });
  expect(await readEvent({ ...event, externalId: 'w-1' })).toMatchObject({ subject: 'withdraw', withdrawId: 'tx1' });
  expect(await readEvent({ ...event, typeTransaction: 'BOLETO' })).toEqual({ subject: 'ignored' });
});
