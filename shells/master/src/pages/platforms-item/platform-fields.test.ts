import { CURRENCIES } from '@feira/schemas/common';
import { DEFAULT_PLATFORM_SETTINGS } from '@feira/schemas/platform';
import { describe, expect, it } from 'vitest';
import { findProblems, toChange, toFields, toggle } from './platform-fields.ts';
import type { PlatformDetails } from './use-platform.ts';

const platform: PlatformDetails = {
  id: '01930000-0000-7000-8000-000000000001',
  name: 'Feira',
  status: 'ACTIVE',
  isOwn: true,
  hosts: ['*'],
  createdAt: '2026-11-20T12:00:00Z',
  settings: { ...DEFAULT_PLATFORM_SETTINGS, currencies: ['BRL', 'USD'] },
};
const fields = toFields(platform);

describe('findProblems', () => {
  it('finds none in what is stored', () => {
    expect(findProblems(fields)).toEqual({});
  });

  it.each([
    [{ name: ' F ' }, { name: 'nameShort' }],
    [{ methods: [] }, { methods: 'methodLacks' }],
    [{ currencies: ['USD'] as const }, { currencies: 'currencyLacks' }],
    [{ currency: 'EUR' as const }, { currencies: 'currencyLacks' }],
  ])('says of %j what is wrong', (changed, problems) => {
    expect(findProblems({ ...fields, ...changed })).toEqual(problems);
  });
});

describe('toChange', () => {
  it('leaves out what stays, in whatever order it stands', () => {
    expect(toChange(fields, platform)).toEqual({});
    expect(toChange({ ...fields, name: 'Feira ', currencies: ['USD', 'BRL'] }, platform)).toEqual({});
  });

  it('names what is new', () => {
    expect(toChange({ ...fields, name: 'Feira Livre' }, platform)).toEqual({ name: 'Feira Livre' });
    expect(toChange({ ...fields, methods: ['PIX'], currency: 'USD' }, platform)).toEqual({
      settings: { methods: ['PIX'], currency: 'USD' },
    });
    expect(toChange({ ...fields, currencies: ['BRL', 'EUR'] }, platform)).toEqual({
      settings: { currencies: ['BRL', 'EUR'] },
    });
  });
});

describe('toggle', () => {
  it('keeps the order of all', () => {
    expect(toggle(CURRENCIES, ['USD'], 'BRL', true)).toEqual(['BRL', 'USD']);
    expect(toggle(CURRENCIES, ['BRL', 'USD'], 'BRL', false)).toEqual(['USD']);
    expect(toggle(CURRENCIES, ['BRL'], 'BRL', true)).toEqual(['BRL']);
  });
});
