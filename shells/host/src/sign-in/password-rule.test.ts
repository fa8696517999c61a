import { describe, expect, it } from 'vitest';
import { checkPassword } from './password-rule.ts';

const nobody = { name: '', email: '', platformName: '' };
const jose = { name: 'José Antônio', email: 'padaria.sol@example.com', platformName: 'Mercado Aurora' };

describe('checkPassword', () => {
  it('asks for ten characters, however many bytes they take', () => {
    expect(checkPassword('çãõéíóúâê', nobody).isLong).toBe(false);
    expect(checkPassword('çãõéíóúâêô', nobody).isLong).toBe(true);
    expect(checkPassword('🔑🔑🔑🔑🔑', nobody).isLong).toBe(false);
  });

  it.each([
    'xx-ANTONIO-2026',
    'minha.Padaria.9',
    'pa-da-ria em casa',
    'padariasol em casa',
    'vivaAurora!!',
    'a-u-r-o-r-a',
  ])('finds a telling name in %j', (password) => {
    expect(checkPassword(password, jose).isApart).toBe(false);
  });

  it('lets short parts of a name be part of a word', () => {
    expect(checkPassword('anacronismo total', { ...nobody, name: 'Ana Sá' }).isApart).toBe(true);
  });

  it('says nothing good about what it cannot know', () => {
    expect(checkPassword('', jose)).toEqual({ isLong: false, isApart: undefined });
    expect(checkPassword('trem das onze', { ...nobody, platformName: 'Aurora' }).isApart).toBeUndefined();
  });
});
