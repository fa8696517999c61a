import type { SealedCard } from '@feira/schemas/documents';
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import { sealCard } from './seal.ts';

const card: SealedCard = {
  offerId: 'offer',
  iat: 1_795_000_000,
  cardNumber: '4111111111111111',
  holderName: 'MARIA DA CONCEIÇÃO',
  expMonth: 12,
  expYear: 2030,
  cvv: '123',
};
const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
const sealKey = { ...(await exportJWK(publicKey)), kid: 'key-7' } as JsonWebKey & { kid: string };

describe('sealCard', () => {
  it('writes a JWE that another implementation opens', async () => {
    const { plaintext, protectedHeader } = await compactDecrypt(await sealCard(card, sealKey), privateKey);

    expect(JSON.parse(new TextDecoder().decode(plaintext))).toEqual(card);
    expect(protectedHeader).toMatchObject({ alg: 'ECDH-ES', enc: 'A256GCM', kid: 'key-7' });
  });

  it('never writes the same text twice and shows nothing of the card', async () => {
    const [first, second] = [await sealCard(card, sealKey), await sealCard(card, sealKey)];

    expect(first).not.toBe(second);
    const header = JSON.parse(Buffer.from(first.split('.')[0]!, 'base64url').toString());
    expect(Object.keys(header.epk).sort()).toEqual(['crv', 'kty', 'x', 'y']);
    for (const part of first.split('.')) {
      expect(Buffer.from(part, 'base64url').toString('latin1')).not.toContain(card.cardNumber);
    }
  });

  it('does not open when a byte was changed', async () => {
    const parts = (await sealCard(card, sealKey)).split('.');
    parts[3] = `${parts[3]!.startsWith('A') ? 'B' : 'A'}${parts[3]!.slice(1)}`;

    await expect(compactDecrypt(parts.join('.'), privateKey)).rejects.toThrow();
  });
});
