import type { ApiError } from './client.ts';

/** What the server says about one field, or about something within it. */
export const findFieldProblem = (error: ApiError | null, field: string): string | undefined =>
  error?.details.find((detail) => detail.field === field || detail.field.startsWith(`${field}.`))?.message;

/** Takes the person to the first field that has to be corrected, once it is marked. */
export function focusFirstProblem(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
