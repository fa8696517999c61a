/** Says how soon a certificate expires, and how urgent that is. */

const DAY_MS = 86_400_000;
/** The warning begins here, as it does in the server's mails. */
const SOON_DAYS = 60;
const URGENT_DAYS = 15;

export type Urgency = 'none' | 'soon' | 'urgent' | 'over';

/** Returns the whole days that are left: none on the last day, a negative number once it is over. */
export const countDaysLeft = (validTo: string, now = new Date()): number =>
  Math.floor((new Date(validTo).getTime() - now.getTime()) / DAY_MS);

export function findUrgency(daysLeft: number): Urgency {
  if (daysLeft < 0) return 'over';
  if (daysLeft <= URGENT_DAYS) return 'urgent';
  return daysLeft <= SOON_DAYS ? 'soon' : 'none';
}
