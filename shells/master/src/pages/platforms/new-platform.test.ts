import type { ShownOf } from '@feira/shell-kit/fields';
import { describe, expect, it } from 'vitest';
import { NEW_PLATFORM } from './new-platform.ts';

const typed: ShownOf<typeof NEW_PLATFORM> = {
  name: ' Loja Nova ',
  host: 'https://Loja.example/',
  currency: 'EUR',
  locale: 'en',
  adminName: 'Ana Lima',
  adminEmail: ' ana@loja.example ',
};

const findProblems = (shown: typeof typed) => NEW_PLATFORM.read(shown).problems;

describe('what is sent of a new platform', () => {
  it('cleans what was typed and keeps what was chosen', () => {
    expect(NEW_PLATFORM.read(typed).value).toEqual({
      name: 'Loja Nova',
      host: 'loja.example',
      currency: 'EUR',
      locale: 'en',
      adminName: 'Ana Lima',
      adminEmail: 'ana@loja.example',
    });
  });
});

describe('problems of a new platform', () => {
  it('finds none in what can be sent', () => {
    expect(findProblems(typed)).toEqual({});
  });

  it('names every field of an empty form', () => {
    expect(Object.keys(findProblems(NEW_PLATFORM.show(undefined, 'pt-BR'))).sort()).toEqual([
      'adminEmail',
      'adminName',
      'host',
      'name',
    ]);
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
