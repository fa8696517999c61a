declare global {
  interface Window {
    /** The document's inline script sets it: the names of the buttons that were pressed, the first one first. */
    feiraPressed?: string[];
  }
}

/** Does what was asked for by these buttons before anything listened to them. Who types by now goes on typing. */
export function pressAgain(...names: string[]): void {
  const pressed = window.feiraPressed ?? [];
  window.feiraPressed = pressed.filter((name) => !names.includes(name));
  const typing = document.activeElement?.closest<HTMLElement>('input, select');
  for (const name of pressed) {
    if (names.includes(name)) document.querySelector<HTMLElement>(`button[name=${name}]`)?.click();
  }
  typing?.focus();
}
