/** Remembers the settings before each change, to undo and redo. Pure. */
import type { CheckoutBuilderConfig } from '@feira/schemas/checkout';

/** The most changes that can be undone. */
const MOST_STEPS = 200;

export interface History {
  past: CheckoutBuilderConfig[];
  present: CheckoutBuilderConfig;
  future: CheckoutBuilderConfig[];
  /** The field of the last change: the letters of one text are undone together. */
  field: string | null;
}

export const startHistory = (present: CheckoutBuilderConfig): History => ({
  past: [],
  present,
  future: [],
  field: null,
});

/** `field` is null for a change that is a step of its own, whatever came before. */
export function change(history: History, present: CheckoutBuilderConfig, field: string | null): History {
  const isSameField = field !== null && field === history.field;
  const past = isSameField ? history.past : [...history.past, history.present].slice(-MOST_STEPS);
  return { past, present, future: [], field };
}

export function undo(history: History): History {
  const { past, present, future } = history;
  const before = past.at(-1);
  return before ? { past: past.slice(0, -1), present: before, future: [present, ...future], field: null } : history;
}

export function redo(history: History): History {
  const [after, ...future] = history.future;
  return after ? { past: [...history.past, history.present], present: after, future, field: null } : history;
}
