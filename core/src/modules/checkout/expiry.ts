/** Fits the time for which a charge stays payable to what its provider takes. */
import { addDays, fromSaoPaulo, toSaoPauloDate } from '@feira/plugin-kit';
import type { PaymentMethod } from '@feira/schemas/common';
import type { MethodCapability } from '@feira/schemas/manifest';
import type { PlatformSettings } from '@feira/schemas/platform';

const DAY_MS = 24 * 3_600_000;
/** Bank cards need no expiry; an unanswered review is given up after this. */
const CARD_EXPIRY_MS = DAY_MS;

type Limits = Pick<MethodCapability, 'expiry' | 'expiresInSeconds' | 'minExpiresInSeconds' | 'maxExpiresInSeconds'>;
type Wanted = Pick<PlatformSettings, 'pixExpiresInSeconds' | 'billetExpiresInDays'>;

/** Returns when a charge that is made now should end: as the platform wants it, within what the provider takes. */
export function fitExpiry(wanted: Wanted, limits: Limits, method: PaymentMethod, now: Date): Date {
  const { expiry = 'set', expiresInSeconds = 0, minExpiresInSeconds = 0 } = limits;
  const after = (ms: number) => new Date(now.getTime() + ms);
  if (method === 'CREDIT_CARD') return after(CARD_EXPIRY_MS);
  const isByDay = method === 'BILLET' || expiry === 'days';
  if (expiry === 'fixed') return isByDay ? endOfDay(after(expiresInSeconds * 1_000)) : after(expiresInSeconds * 1_000);
  const shortest = minExpiresInSeconds * 1_000;
  const longest = (limits.maxExpiresInSeconds ?? Number.POSITIVE_INFINITY) * 1_000;
  if (method === 'BILLET') {
    const days = Math.max(wanted.billetExpiresInDays, Math.ceil(shortest / DAY_MS));
    return endOfLastDay(days, longest, now);
  }
  const asked = after(Math.min(Math.max(wanted.pixExpiresInSeconds * 1_000, shortest), longest));
  if (!isByDay) return asked;
  const end = endOfDay(asked);
  return end.getTime() - now.getTime() <= longest ? end : endOfLastDay(Math.floor(longest / DAY_MS), longest, now);
}

const endOfDay = (date: Date): Date => new Date(fromSaoPaulo(toSaoPauloDate(date)));

/** Returns the end of the day in São Paulo on which a boleto falls due: banks take it until then. */
function endOfLastDay(days: number, longestMs: number, now: Date): Date {
  const latest = now.getTime() + longestMs;
  for (let left = days; left > 0; left--) {
    const end = new Date(fromSaoPaulo(addDays(toSaoPauloDate(now), left)));
    if (end.getTime() <= latest) return end;
  }
  return new Date(Math.min(latest, endOfDay(now).getTime()));
}
