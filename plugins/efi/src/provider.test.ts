import { testBank } from '../../family-bacen/src/test-bank.ts';
import json from '../plugin.json' with { type: 'json' };
import module from './index.ts';
import simulator from './simulator.ts';

testBank({
  json,
  module,
  simulator,
  token: {
    address: 'https://pix.api.efipay.com.br/oauth/token',
    body: '{"grant_type":"client_credentials"}',
    authorization: 'Basic ZWZpLWNsaWVudDplZmlfaW52ZW50ZWRfMDAwMQ==',
  },
  addresses: {
    'PUT cob/{}': 'https://pix.api.efipay.com.br/v2/cob/{}',
    'PUT pix/{}/devolucao/{}': 'https://pix.api.efipay.com.br/v2/pix/{}/devolucao/{}',
    'PUT webhook/{}': 'https://pix.api.efipay.com.br/v2/webhook/{}',
    'POST rec': 'https://pix.api.efipay.com.br/v2/rec',
    'POST locrec': 'https://pix.api.efipay.com.br/v2/locrec',
    'GET rec/{}': 'https://pix.api.efipay.com.br/v2/rec/{}',
    'PUT cobr/{}': 'https://pix.api.efipay.com.br/v2/cobr/{}',
    'POST cobr/{}/retentativa/{}': 'https://pix.api.efipay.com.br/v2/cobr/{}/retentativa/{}',
    'PUT webhookrec': 'https://pix.api.efipay.com.br/v2/webhookrec',
    'PUT webhookcobr': 'https://pix.api.efipay.com.br/v2/webhookcobr',
  },
});
