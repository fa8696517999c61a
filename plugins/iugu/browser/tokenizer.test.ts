/** The tokenizer runs in the card's frame; here it meets the simulator over HTTP, and its token is charged. */
import { asManifest } from '@feira/plugin-kit';
import { openProvider, sampleCardToken, sampleTransaction, startSimulator } from '@feira/plugin-kit/testing';
import { expect, it, onTestFinished } from 'vitest';
import json from '../plugin.json' with { type: 'json' };
import module from '../src/index.ts';
import simulator from '../src/simulator.ts';
import { tokenize } from './tokenizer.ts';

const { credentials } = simulator.samples!;
const publicKey = credentials.publicKey!;
const card = sampleCardToken().card!;

async function open() {
  const { url, close } = await startSimulator(simulator, { credentials });
  onTestFinished(close);
  return url;
}

it('makes a token of a card, which is charged once', async () => {
  const baseUrl = await open();
  const made = await tokenize({ ...card, expYear: 34 }, { publicKey, baseUrl });
  expect(made).toMatchObject({ cardLastDigits: '1111' });
  const { provider } = openProvider(asManifest(json), module, { credentials, baseUrl });
  const charge = (reference: string) =>
    provider.createTransaction(sampleTransaction('CREDIT_CARD', { reference, cardToken: made.token }));
  expect(await charge('attempt-0001')).toMatchObject({ providerStatus: 'paid', paidAmount: 12_345 });
  await expect(charge('attempt-0002')).rejects.toMatchObject({ reason: 'Esse token já foi usado.' });
});

it('says why a card became no token, with the first of the errors', async () => {
  const baseUrl = await open();
  const tokenizing = (holderName: string, key: string) =>
    tokenize({ ...card, holderName }, { publicKey: key, baseUrl });
  await expect(tokenizing('MARIA', publicKey)).rejects.toThrow('não pode ficar em branco');
  await expect(tokenizing('MARIA DA SILVA', publicKey.replace(/.$/, 'A'))).rejects.toThrow('account_id invalido');
  await expect(tokenizing('MARIA DA SILVA', '')).rejects.toThrow('Public key is required');
});
