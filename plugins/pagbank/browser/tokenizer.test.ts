/** The tokenizer runs in the card's frame; here the owner of the private key reads what it has sealed, as PagBank does. */
import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { sampleCardToken } from '@feira/plugin-kit/testing';
import { expect, it } from 'vitest';
import { tokenize } from './tokenizer.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const base64 = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const card = { ...sampleCardToken().card!, cardNumber: '4111111111111111', holderName: "José D'Ávila", expMonth: 7 };
const context = { publicKey: base64, baseUrl: 'https://sandbox.api.pagseguro.com' };

/** The text of a block of PKCS #1 v1.5: what stands after the first 0 behind the random bytes. */
function open(token: string): string {
  const sealed = Buffer.from(token, 'base64');
  const block = privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, sealed);
  expect([block.length, block[0], block[1]]).toEqual([256, 0, 2]);
  const end = block.indexOf(0, 2);
  expect(end).toBeGreaterThanOrEqual(10);
  return block.subarray(end + 1).toString('utf8');
}

it('seals a card so that the owner of the key alone reads it', async () => {
  const { token, cardLastDigits } = await tokenize({ ...card, cvv: '123', expYear: 34 }, context);

  const [number, cvv, month, year, holder, time] = open(token).split(';');
  expect([number, cvv, month, year, holder]).toEqual(['4111111111111111', '123', '07', '2034', 'Jose DAvila']);
  expect(Number(time)).toBeGreaterThan(Date.parse('2026-01-01'));
  expect(cardLastDigits).toBe('1111');
  expect(token).not.toContain('4111');
});

it('makes another token of the same card each time, with a key as PEM, too', async () => {
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

  const tokens = await Promise.all([tokenize(card, context), tokenize(card, { ...context, publicKey: pem })]);

  expect(new Set(tokens.map(({ token }) => token)).size).toBe(2);
  expect(tokens.map(({ token }) => open(token).split(';')[0])).toEqual(['4111111111111111', '4111111111111111']);
});

it('says that a card cannot be sealed without a key, or with a wrong one', async () => {
  await expect(tokenize(card, { ...context, publicKey: '' })).rejects.toThrow('Public key is required');
  await expect(tokenize(card, { ...context, publicKey: 'no key' })).rejects.toThrow('Erro salvando cartão');
});
