import { contrast } from '@feira/schemas/rules/colours';
import { COLOURS, type Theme } from '@feira/shell-kit/theme';
import antdTheme from 'antd/es/theme';
import { describe, expect, it } from 'vitest';
import { createAntdTheme } from './antd-theme.ts';

describe('createAntdTheme', () => {
  it.each<[Theme, string | null]>([
    ['light', null],
    ['light', '#ffdd33'],
    ['dark', null],
    ['dark', '#10104a'],
  ])('in %s with %s has colours that antd keeps as they are, and that can be read', (theme, brandColour) => {
    const token = antdTheme.getDesignToken(createAntdTheme(theme, brandColour));

    expect(token.colorText).toBe(COLOURS[theme].text);
    expect(contrast(token.colorPrimary, COLOURS[theme].surface)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(token.colorPrimary, token.colorTextLightSolid)).toBeGreaterThanOrEqual(4.5);
    for (const state of ['Success', 'Warning', 'Error', 'Info'] as const)
      expect(contrast(token[`color${state}`], token[`color${state}Bg`]), state).toBeGreaterThanOrEqual(4.5);
    expect(contrast(token.purple7, token.purple1)).toBeGreaterThanOrEqual(4.5);
  });

  it('takes the colour of the platform', () => {
    expect(createAntdTheme('light', '#7a1f8c').token!.colorPrimary).toBe('#7a1f8c');
  });
});
