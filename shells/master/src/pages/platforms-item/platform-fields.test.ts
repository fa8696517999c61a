import { DEFAULT_PLATFORM_SETTINGS } from '@feira/schemas/platform';
import { describe, expect, it } from 'vitest';
import { PLATFORM, toChange, toStored } from './platform-fields.ts';
import type { PlatformDetails } from './use-platform.ts';

const platform: PlatformDetails = {
  id: '01930000-0000-7000-8000-000000000001',
  name: 'Feira',
  status: 'ACTIVE',
  isOwn: true,
  hosts: ['*'],
  createdAt: '2026-11-20T12:00:00Z',
  settings: { ...DEFAULT_PLATFORM_SETTINGS, currencies: ['BRL', 'USD'] },
  version: 3,
  customizationVersion: 1,
};
type Settings = typeof fields.settings;
const fields = PLATFORM.show(toStored(platform), 'en');
const read = ({ name = fields.name, ...settings }: Partial<Settings & { name: string }>) =>
  PLATFORM.read({ name, settings: { ...fields.settings, ...settings } });
const change = (changed: Parameters<typeof read>[0]) => toChange(read(changed).value, toStored(platform));

describe('PLATFORM', () => {
  it('finds none in what is stored', () => {
    expect(read({}).problems).toEqual({});
  });

  it.each([
    [{ name: ' F ' }, { name: 'nameShort' }],
    [{ methods: [] }, { 'settings.methods': 'methodLacks' }],
    [{ currencies: ['USD' as const] }, { 'settings.currencies': 'currencyLacks' }],
    [{ currency: 'EUR' as const }, { 'settings.currencies': 'currencyLacks' }],
  ])('says of %j what is wrong', (changed, problems) => {
    expect(read(changed).problems).toEqual(problems);
  });
});

describe('toChange', () => {
  it('leaves out what stays, in whatever order it stands', () => {
    expect(change({})).toEqual({});
    expect(change({ name: 'Feira ', currencies: ['USD', 'BRL'] })).toEqual({});
  });

  it('names what is new', () => {
    expect(change({ name: 'Feira Livre' })).toEqual({ name: 'Feira Livre' });
    expect(change({ methods: ['PIX'], currency: 'USD' })).toEqual({
      settings: { methods: ['PIX'], currency: 'USD' },
    });
    expect(change({ currencies: ['BRL', 'EUR'] })).toEqual({
      settings: { currencies: ['BRL', 'EUR'] },
    });
  });
});
