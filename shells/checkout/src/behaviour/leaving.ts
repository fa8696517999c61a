import type { Session } from './session.ts';

/** Accepts only web addresses: a seller's setting must not become a script address. */
export function backAddress(address: string | undefined): string | undefined {
  if (!address) return undefined;
  try {
    const url = new URL(address);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Asks before typed data is lost, and leads the back button to the seller's page. Returns a function that leaves without
 * asking.
 */
export function startLeaving(session: Session): () => void {
  const { backRedirect, leaveConfirmation = true } = session.boot.checkout.checkoutBuilderConfig;
  let isDirty = false;
  let isAllowed = false;
  const onInput = () => {
    isDirty = true;
  };
  session.form.addEventListener('input', onInput);
  window.addEventListener('beforeunload', (event) => {
    if (leaveConfirmation && isDirty && !isAllowed) event.preventDefault();
  });
  window.addEventListener('pageshow', () => {
    isAllowed = false;
  });
  const back = backAddress(backRedirect);
  if (back) {
    // Adds a history entry under this page, which going back reaches first.
    if (history.state?.feira !== 'checkout') {
      history.replaceState({ feira: 'back' }, '');
      history.pushState({ feira: 'checkout' }, '');
    }
    window.addEventListener('popstate', (event) => {
      if (event.state?.feira === 'back') location.replace(back);
    });
  }
  return () => {
    isAllowed = true;
  };
}
