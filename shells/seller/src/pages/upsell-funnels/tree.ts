/** Changes the list of steps so that it stays one tree: the root first, every other step behind one answer. */
import type { Step } from './use-funnels.ts';

/** The parts of a step that make the tree. */
type Node = Pick<Step, 'id' | 'onAccept' | 'onDecline'>;

export type Branch = 'onAccept' | 'onDecline';

export const newStep = (id: string, offerId: string): Step => ({
  id,
  offerId,
  title: '',
  text: '',
  picture: null,
  price: null,
  acceptText: '',
  declineText: '',
  onAccept: null,
  onDecline: null,
});

/** Puts a new step behind an answer. What stood there follows the new step's same answer. */
export function addStep<S extends Node>(steps: readonly S[], parentId: string, branch: Branch, added: S): S[] {
  const parent = steps.find(({ id }) => id === parentId);
  if (!parent) return [...steps];
  return [
    ...steps.map((step) => (step.id === parentId ? { ...step, [branch]: added.id } : step)),
    { ...added, [branch]: parent[branch] },
  ];
}

/** Lists the ids of a step and of all that follows it. */
export function listBelow(steps: readonly Node[], id: string | null): string[] {
  const step = steps.find((one) => one.id === id);
  return step ? [step.id, ...listBelow(steps, step.onAccept), ...listBelow(steps, step.onDecline)] : [];
}

/** Removes a step with all that follows it. The root stays. */
export function removeStep<S extends Node>(steps: readonly S[], id: string): S[] {
  if (steps[0]?.id === id) return [...steps];
  const gone = new Set(listBelow(steps, id));
  return steps
    .filter((step) => !gone.has(step.id))
    .map((step) => ({
      ...step,
      onAccept: step.onAccept === id ? null : step.onAccept,
      onDecline: step.onDecline === id ? null : step.onDecline,
    }));
}
