import type { CheckoutBuilderConfig } from '@feira/schemas/checkout';
import { contrast, mixColours, READABLE, readableOn, safeColour } from '@feira/schemas/rules/colours';

const FEIRA_GREEN = '#0B6E4F';
const PAPER = '#ffffff';
const BLACK = '#000000';

/**
 * The seller's colour itself is the ground of buttons, under white text where that reads and under black text otherwise. As text and lines
 * the colour is darkened until it reads, on white and on its own softest tone.
 */
export function themeStyle(colorPrimary: string | null | undefined): string {
  const brand = safeColour(colorPrimary, FEIRA_GREEN);
  const isDark = contrast(brand, PAPER) >= READABLE;
  const strong = mixColours(brand, isDark ? BLACK : PAPER, 0.18);
  const soft = mixColours(readableOn(brand, PAPER, FEIRA_GREEN), PAPER, 0.93);
  // A colour that reads on the ground of the chosen method reads on white as well.
  const primary = readableOn(brand, soft, FEIRA_GREEN);
  return (
    `:root{--brand:${brand};--on-brand:${isDark ? PAPER : BLACK};--brand-strong:${strong};` +
    `--primary:${primary};--primary-soft:${soft}}`
  );
}

export function bannerStyle(config: CheckoutBuilderConfig): string {
  const banner = safeColour(config.bannerTextBackgroundColor, '#1c1f1d');
  const countdown = safeColour(config.countdown?.backgroundColor, '#1c1f1d');
  return (
    `.banner{background:${banner};color:${readableOn(config.bannerTextColor, banner, PAPER)}}` +
    `.countdown{background:${countdown};color:${readableOn(config.countdown?.color, countdown, PAPER)}}`
  );
}
