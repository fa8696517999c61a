import { testBank } from '../../family-bacen/src/test-bank.ts';
import json from '../plugin.json' with { type: 'json' };
import module from './index.ts';
import simulator from './simulator.ts';

testBank({
  json,
  module,
  simulator,
  token: {
    address: 'https://cdpj.partners.bancointer.com.br/oauth/v2/token',
    body: 'grant_type=client_credentials&scope=cob.read+cob.write+pix.read+pix.write+webhook.read+webhook.write&client_id=banco-inter-client&client_secret=banco-inter_invented_0001',
  },
  addresses: {
    'PUT cob/{}': 'https://cdpj.partners.bancointer.com.br/pix/v2/cob/{}',
    'PUT pix/{}/devolucao/{}': 'https://cdpj.partners.bancointer.com.br/pix/v2/pix/{}/devolucao/{}',
    'PUT webhook/{}': 'https://cdpj.partners.bancointer.com.br/pix/v2/webhook/{}',
  },
});
