import { testBank } from '../../family-bacen/src/test-bank.ts';
import json from '../plugin.json' with { type: 'json' };
import module from './index.ts';
import simulator from './simulator.ts';

testBank({
  json,
  module,
  simulator,
  token: {
    address: 'https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token',
    body: 'grant_type=client_credentials&scope=cob.read+cob.write+pix.read+pix.write+webhook.read+webhook.write&client_id=sicoob-client',
  },
  addresses: {
    'PUT cob/{}': 'https://api.sicoob.com.br/pix/api/v2/cob/{}',
    'PUT pix/{}/devolucao/{}': 'https://api.sicoob.com.br/pix/api/v2/pix/{}/devolucao/{}',
    'PUT webhook/{}': 'https://api.sicoob.com.br/pix/api/v2/webhook/{}',
  },
});
