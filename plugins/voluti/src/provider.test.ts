import { asManifest } from '@feira/plugin-kit';
import { sampleFiles } from '@feira/plugin-kit/simulation';
import { openProvider } from '@feira/plugin-kit/testing';
import { expect, it } from 'vitest';
import { testMember } from '../../family-bacen/src/test-member.ts';
import json from '../plugin.json' with { type: 'json' };
import module from './index.ts';
import simulator from './simulator.ts';

testMember({
  json,
  module,
  simulator,
  tokenRequests: {
    cashIn:
      '{"grant_type":"client_credentials","client_id":"voluti-cash-in","client_secret":"voluti_cash_in_invented_0001"}',
    cashOut:
      '{"grantType":"client_credentials","clientId":"voluti-cash-out","clientSecret":"voluti_cash_out_invented_0001"}',
  },
});

it('asks for the token of withdrawals as a form, where the owner chose so, and for that of charges as before', async () => {
  const manifest = asManifest(json);
  const asked: string[] = [];
  const { provider } = openProvider(manifest, module, {
    credentials: { ...sampleFiles(manifest), ...simulator.samples!.credentials, cashOutTokenForm: 'form' },
    inProcess: async ({ path, rawBody }) => {
      if (path === '/oauth/token') asked.push(rawBody);
      return path === '/oauth/token' ? { status: 200, body: { access_token: 'a-token' } } : { status: 404, body: {} };
    },
  });

  await provider.getTransaction({ transactionId: 'a1', reference: 'attempt-0001', paymentMethod: 'PIX' });
  await provider.getWithdraw({ withdrawId: 'a2', withdrawReference: 'withdraw-0001' });

  expect(asked).toEqual([
    '{"grant_type":"client_credentials","client_id":"voluti-cash-in","client_secret":"voluti_cash_in_invented_0001"}',
    'grant_type=client_credentials&client_id=voluti-cash-out&client_secret=voluti_cash_out_invented_0001',
  ]);
});
