/** What the buyer did in the document's form before the page came alive. */
export interface Before {
  form: HTMLFormElement | undefined;
  focusId: string | undefined;
}

/** Looks at the document as the server drew it; on the server there is none. */
export function lookBefore(): Before {
  if (typeof document === 'undefined') return { form: undefined, focusId: undefined };
  return { form: document.forms[0], focusId: document.activeElement?.id };
}

/**
 * Translations and extensions may have changed the document's form, so that React draws it anew. What was typed and chosen then stands in the
 * old one.
 */
export function takeOver({ form: old, focusId }: Before, form: HTMLFormElement): void {
  if (!old || old === form) return;
  for (const { id, value, checked } of old.elements as Iterable<HTMLInputElement>) {
    const field = id ? (form.elements.namedItem(id) as HTMLInputElement | null) : null;
    if (field) Object.assign(field, { value, checked });
  }
  if (focusId) document.getElementById(focusId)?.focus();
}
