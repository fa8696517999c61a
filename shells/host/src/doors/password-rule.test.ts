import { describe, expect, it } from 'vitest';
import { checkPassword } from './password-rule.ts';

describe('checkPassword', () => {
  it('asks for ten characters, however many bytes they take', () => {
    expect(checkPassword('çãõéíóúâê', {}).isLong).toBe(false);
    expect(checkPassword('çãõéíóúâêô', {}).isLong).toBe(true);
    expect(checkPassword('🔑🔑🔑🔑🔑', {}).isLong).toBe(false);
  });

  it('finds name and e-mail in any case and without accents', () => {
    const identity = { name: 'José Antônio', email: 'padaria@example.com' };

    expect(checkPassword('xx-ANTONIO-2026', identity).isApart).toBe(false);
    expect(checkPassword('minha.Padaria.9', identity).isApart).toBe(false);
    expect(checkPassword('trem das onze partindo', identity).isApart).toBe(true);
  });

  it('says nothing good about an empty field', () => {
    expect(checkPassword('', {})).toEqual({ isLong: false, isApart: false });
  });

  it('lets short parts of a name be part of a word', () => {
    expect(checkPassword('anacronismo total', { name: 'Ana Sá' }).isApart).toBe(true);
  });
});
