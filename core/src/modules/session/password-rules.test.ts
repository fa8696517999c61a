import { describe, expect, it } from 'vitest';
import { checkPasswordStrength } from './password-rules.ts';

const MARIA = { name: 'Maria José da Silva', email: 'mjsilva@example.com', platformName: 'Feira Livre' };

describe('checkPasswordStrength', () => {
  it.each([
    '1234567890',
    'aaaaaaaaaaaa',
    'qwertyuiop',
    'abcdefghijkl',
    'senha12345',
    'password123!',
    'P@ssw0rd2026',
    'flamengo2024',
    'iloveyou123',
    '1'.repeat(200),
    'correcthorsebatterystaple',
    'Correct Horse Battery Staple 1',
    'cachorrogato',
    'futebolcerveja',
    '😀😃😄😁😆😅🤣😂🙂🙃',
    '🇧🇷👍🏽❤️🔥🚀💰😎🙏🍀🌟',
    'senha🔥12345',
  ])('refuses %s, which guessers try early', async (password) => {
    await expect(checkPasswordStrength(password, MARIA)).rejects.toThrow(
      expect.objectContaining({ code: 'PASSWORD_WEAK' }),
    );
  });

  it.each(['Zebra-Maria-voadora-77', 'zebra+mjsilva+voadora', 'zebra maríajosé voadora', 'feira-LIVRE-voadora-77'])(
    'refuses %s, which holds a name that a guesser knows',
    async (password) => {
      await expect(checkPasswordStrength(password, MARIA)).rejects.toThrow(
        expect.objectContaining({ code: 'PASSWORD_WEAK', fields: ['password'] }),
      );
    },
  );

  it.each([
    'pão-de-queijo-2026',
    'abacaxi voador laranja',
    'x7!kQ2#pLm9',
    'ção ênfase útil 9',
    'abacaxi 🍍 voador laranja',
  ])('takes %s', async (password) => {
    await expect(checkPasswordStrength(password, MARIA)).resolves.toBeUndefined();
  });
});
