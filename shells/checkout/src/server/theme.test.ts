import { contrast } from '@feira/schemas/rules/colours';
import { describe, expect, it } from 'vitest';
import { bannerStyle, themeStyle } from './theme.ts';

describe('styles', () => {
  it('never carry text of the seller that is no colour', () => {
    const evil = '#123456;} body { display: none' as string;
    const countdown = { timer: 1, text: '', endText: '', color: evil, backgroundColor: evil };

    expect(themeStyle(evil) + bannerStyle({ bannerTextColor: evil, countdown })).not.toContain('display');
  });

  it.each(['#FFD400', '#00E5A8', '#FFFFFF', '#0B6E4F', '#7A0019', '#767676', '#8A8A8A'])(
    'keep %s as the ground of buttons, under text that reads',
    (colour) => {
      const style = themeStyle(colour);
      const [brand, text, primary, soft] = ['brand', 'on-brand', 'primary', 'primary-soft'].map(
        (name) => new RegExp(`--${name}:(#[0-9a-fA-F]{6})`).exec(style)![1] as string,
      ) as [string, string, string, string];

      expect(brand).toBe(colour);
      expect(contrast(text, brand)).toBeGreaterThanOrEqual(4.5);
      for (const ground of ['#ffffff', soft]) expect(contrast(primary, ground)).toBeGreaterThanOrEqual(4.5);
    },
  );
});
