/** Remembers in this browser whether the visitor agreed that a seller measures advertising. Holds nothing about who the visitor is. */
import type { PagePixels } from '@feira/schemas/pixels';

export const KEPT_DAYS = 180;

interface Choice {
  isGiven: boolean;
  /** The networks that the visitor was asked about. */
  networks: string[];
  /** Milliseconds since 1970. */
  until: number;
  /** A random number for Google Analytics; made when the visitor agrees. */
  clientId?: string;
}

/** A browser that refuses storage asks again on the next page. */
const unkept = new Map<string, Choice>();

export const placeOf = ({ consentKey }: PagePixels) => `feira:ads:${consentKey}`;
const randomNumber = () => crypto.getRandomValues(new Uint32Array(1))[0]!;

/** Returns nothing where the visitor has to be asked: never asked, too long ago, or not about a network that was added since. */
export function readChoice(pixels: PagePixels): Choice | undefined {
  let choice = unkept.get(placeOf(pixels));
  try {
    choice ??= JSON.parse(localStorage.getItem(placeOf(pixels)) ?? 'null') ?? undefined;
  } catch {}
  const isValid =
    choice && choice.until > Date.now() && pixels.networks.every((network) => choice.networks.includes(network));
  return isValid ? choice : undefined;
}

export function keepChoice(pixels: PagePixels, isGiven: boolean): void {
  const choice: Choice = {
    isGiven,
    networks: pixels.networks,
    until: Date.now() + KEPT_DAYS * 86_400_000,
    ...(isGiven && { clientId: `${randomNumber()}.${Math.floor(Date.now() / 1000)}` }),
  };
  unkept.set(placeOf(pixels), choice);
  try {
    localStorage.setItem(placeOf(pixels), JSON.stringify(choice));
  } catch {}
}

/** Returns what is sent with the purchase; nothing where the visitor did not agree. */
export function readAdConsent(pixels: PagePixels | undefined): { clientId?: string } | undefined {
  const choice = pixels && readChoice(pixels);
  if (!choice?.isGiven) return undefined;
  return choice.clientId ? { clientId: choice.clientId } : {};
}
