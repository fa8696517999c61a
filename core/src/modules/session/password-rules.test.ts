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
    ...[
      'vaisaopaulo2026',
      'souflamengo123',
      'Gremio@Campeao',
      'mengao2019!',
      'M3ng@o-2019',
      'AtleticoMineiro13',
      'vascodagama98',
      'flamengo e vasco 98',
    ],
    ...[
      'brasil@hexa2026',
      'BrasilPenta2002',
      'meubrasil2026',
      'brazil2026!!',
      'minasgerais31',
      'estadosunidos1',
      'ordemeprogresso',
      'Bahia@1931',
    ],
    ...['senha@brasil1', 'trocar#2026!', 'deusefiel2026', 'jesuscristo777', 'bemvindo@2026'],
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
    'flamengo-tomada-rosquinha',
    'brasil 7391 8264 voa',
  ])('takes %s', async (password) => {
    await expect(checkPasswordStrength(password, MARIA)).resolves.toBeUndefined();
  });
});
