import type { ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { CheckoutBoot, PaymentBoot, UpsellBoot } from '../boot.ts';
import { loadRemote } from './load-remote.ts';

type Boot = CheckoutBoot | PaymentBoot | UpsellBoot;

const boot: Boot = JSON.parse(document.getElementById('boot')!.textContent!);

loadRemote<{ default: ComponentType<{ boot: Boot }> }>(boot.remote, './page').then(({ default: Page }) => {
  hydrateRoot(document.getElementById('root')!, <Page boot={boot} />);
}, sendAsPlainForm);

/** The page cannot come alive: the form works without it, all of it on one page. */
function sendAsPlainForm(): void {
  const held = window.feiraRelease?.() as HTMLButtonElement | undefined;
  document.documentElement.className = '';
  if (held && held.name !== 'continue') held.form?.requestSubmit(held);
}
