import { mapStatus } from '@feira/plugin-kit';
import { openDescribed, sampleTransaction, sampleWithdraw } from '@feira/plugin-kit/testing';
import { expect, it } from 'vitest';

const ID = '7d0c0000-0000-4000-8000-000000000001';
const open = (data: object) =>
  openDescribed(import.meta.url, { credentials: { secretKey: 'invented-token' } }, [
    { status: 200, body: { success: true, requestId: 'req-1', data } },
  ]);

it('calls a boleto voucher, and does without the line that comes later', async () => {
  const { provider, sent } = await open({ id: ID, status: 'pending', amount: 12_345, voucher: null });
  const charge = await provider.createTransaction(sampleTransaction('BILLET'));
  expect(sent[0]!.body).toMatchObject({ method: 'voucher', currency: 'BRL', amount: 12_345 });
  expect(charge).toMatchObject({ transactionId: ID, amount: 12_345 });
});

it('reads the cents of a transfer out of a text, and sends them as a number', async () => {
  const { provider, sent } = await open({ id: ID, status: 'pending', amount: '5000' });
  expect(await provider.withdraw(sampleWithdraw('PIX'))).toMatchObject({ withdrawId: ID, amount: 5_000 });
  expect(sent[0]!.body).toMatchObject({ amount: 5_000, pix_key_type: 'EMAIL', pix_key_value: 'maria@example.com' });
});

it('asks for a refund by PUT, and keeps it open until the charge tells of it', async () => {
  const { provider, sent } = await open({ message: 'ok', is_full_refund: true });
  const wanted = {
    transactionId: ID,
    reference: 'refund-1',
    paymentMethod: 'PIX',
    amount: 500,
    isFull: false,
    webhookUrl: 'https://pay.example.com/webhooks/refunds',
  } as const;
  expect(await provider.refund(wanted)).toEqual({ refundId: 'req-1', status: 'PENDING' });
  expect(sent[0]).toMatchObject({ method: 'PUT', path: `/v2/transactions/${ID}/refund`, body: { amount: 500 } });
});

it('leaves a transfer open that the provider itself calls unknown', async () => {
  const { manifest } = await open({});
  expect(mapStatus(manifest.status.withdraw!, 'unknown')).toEqual({ status: 'PENDING', isRecognised: true });
  expect(mapStatus(manifest.status.withdraw!, 'lost')).toEqual({ status: 'PENDING', isRecognised: false });
  expect(mapStatus(manifest.status.payment, 'processed').status).toBe('PENDING');
});

it('takes events of transfers, which stand one level deeper than those of charges', async () => {
  const { readEvent } = await open({});
  const transfer = {
    id: 'evt_3',
    type: 'payout.transferred',
    data: { object: { id: ID, status: 'paid', amount: 5_000 } },
  };
  expect(await readEvent(transfer)).toMatchObject({ subject: 'withdraw', withdrawId: ID, providerStatus: 'paid' });
  expect(await readEvent({ event: 'subscription', data: { id: ID } })).toEqual({ subject: 'ignored' });
});
