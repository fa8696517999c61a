import { type ReactNode, Suspense, useLayoutEffect, useState } from 'react';

/** Looks at the document's form as it is before a part comes alive; on the server there is none. */
function lookBefore() {
  if (typeof document === 'undefined') return { fields: [], focusId: undefined };
  return { fields: [...(document.forms[0]?.elements ?? [])], focusId: document.activeElement?.id };
}

/**
 * Takes over what was typed and chosen. React draws a part anew where translations or extensions have changed the document, and the old fields
 * are no longer in it then.
 */
function takeOver({ fields, focusId }: ReturnType<typeof lookBefore>): void {
  for (const old of fields as HTMLInputElement[]) {
    const field = old.id && !old.isConnected && document.getElementById(old.id);
    if (!field) continue;
    Object.assign(field, { value: old.value, checked: old.checked });
    if (old.id === focusId) field.focus();
  }
}

function Kept({ children }: { children: ReactNode }) {
  const [before] = useState(lookBefore);
  useLayoutEffect(() => takeOver(before), [before]);
  return children;
}

/** A part that comes alive after the form, in a moment of its own, or at once where it is touched or has to change. */
export const Later = ({ children }: { children: ReactNode }) => (
  <Suspense>
    <Kept>{children}</Kept>
  </Suspense>
);
