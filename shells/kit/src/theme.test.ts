import { describe, expect, it } from 'vitest';
import { COLOURS, type ColourName, createThemeStyles, type Theme } from './theme.ts';

/** Relative luminance and contrast as WCAG 2.2 defines them. */
const luminance = (colour: string) => {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (first: string, second: string) => {
  const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

const TEXTS: [ColourName, ColourName][] = [
  ['text', 'canvas'],
  ['text', 'sunken'],
  ['textMuted', 'canvas'],
  ['textMuted', 'surface'],
  ['textMuted', 'sunken'],
  ['primary', 'surface'],
  ['primary', 'primarySoft'],
  ['onPrimary', 'primary'],
  ['onPrimary', 'primaryHover'],
  ['danger', 'surface'],
  ['surface', 'danger'],
  ...(['green', 'amber', 'red', 'blue', 'purple', 'grey'] as const).map((name): [ColourName, ColourName] => [
    name,
    `${name}Soft`,
  ]),
];

describe.each(['light', 'dark'] as Theme[])('the %s theme', (theme) => {
  it.each(TEXTS)('can be read: %s on %s', (text, ground) => {
    expect(contrast(COLOURS[theme][text], COLOURS[theme][ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['surface', 'canvas'] as const)('shows the edges of fields on %s', (ground) => {
    expect(contrast(COLOURS[theme].lineStrong, COLOURS[theme][ground])).toBeGreaterThanOrEqual(3);
  });
});

describe('createThemeStyles', () => {
  it('names every colour for both themes', () => {
    const styles = createThemeStyles();

    expect(styles).toContain('--text-muted:#55615a');
    expect(styles.match(/--primary-soft:/g)).toHaveLength(2);
  });
});
