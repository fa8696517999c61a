import { type ComponentType, Suspense } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { CheckoutBoot, PaymentBoot } from '../boot.ts';
import { loadRemote } from './load-remote.ts';

type Boot = CheckoutBoot | PaymentBoot;

const boot: Boot = JSON.parse(document.getElementById('boot')!.textContent!);

loadRemote<{ default: ComponentType<{ boot: Boot }> }>(boot.remote, boot.expose).then(({ default: Page }) => {
  // The server renders inside the same boundary: its markers are part of the markup.
  hydrateRoot(
    document.getElementById('root')!,
    <Suspense>
      <Page boot={boot} />
    </Suspense>,
  );
}, sendAsPlainForm);

/** The page cannot come alive: the form works without it. */
function sendAsPlainForm(): void {
  const held = window.feiraRelease?.();
  if (held) document.forms[0]?.requestSubmit(held);
}
