/** How soon a certificate ends, and how loudly to say so. */

const DAY_MS = 86_400_000;
/** From here on people are told, as the server's mails do. */
const SOON_DAYS = 60;
const URGENT_DAYS = 15;

export type Urgency = 'none' | 'soon' | 'urgent' | 'over';

/** Whole days that are left: on the last day none are; negative once it is over. */
export const countDaysLeft = (validTo: string, now = new Date()): number =>
  Math.floor((new Date(validTo).getTime() - now.getTime()) / DAY_MS);

export function findUrgency(daysLeft: number): Urgency {
  if (daysLeft < 0) return 'over';
  if (daysLeft <= URGENT_DAYS) return 'urgent';
  return daysLeft <= SOON_DAYS ? 'soon' : 'none';
}
