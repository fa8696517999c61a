/** Keeps the seller's colours readable: WCAG asks for a contrast of 4.5 between text and what is behind it. */
export const READABLE = 4.5;
const HEX = /^#[0-9a-f]{6}$/i;

export const isColour = (text: string): boolean => HEX.test(text);

type Rgb = [number, number, number];
const parse = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb;
const write = (rgb: Rgb): string => `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

/** Colour between two, `share` of the second. */
export function mixColours(first: string, second: string, share: number): string {
  const [a, b] = [parse(first), parse(second)];
  return write(a.map((value, index) => value + (b[index]! - value) * share) as Rgb);
}

function luminance(hex: string): number {
  const [r, g, b] = parse(hex).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(first: string, second: string): number {
  const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The colour itself, or the nearest mix with black or white that can be read on `background`. */
export function readableOn(colour: string | null | undefined, background: string, fallback: string): string {
  const wanted = colour && isColour(colour) ? colour : fallback;
  const target = contrast('#000000', background) > contrast('#ffffff', background) ? '#000000' : '#ffffff';
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mixColours(wanted, target, share);
    if (contrast(mixed, background) >= READABLE) return mixed;
  }
  return target;
}

/** A colour written by the seller, or ours when it is none: it goes into a style sheet. */
export function safeColour(colour: string | null | undefined, fallback: string): string {
  return colour && isColour(colour) ? colour : fallback;
}
