import { findChanges, type ShownOf } from '@feira/shell-kit/fields';
import { describe, expect, it } from 'vitest';
import { PROFILE } from './profile-fields.ts';

type ProfileFields = ShownOf<typeof PROFILE>;
interface Account {
  name: string;
  phone: string;
  locale?: 'pt-BR' | 'en';
}
const toFields = (account: Account) => PROFILE.show(account, 'pt-BR');
const findProblems = (fields: ProfileFields) => PROFILE.read(fields).problems;
const toChanges = (fields: ProfileFields, account: Account) =>
  findChanges(PROFILE.read(fields).value, PROFILE.read(toFields(account)).value);

const account: Account = { name: 'Maria Souza', phone: '11988887777' };
const fields: ProfileFields = { name: 'Maria Souza', phone: '(11) 98888-7777', document: '', locale: '' };

describe('toFields', () => {
  it('shows the phone as people write it, and no language where none was chosen', () => {
    expect(toFields(account)).toEqual(fields);
    expect(toFields({ ...account, phone: '', locale: 'en' })).toEqual({
      ...fields,
      phone: '',
      locale: 'en',
    });
  });
});

describe('findProblems', () => {
  it.each([
    [{}, {}],
    [{ phone: '' }, {}],
    [{ name: ' Jo ' }, { name: 'nameShort' }],
    [{ document: '529.982.247-25' }, {}],
    [{ document: '529.982.247-26' }, { document: 'documentInvalid' }],
    [{ phone: '(00) 98888-7777' }, { phone: 'phoneInvalid' }],
    [
      { phone: '98888-7777', name: '' },
      { name: 'nameShort', phone: 'phoneInvalid' },
    ],
  ])('says of %j what is wrong', (changed, problems) => {
    expect(findProblems({ ...fields, ...changed })).toEqual(problems);
  });
});

describe('toChanges', () => {
  it('leaves out what stays', () => {
    expect(toChanges(fields, account)).toEqual({});
    expect(toChanges({ ...fields, name: ' Maria Lima ' }, account)).toEqual({ name: 'Maria Lima' });
    expect(toChanges({ ...fields, locale: 'en' }, account)).toEqual({ locale: 'en' });
    expect(toChanges({ ...fields, locale: 'en' }, { ...account, locale: 'en' })).toEqual({});
  });

  it('sends a document once it was typed, without punctuation', () => {
    expect(toChanges({ ...fields, document: ' ' }, account)).toEqual({});
    expect(toChanges({ ...fields, document: '12.abc.345/01de-35' }, account)).toEqual({ document: '12ABC34501DE35' });
  });

  it('sends digits, and an empty phone to have none', () => {
    expect(toChanges({ ...fields, phone: '+55 (21) 3888-7777' }, account)).toEqual({ phone: '2138887777' });
    expect(toChanges({ ...fields, phone: ' ' }, account)).toEqual({ phone: '' });
    expect(toChanges({ ...fields, phone: '' }, { ...account, phone: '' })).toEqual({});
  });
});
