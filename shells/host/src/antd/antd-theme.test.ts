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
    const look = createAntdTheme(theme, brandColour);
    const token = antdTheme.getDesignToken(look);

    expect(token.colorText).toBe(COLOURS[theme].text);
    expect(contrast(token.colorPrimary, COLOURS[theme].surface)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(token.colorPrimary, token.colorTextLightSolid)).toBeGreaterThanOrEqual(4.5);
    for (const state of ['Success', 'Warning', 'Error', 'Info'] as const)
      expect(contrast(token[`color${state}`], token[`color${state}Bg`]), state).toBeGreaterThanOrEqual(4.5);
    expect(contrast(token.purple7, token.purple1)).toBeGreaterThanOrEqual(4.5);
    // Controls are told from what they stand on, on and off, and their marks from the primary colour.
    const { Checkbox, Switch } = look.components!;
    for (const colour of [token.colorBorder, token.colorPrimary, Switch!.colorTextQuaternary!])
      expect(contrast(colour, COLOURS[theme].surface)).toBeGreaterThanOrEqual(3);
    expect(contrast(Checkbox!.colorWhite!, token.colorPrimary)).toBeGreaterThanOrEqual(3);
  });

  it('takes the colour of the platform', () => {
    expect(createAntdTheme('light', '#7a1f8c').token!.colorPrimary).toBe('#7a1f8c');
  });
});
