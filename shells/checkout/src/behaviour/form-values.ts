import { cleanLine } from '@feira/schemas/rules/text';

/** Returns the text fields of the form, cleaned as the server does; hidden fields of other methods are left out. */
export function readValues(form: HTMLFormElement): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLElement && field.closest('[hidden]')) continue;
    values[name] = cleanLine(String(value));
  }
  return values;
}
