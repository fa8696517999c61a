import { afterDrawn } from './after-drawn.ts';
import type { Session } from './session.ts';

/** A buyer is told under the field, and taken to the first one. */
export function showFieldErrors(session: Session, errors: Record<string, string>): void {
  session.setErrors(errors);
  const first = [...session.form.elements].find((field) => (field as HTMLInputElement).name in errors);
  const folded = first?.closest('details');
  if (folded) folded.open = true;
  if (first?.closest('.address')) session.openAddress();
  const step = first?.closest<HTMLElement>('[data-step]');
  if (step) session.state().steps?.open(Number(step.dataset.step));
  // After the page has drawn the message, so that a screen reader reads it with the field.
  afterDrawn(() => (first as HTMLElement | undefined)?.focus());
}
