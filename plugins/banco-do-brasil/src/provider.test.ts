import { testBank } from '../../family-bacen/src/test-bank.ts';
import json from '../plugin.json' with { type: 'json' };
import module from './index.ts';
import simulator from './simulator.ts';

testBank({
  json,
  module,
  simulator,
  token: {
    address: 'https://oauth.bb.com.br/oauth/token',
    body: 'grant_type=client_credentials&scope=cob.read+cob.write+pix.read+pix.write+webhook.read+webhook.write',
    authorization: 'Basic YmFuY28tZG8tYnJhc2lsLWNsaWVudDpiYW5jby1kby1icmFzaWxfaW52ZW50ZWRfMDAwMQ==',
  },
  addresses: {
    'PUT cob/{}': 'https://api-pix.bb.com.br/pix/v2/cob/{}',
    'PUT pix/{}/devolucao/{}': 'https://api-pix.bb.com.br/pix/v2/pix/{}/devolucao/{}',
    'PUT webhook/{}': 'https://api-pix.bb.com.br/pix/v2/webhook/{}',
    'POST rec': 'https://api-pix.bb.com.br/pix/v2/rec',
    'POST locrec': 'https://api-pix.bb.com.br/pix/v2/locrec',
    'GET rec/{}': 'https://api-pix.bb.com.br/pix/v2/rec/{}',
    'PUT cobr/{}': 'https://api-pix.bb.com.br/pix/v2/cobr/{}',
    'POST cobr/{}/retentativa/{}': 'https://api-pix.bb.com.br/pix/v2/cobr/{}/retentativa/{}',
    'PUT webhookrec': 'https://api-pix.bb.com.br/pix/v2/webhookrec',
    'PUT webhookcobr': 'https://api-pix.bb.com.br/pix/v2/webhookcobr',
  },
});
