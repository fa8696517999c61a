/** Finds the steps that would sell a buyer what they have bought before. The server passes those by. */
import type { Step } from './use-funnels.ts';

/** The part of an offer that tells whether another one sells the same. */
export interface Bought {
  id: string;
  product: { id: string };
}
export interface Sold extends Bought {
  product: { id: string; typeProduct: 'DIGITAL' | 'FISICO' };
}
type Node = Pick<Step, 'id' | 'offerId' | 'onAccept' | 'onDecline'>;

/** ENTRY: sold by the entry offer. STEP: accepted on the way to the step. BUMP: an order bump of the entry offer, which some buyers take. */
export type Repeat = 'ENTRY' | 'STEP' | 'BUMP';

/** A digital product is of no use twice, under whichever offer. */
const isSame = (sold: Sold, bought: Bought): boolean =>
  sold.id === bought.id || (sold.product.typeProduct === 'DIGITAL' && sold.product.id === bought.product.id);

/** Returns the offers of the steps that every buyer of the step has accepted before it. */
function listAccepted(steps: readonly Node[], id: string): string[] {
  const parent = steps.find(({ onAccept, onDecline }) => onAccept === id || onDecline === id);
  if (!parent) return [];
  const before = listAccepted(steps, parent.id);
  return parent.onAccept === id ? [...before, parent.offerId] : before;
}

export function findRepeat(
  step: Node,
  funnel: { entryId: string; steps: readonly Node[]; offers: readonly Sold[] },
  bumps: readonly Bought[],
): Repeat | null {
  const find = (offerId: string) => funnel.offers.find(({ id }) => id === offerId);
  const sold = find(step.offerId);
  if (!sold) return null;
  const isSold = (offerId: string) => {
    const other = find(offerId);
    return other !== undefined && isSame(sold, other);
  };
  if (isSold(funnel.entryId)) return 'ENTRY';
  if (listAccepted(funnel.steps, step.id).some(isSold)) return 'STEP';
  return bumps.some((bump) => isSame(sold, bump)) ? 'BUMP' : null;
}

/** Returns the first offer that a step sells to everybody who reaches it. `place` puts the step with an offer into the tree. */
export const chooseOffer = (
  offers: readonly Sold[],
  entryId: string,
  stepId: string,
  place: (offerId: string) => readonly Node[],
): string | undefined =>
  offers.find(({ id }) => {
    const steps = place(id);
    const step = steps.find((one) => one.id === stepId);
    return step && !findRepeat(step, { entryId, steps, offers }, []);
  })?.id;
