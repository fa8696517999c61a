import { describe, expect, it } from 'vitest';
import { findProblems, type NewPlatform, startOf, toInput } from './new-platform.ts';

const typed: NewPlatform = {
  name: ' Loja Nova ',
  host: 'https://Loja.example/',
  currency: 'EUR',
  locale: 'en',
  adminName: 'Ana Lima',
  adminEmail: ' ana@loja.example ',
};

describe('toInput', () => {
  it('cleans what was typed and keeps what was chosen', () => {
    expect(toInput(typed)).toEqual({
      name: 'Loja Nova',
      host: 'loja.example',
      currency: 'EUR',
      locale: 'en',
      adminName: 'Ana Lima',
      adminEmail: 'ana@loja.example',
    });
  });
});

describe('findProblems', () => {
  it('finds none in what can be sent', () => {
    expect(findProblems(typed)).toEqual({});
  });

  it('names every field of an empty form', () => {
    expect(Object.keys(findProblems(startOf('pt-BR'))).sort()).toEqual(['adminEmail', 'adminName', 'host', 'name']);
  });

  it.each([
    [{ name: ' L ' }, { name: 'nameShort' }],
    [{ host: 'loja' }, { host: 'hostInvalid' }],
    [{ adminName: 'An' }, { adminName: 'adminNameShort' }],
    [{ adminEmail: 'ana@loja' }, { adminEmail: 'emailInvalid' }],
  ])('says of %j what is wrong', (changed, problems) => {
    expect(findProblems({ ...typed, ...changed })).toEqual(problems);
  });
});
