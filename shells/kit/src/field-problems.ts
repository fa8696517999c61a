import type { ApiError } from './client.ts';

/** Returns the server's message about a field, or about a part of it. */
export const findFieldProblem = (error: ApiError | null, field: string): string | undefined =>
  error?.details.find((detail) => detail.field === field || detail.field.startsWith(`${field}.`))?.message;

/** Moves the focus to the first field that is marked as wrong, once the marks are drawn. */
export function focusFirstProblem(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
