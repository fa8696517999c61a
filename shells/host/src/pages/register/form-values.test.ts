import { describe, expect, it } from 'vitest';
import { findProblems, toInput } from './form-values.ts';

const values = { name: 'Maria Silva', email: 'maria@example.com', phone: '', password: 'trem das onze' };

describe('findProblems', () => {
  it('lets a complete form go, with and without a phone', () => {
    expect(findProblems(values)).toEqual({});
    expect(findProblems({ ...values, phone: '(11) 98888-7777' })).toEqual({});
  });

  it('names every field that has to be mended', () => {
    expect(findProblems({ name: ' M ', email: '', phone: '(10) 1', password: 'curta' })).toEqual({
      name: 'nameShort',
      email: 'emailMissing',
      phone: 'phoneInvalid',
      password: 'password.short',
    });
    expect(findProblems({ ...values, email: 'maria@' })).toEqual({ email: 'emailInvalid' });
  });
});

describe('toInput', () => {
  it('sends digits, trimmed texts and the password as it was typed', () => {
    const input = toInput({ name: ' Maria ', email: ' a@b.com ', phone: '(11) 98888-7777', password: ' x y ' }, 'en');

    expect(input).toEqual({ name: 'Maria', email: 'a@b.com', phone: '11988887777', password: ' x y ', locale: 'en' });
  });

  it('leaves out a phone that was not given', () => {
    expect(toInput(values, 'pt-BR')).not.toHaveProperty('phone');
  });
});
