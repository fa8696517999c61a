import { testBank } from '../../family-bacen/src/test-bank.ts';
import json from '../plugin.json' with { type: 'json' };
import module from './index.ts';
import simulator from './simulator.ts';

testBank({
  json,
  module,
  simulator,
  token: {
    address: 'https://qrpix.bradesco.com.br/oauth/token',
    body: 'grant_type=client_credentials',
    authorization: 'Basic YnJhZGVzY28tY2xpZW50OmJyYWRlc2NvX2ludmVudGVkXzAwMDE=',
  },
  addresses: {
    'PUT cob/{}': 'https://qrpix.bradesco.com.br/v2/cob/{}',
    'PUT pix/{}/devolucao/{}': 'https://qrpix.bradesco.com.br/v2/pix/{}/devolucao/{}',
    'PUT webhook/{}': 'https://qrpix.bradesco.com.br/v2/webhook/{}',
    'POST rec': 'https://apipix.bradesco.com.br/v1/rec',
    'POST locrec': 'https://apipix.bradesco.com.br/v1/locrec',
    'GET rec/{}': 'https://apipix.bradesco.com.br/v1/rec/{}',
    'PUT cobr/{}': 'https://apipix.bradesco.com.br/v1/cobr/{}',
    'POST cobr/{}/retentativa/{}': 'https://apipix.bradesco.com.br/v1/cobr/{}/retentativa/{}',
    'PUT webhookrec': 'https://apipix.bradesco.com.br/v1/webhookrec',
    'PUT webhookcobr': 'https://apipix.bradesco.com.br/v1/webhookcobr',
  },
});
