import type { CheckoutBuilderConfig } from '@feira/schemas/checkout';
import { mixColours, readableOn, safeColour } from '@feira/schemas/rules/colours';

const FEIRA_GREEN = '#0B6E4F';
const PAPER = '#ffffff';

/** The primary colour serves as text and lines on white and as the ground of white text; darkened until both read. */
export function themeStyle(colorPrimary: string | null | undefined): string {
  const primary = readableOn(colorPrimary, PAPER, FEIRA_GREEN);
  const strong = mixColours(primary, '#000000', 0.18);
  return `:root{--primary:${primary};--primary-strong:${strong};--primary-soft:${mixColours(primary, PAPER, 0.93)}}`;
}

export function bannerStyle(config: CheckoutBuilderConfig): string {
  const banner = safeColour(config.bannerTextBackgroundColor, '#1c1f1d');
  const countdown = safeColour(config.countdown?.backgroundColor, '#1c1f1d');
  return (
    `.banner{background:${banner};color:${readableOn(config.bannerTextColor, banner, PAPER)}}` +
    `.countdown{background:${countdown};color:${readableOn(config.countdown?.color, countdown, PAPER)}}`
  );
}
