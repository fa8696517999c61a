import { findChanges as findDifferences, type ValueOf } from '@feira/shell-kit/fields';
import { describe, expect, it } from 'vitest';
import {
  CUSTOMIZATION,
  type CustomizationDraft,
  createBanner,
  findTab,
  isLink,
  moveBanner,
  type Shown,
  toStored,
} from './customization-fields.ts';

const toDraft = (shown: Shown) => CUSTOMIZATION.show(toStored(shown), 'pt-BR');
const readDraft = (draft: CustomizationDraft) => CUSTOMIZATION.read(draft).value;
const findChanges = (input: ValueOf<typeof CUSTOMIZATION>, shown: Shown) =>
  findDifferences(input, readDraft(toDraft(shown)));

const SHOWN: Shown = {
  name: 'Feira do Norte',
  customization: {
    account: { legalName: 'Feira LTDA', document: '11222333000181', supportPhone: '11987654321' },
    visuals: { logoUrl: '/media/logo.svg', colorPrimary: '#0b6e4f' },
    banners: [
      { imageUrl: 'https://cdn.example.com/a.png', description: 'Oferta A', href: '/checkout/a' },
      { imageUrl: 'https://cdn.example.com/b.png', description: 'Oferta B' },
    ],
  },
};
const EMPTY: Shown = { name: 'Feira', customization: {} };

describe('CUSTOMIZATION', () => {
  it('is read back as it was, and changes nothing', () => {
    for (const shown of [SHOWN, EMPTY]) {
      const { value, problems } = CUSTOMIZATION.read(toDraft(shown));

      expect(problems).toEqual({});
      expect(findChanges(value, shown)).toEqual({});
    }
  });

  it('shows document and phone as people write them', () => {
    expect(toDraft(SHOWN).account).toMatchObject({
      document: '11.222.333/0001-81',
      supportPhone: '(11) 98765-4321',
    });
  });
});

describe('findChanges', () => {
  it('hands on the changed part as a whole and leaves the others out', () => {
    const draft = toDraft(SHOWN);
    const input = readDraft({ ...draft, visuals: { ...draft.visuals, colorPrimary: '#112233' } });

    expect(findChanges(input, SHOWN)).toEqual({ visuals: { logoUrl: '/media/logo.svg', colorPrimary: '#112233' } });
  });

  it('leaves out what was emptied', () => {
    const draft = toDraft(SHOWN);
    const input = readDraft({ ...draft, account: { ...draft.account, document: ' ', supportPhone: '' } });

    expect(findChanges(input, SHOWN)).toEqual({ account: { legalName: 'Feira LTDA' } });
  });

  it('sees another order of banners', () => {
    const draft = toDraft(SHOWN);
    const changes = findChanges(readDraft({ ...draft, banners: moveBanner(draft.banners, 1, -1) }), SHOWN);

    expect(changes.banners?.map(({ description }) => description)).toEqual(['Oferta B', 'Oferta A']);
  });
});

describe('problems of a customization', () => {
  it('names every field that the server would refuse', () => {
    const draft = toDraft(EMPTY);
    const { problems } = CUSTOMIZATION.read({
      name: ' x ',
      account: { legalName: '', document: '111.111.111-11', supportEmail: 'a@b', supportPhone: '(11) 1' },
      visuals: { logoUrl: 'http://a.example/a.png', faviconUrl: '//evil.example', colorPrimary: 'red' },
      redirection: { ...draft.redirection, homeUrl: 'javascript:alert(1)' },
      banners: [createBanner({ href: 'x' })],
    });

    expect(problems).toEqual({
      name: 'customization.problems.name',
      'account.document': 'customization.problems.document',
      'account.supportEmail': 'customization.problems.email',
      'account.supportPhone': 'customization.problems.phone',
      'visuals.logoUrl': 'customization.problems.link',
      'visuals.faviconUrl': 'customization.problems.link',
      'visuals.colorPrimary': 'customization.problems.colour',
      'redirection.homeUrl': 'customization.problems.link',
      'banners.0.imageUrl': 'customization.problems.image',
      'banners.0.description': 'customization.problems.description',
      'banners.0.href': 'customization.problems.link',
    });
  });
});

describe('isLink', () => {
  it('takes what a browser loads without running anything', () => {
    for (const link of ['https://a.example/b?c=d', '/media/a.png']) expect(isLink(link)).toBe(true);
    for (const link of ['', '/', '//a', '/\\a', 'https://a b', 'data:image/png,x', `/${'a'.repeat(500)}`])
      expect([link, isLink(link)]).toEqual([link, false]);
  });
});

describe('findTab', () => {
  it('knows where a field stands', () => {
    expect(['name', 'account.document', 'visuals.logoUrl', 'banners.3.href', 'banners'].map(findTab)).toEqual([
      'account',
      'account',
      'visuals',
      'banners',
      'banners',
    ]);
  });
});

describe('moveBanner', () => {
  const banners = ['a', 'b', 'c'].map((description) => createBanner({ description }));
  const order = (moved: typeof banners) => moved.map(({ description }) => description).join('');

  it('moves one place and stops at the ends', () => {
    expect(order(moveBanner(banners, 0, 1))).toBe('bac');
    expect(order(moveBanner(banners, 2, -1))).toBe('acb');
    expect(order(moveBanner(banners, 0, -1))).toBe('abc');
    expect(order(moveBanner(banners, 2, 1))).toBe('abc');
  });

  it('leaves the given list as it was', () => {
    moveBanner(banners, 0, 1);
    expect(order(banners)).toBe('abc');
  });
});
