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
      '{"grant_type":"client_credentials","client_id":"pagstar-cash-in","client_secret":"pagstar_cash_in_invented_0001"}',
    cashOut:
      '{"grant_type":"client_credentials","client_id":"pagstar-cash-out","client_secret":"pagstar_cash_out_invented_0001"}',
  },
});
