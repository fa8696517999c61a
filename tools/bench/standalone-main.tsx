/** Renders the checkout's document without federation: the same page, the same React, one file. */
import { type ComponentType, Suspense } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { CheckoutBoot } from '../../shells/checkout/src/boot.ts';
import DefaultLayout from '../../shells/checkout/src/pages/checkout/layouts/default.tsx';

const boot: CheckoutBoot = JSON.parse(document.getElementById('boot')!.textContent!);
const Page: ComponentType<{ boot: CheckoutBoot }> = DefaultLayout;

hydrateRoot(
  document.getElementById('root')!,
  <Suspense>
    <Page boot={boot} />
  </Suspense>,
);
