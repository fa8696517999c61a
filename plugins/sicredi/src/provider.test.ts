import { testBank } from '../../family-bacen/src/test-bank.ts';
import json from '../plugin.json' with { type: 'json' };
import module from './index.ts';
import simulator from './simulator.ts';

testBank({
  json,
  module,
  simulator,
  token: {
    address: 'https://api-pix.sicredi.com.br/oauth/token',
    body: 'grant_type=client_credentials&scope=cob.read+cob.write+pix.read+pix.write+webhook.read+webhook.write',
    authorization: 'Basic c2ljcmVkaS1jbGllbnQ6c2ljcmVkaV9pbnZlbnRlZF8wMDAx',
  },
  addresses: {
    'PUT cob/{}': 'https://api-pix.sicredi.com.br/api/v3/cob/{}',
    'PUT pix/{}/devolucao/{}': 'https://api-pix.sicredi.com.br/api/v2/pix/{}/devolucao/{}',
    'PUT webhook/{}': 'https://api-pix.sicredi.com.br/api/v2/webhook/{}',
    'POST rec': 'https://api-pix.sicredi.com.br/api/v1/rec',
    'POST locrec': 'https://api-pix.sicredi.com.br/api/v1/locrec',
    'GET rec/{}': 'https://api-pix.sicredi.com.br/api/v1/rec/{}',
    'PUT cobr/{}': 'https://api-pix.sicredi.com.br/api/v1/cobr/{}',
    'POST cobr/{}/retentativa/{}': 'https://api-pix.sicredi.com.br/api/v1/cobr/{}/retentativa/{}',
    'PUT webhookrec': 'https://api-pix.sicredi.com.br/api/v1/webhookrec',
    'PUT webhookcobr': 'https://api-pix.sicredi.com.br/api/v1/webhookcobr',
  },
});
