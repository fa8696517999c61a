/** Lets the visitor answer whether the seller may measure advertising, and change the answer later. The document has drawn the bar and the link. */
import type { PagePixels } from '@feira/schemas/pixels';
import { keepChoice, readChoice } from './consent.ts';

const GIVEN = 'given';

export function startConsentBar(pixels: PagePixels, onChoice: (isGiven: boolean) => void): void {
  const root = document.documentElement;
  const bar = document.querySelector<HTMLElement>('.consent-bar')!;
  const link = document.querySelector<HTMLElement>('.consent-link button')!;
  const buttons = [...bar.querySelectorAll('button')];
  // The element with the focus is scrolled to above the bar, and the end of the page can be read.
  const makeRoom = (height: string) => {
    root.style.scrollPaddingBottom = height;
    document.body.style.paddingBottom = height;
  };
  const open = () => {
    delete root.dataset.ads;
    for (const button of buttons) {
      const isChosen = readChoice(pixels)?.isGiven === (button.value === GIVEN);
      button.setAttribute('aria-pressed', String(isChosen));
    }
    makeRoom(`${bar.offsetHeight}px`);
  };
  const choose = (value: string) => {
    if (bar.contains(document.activeElement)) link.focus({ preventScroll: true });
    root.dataset.ads = '';
    makeRoom('');
    keepChoice(pixels, value === GIVEN);
    onChoice(value === GIVEN);
  };
  for (const button of buttons) button.addEventListener('click', () => choose(button.value));
  link.addEventListener('click', () => {
    open();
    buttons[0]?.focus();
  });
  const early = root.dataset.ads;
  if (early) choose(early);
  else if (early === undefined) open();
}
