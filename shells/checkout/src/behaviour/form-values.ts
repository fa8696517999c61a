/** Returns the text fields of the form, trimmed; hidden fields of other methods are left out. */
export function readValues(form: HTMLFormElement): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLElement && field.closest('[hidden]')) continue;
    values[name] = String(value).trim();
  }
  return values;
}
