import { openDescribed, sampleTransaction } from '@feira/plugin-kit/testing';
import { expect, it } from 'vitest';

const credentials = { baseUrl: 'https://nextpay.example', clientId: 'np_1', clientSecret: 'npsec_invented' };
const open = (body: object) =>
  openDescribed(import.meta.url, { credentials, environment: 'production' }, [{ status: 200, body }]);
const lookup = { transactionId: 'vp_1', reference: 'attempt-0001', paymentMethod: 'PIX' } as const;

it('names the call in the query, and leaves an empty picture to the page', async () => {
  const { provider, sent } = await open({ ok: true, request_number: 'vp_1', copyPaste: '000201', qr_img: '' });
  const charge = await provider.createTransaction(sampleTransaction('PIX'));
  expect(sent[0]).toMatchObject({
    path: '/api/requests',
    query: { route: 'api-cashin-create' },
    body: { amount: 123.45 },
  });
  expect(sent[0]!.headers).toMatchObject({ 'x-client-id': 'np_1', 'x-client-secret': 'npsec_invented' });
  expect(charge).toEqual({ transactionId: 'vp_1', providerStatus: 'pending', pixCode: '000201' });
});

it('takes ok: false with status 200 for a refusal', async () => {
  const { provider } = await open({ ok: false, request_number: 'vp_1', message: 'Documento inválido' });
  const outcome = provider.createTransaction(sampleTransaction('PIX'));
  await expect(outcome).rejects.toMatchObject({ outcome: 'REJECTED', message: 'Documento inválido' });
});

it('reads a status that repeats no id, and takes an event for a hint alone', async () => {
  const { provider, sent, readEvent } = await open({ ok: true, status: 'confirmed' });
  expect(await provider.getTransaction(lookup)).toEqual({ transactionId: 'vp_1', providerStatus: 'confirmed' });
  expect(sent[0]!.query).toEqual({ route: 'api-cashin-status', request_number: 'vp_1' });
  const hint = { subject: 'payment', transactionId: 'vp_1' };
  expect(await readEvent({ request_number: 'vp_1', status: 'confirmed' })).toEqual(hint);
});
