import { testBank } from '../../family-bacen/src/test-bank.ts';
import json from '../plugin.json' with { type: 'json' };
import module from './index.ts';
import simulator from './simulator.ts';

testBank({
  json,
  module,
  simulator,
  token: {
    address: 'https://sts.itau.com.br/api/oauth/token',
    body: 'grant_type=client_credentials&client_id=itau-client&client_secret=itau_invented_0001',
  },
  addresses: {
    'PUT cob/{}': 'https://secure.api.itau/pix_recebimentos/v2/cob/{}',
    'GET cob/{}/qrcode': 'https://secure.api.itau/pix_recebimentos/v2/cob/{}/qrcode',
    'PUT pix/{}/devolucao/{}': 'https://secure.api.itau/pix_recebimentos/v2/pix/{}/devolucao/{}',
    'PUT webhook/{}': 'https://secure.api.itau/pix_recebimentos/v2/webhook/{}',
  },
});
