import { asManifest } from '@feira/plugin-kit';
import { sampleFiles } from '@feira/plugin-kit/simulation';
import { openProvider, sampleTransaction, startSimulator } from '@feira/plugin-kit/testing';
import { parseBrCode } from '@feira/schemas/rules/br-code';
import { expect, it, onTestFinished } from 'vitest';
import { testBank } from '../../family-bacen/src/test-bank.ts';
import json from '../plugin.json' with { type: 'json' };
import module from './index.ts';
import simulator from './simulator.ts';

testBank({
  json,
  module,
  simulator,
  token: {
    address: 'https://trust-pix.santander.com.br/oauth/token?grant_type=client_credentials',
    body: 'client_id=santander-client&client_secret=santander_invented_0001',
  },
  addresses: {
    'PUT cob/{}': 'https://trust-pix.santander.com.br/api/v1/cob/{}',
    'PUT pix/{}/devolucao/{}': 'https://trust-pix.santander.com.br/api/v1/pix/{}/devolucao/{}',
    'PUT webhook/{}': 'https://trust-pix.santander.com.br/api/v1/webhook/{}',
  },
});

it('makes the code of the address of the charge, with its amount and who is paid', async () => {
  const manifest = asManifest(json);
  const credentials = { ...sampleFiles(manifest), ...simulator.samples!.credentials };
  const { url, close } = await startSimulator(simulator, { credentials });
  onTestFinished(close);
  const { provider } = openProvider(manifest, module, { credentials, baseUrl: url });

  const { pixCode, transactionId } = await provider.createTransaction(sampleTransaction('PIX', { amount: 12_345 }));

  expect(parseBrCode(pixCode!)).toMatchObject({
    url: `pix.example.com/qr/v2/${transactionId}`,
    amount: 12_345,
    merchantName: 'Loja de Teste',
    merchantCity: 'Sao Paulo',
  });
});
