import { contrast } from '@feira/schemas/rules/colours';
import { COLOURS, type Theme } from '@feira/shell-kit/theme';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BrandColours, createBrandColours } from './brand-colours.ts';

describe.each(['light', 'dark'] as Theme[])('createBrandColours in the %s theme', (theme) => {
  it('makes any colour readable wherever it stands', () => {
    const { surface, canvas } = COLOURS[theme];
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

    fc.assert(
      fc.property(hex, (colour) => {
        const { primary, primaryHover, primarySoft, onPrimary } = createBrandColours(theme, colour) as BrandColours;
        const pairs = [
          ...[surface, canvas, primarySoft].map((ground) => [primary, ground] as const),
          ...[primary, primaryHover].map((ground) => [onPrimary, ground] as const),
        ];
        for (const [text, ground] of pairs) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it.each([null, undefined, '', 'red', '#12345', '#123456;}'])('leaves the theme alone for %j', (colour) => {
    expect(createBrandColours(theme, colour)).toEqual({});
  });
});

describe('createBrandColours', () => {
  it('keeps a colour that reads well', () => {
    expect(createBrandColours('light', '#7A1F5C').primary).toBe('#7a1f5c');
  });
});
