import { describe, expect, it } from 'vitest';
import { contrast, mixColours, readableOn } from './colours.ts';

describe('contrast', () => {
  it('is 21 between black and white and 1 between equals', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#0b6e4f', '#0b6e4f')).toBe(1);
  });
});

describe('readableOn', () => {
  it('leaves a readable colour alone', () => {
    expect(readableOn('#0B6E4F', '#ffffff', '#000000')).toBe('#0b6e4f');
  });

  it.each(['#ffd400', '#ffffff', '#7fffd4', '#ff0000', '#808080'])('darkens %s until it reads on white', (colour) => {
    expect(contrast(readableOn(colour, '#ffffff', '#000000'), '#ffffff')).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['#000000', '#12372a', '#ffd400', '#777777'])('finds a text colour for the ground %s', (ground) => {
    expect(contrast(readableOn(ground, ground, '#ffffff'), ground)).toBeGreaterThanOrEqual(4.5);
  });

  it('takes the fallback for what is no colour', () => {
    expect(readableOn('red;}body{display:none', '#ffffff', '#0B6E4F')).toBe('#0b6e4f');
  });
});

describe('mixColours', () => {
  it('goes from the first to the second', () => {
    expect(mixColours('#000000', '#ffffff', 0.5)).toBe('#808080');
  });
});
