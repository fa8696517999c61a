import { mapStatus } from '@feira/plugin-kit';
import { openDescribed, sampleRefund, sampleTransaction, sampleWithdraw } from '@feira/plugin-kit/testing';
import { expect, it } from 'vitest';

const CREATED = { id: 'pay_1', custom_id: 'attempt-0001', status: 'PENDING', pix_code: '000201', billet_url: null };
const open = (...answers: { status: number; body: unknown }[]) =>
  openDescribed(import.meta.url, { credentials: { apiKey: 'invented-key' }, environment: 'production' }, answers);

it('takes the picture of a code as it comes, which is a data: URL already', async () => {
  const pix_qr_code = 'data:image/png;base64,iVBORw0KGgo=';
  const { provider, sent } = await open({ status: 201, body: { ...CREATED, pix_qr_code } });
  const { pixQrCode } = await provider.createTransaction(sampleTransaction('PIX'));
  expect(pixQrCode).toBe(pix_qr_code);
  expect(sent[0]).toMatchObject({
    method: 'POST',
    path: '/payments',
    headers: { authorization: 'Bearer invented-key' },
  });
  expect(sent[0]?.body).toMatchObject({ amount: 12_345, method: 'PIX', payer_phone: '11987654321' });
});

it('says so before every reason', async () => {
  const { provider } = await open({ status: 400, body: { message: 'payer_document is invalid' } });
  const call = provider.createTransaction(sampleTransaction('PIX'));
  await expect(call).rejects.toMatchObject({
    outcome: 'REJECTED',
    reason: 'Bravive API Error: payer_document is invalid',
  });
});

it('says so before the words of the specification too, where it gives no reason', async () => {
  const { provider } = await open({ status: 422, body: {} });
  const call = provider.createTransaction(sampleTransaction('PIX'));
  await expect(call).rejects.toMatchObject({ message: 'Bravive API Error: Erro ao criar transação' });
});

it('has no cards, boletos and withdrawals, and calls nobody for one', async () => {
  const { provider, sent } = await open();
  const charge = (method: 'CREDIT_CARD' | 'BILLET') => provider.createTransaction(sampleTransaction(method));
  await expect(charge('CREDIT_CARD')).rejects.toThrow('Credit card not implemented');
  await expect(charge('BILLET')).rejects.toThrow('Boleto not implemented');
  await expect(provider.withdraw(sampleWithdraw('PIX'))).rejects.toThrow('Method not implemented.');
  expect(sent).toEqual([]);
});

it('compares status words without regard to letter case', async () => {
  const { provider, manifest } = await open({ status: 200, body: { ...CREATED, status: 'approved' } });
  const charge = await provider.getTransaction({ transactionId: 'pay_1', reference: 'x', paymentMethod: 'PIX' });
  expect(mapStatus(manifest.status.payment, charge?.providerStatus ?? '').status).toBe('APPROVED');
});

it('leaves a refund open, because nobody has seen what answers it', async () => {
  const { provider, sent } = await open({ status: 200, body: { id: 'pay_1' } });
  expect(await provider.refund(sampleRefund({ transactionId: 'pay_1' }))).toEqual({
    refundId: 'pay_1',
    status: 'PENDING',
  });
  expect(sent[0]).toMatchObject({ method: 'PUT', path: '/payments/refund/pay_1' });
});

it('ignores events that are not about payments, and refuses one that names none', async () => {
  const { readEvent } = await open();
  expect(await readEvent({ id: 'w_1', type: 'WITHDRAW', status: 'APPROVED' })).toEqual({ subject: 'ignored' });
  await expect(readEvent({ type: 'PAYMENT', status: 'APPROVED' })).rejects.toMatchObject({ code: 'INVALID_ANSWER' });
});
