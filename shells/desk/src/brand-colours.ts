import { contrast, isColour, mixColours, READABLE } from '@feira/schemas/rules/colours';
import { COLOURS, type Theme } from '@feira/shell-kit/theme';

const STEP = 0.05;
const INK = '#0b120f';

export interface BrandColours {
  primary: string;
  primaryHover: string;
  primarySoft: string;
  onPrimary: string;
}

/**
 * A platform's own colour in the four uses our green has. It moves towards black or white until it can be read on every
 * ground it stands on. Empty where the platform chose none: then the colours of the theme hold.
 */
export function createBrandColours(theme: Theme, colour: string | null | undefined): Partial<BrandColours> {
  if (!colour || !isColour(colour)) return {};
  const { surface, canvas } = COLOURS[theme];
  const target = theme === 'dark' ? '#ffffff' : '#000000';
  const soften = (mixed: string) => mixColours(surface, mixed, theme === 'dark' ? 0.2 : 0.1);
  let primary = target;
  for (let share = 0; share < 1; share += STEP) {
    const mixed = mixColours(colour, target, share);
    if ([surface, canvas, soften(mixed)].some((ground) => contrast(mixed, ground) < READABLE)) continue;
    primary = mixed;
    break;
  }
  const onPrimary = contrast('#ffffff', primary) >= contrast(INK, primary) ? '#ffffff' : INK;
  // Moves the colour away from the text that stands on it, so that the text stays readable.
  const primaryHover = mixColours(primary, onPrimary === INK ? '#ffffff' : '#000000', 0.15);
  return { primary, primaryHover, primarySoft: soften(primary), onPrimary };
}
