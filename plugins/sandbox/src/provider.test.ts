import { testProvider } from '@feira/plugin-kit/testing';
import { describe } from 'vitest';
import module from './index.ts';
import { credentials, manifest } from './test-market.ts';

const charge = {
  id: 'chg_1',
  reference: 'attempt-1',
  method: 'pix',
  status: 'paid',
  amount: 12_345,
  paid_amount: 12_345,
  refunded_amount: 0,
  payments: [{ id: 'E99999999202611201200ABCDEFGHIJK', amount: 12_345 }],
  reason: null,
  expires_at: '2026-11-21T12:00:00.000Z',
};

describe('sandbox', () => {
  testProvider({
    manifest,
    module,
    credentials,
    answers: [charge, { items: [charge] }],
    webhooks: [
      { id: 'evt_1', type: 'charge.paid', data: charge },
      { id: 'evt_2', type: 'transfer.paid', data: { id: 'trf_1', reference: 'w-1', amount: 100, status: 'paid' } },
      { id: 'evt_3', type: 'receiver.active', data: { id: 'rcv_1', status: 'active' } },
      { id: 'evt_4', type: 'account.news', data: {} },
    ],
  });
});
