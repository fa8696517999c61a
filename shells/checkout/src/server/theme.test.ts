import { describe, expect, it } from 'vitest';
import { bannerStyle, themeStyle } from './theme.ts';

describe('styles', () => {
  it('never carry text of the seller that is no colour', () => {
    const evil = '#123456;} body { display: none' as string;
    const countdown = { timer: 1, text: '', endText: '', color: evil, backgroundColor: evil };

    expect(themeStyle(evil) + bannerStyle({ bannerTextColor: evil, countdown })).not.toContain('display');
  });
});
