/** Renders the checkout's document without federation: the same pages, the same React, one file. */
import type { ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { CheckoutBoot } from '../../shells/checkout/src/boot.ts';
import DefaultLayout from '../../shells/checkout/src/pages/checkout/layouts/default.tsx';
import DropshippingLayout from '../../shells/checkout/src/pages/checkout/layouts/dropshipping.tsx';
import VegaLayout from '../../shells/checkout/src/pages/checkout/layouts/vega.tsx';

const PAGES: Record<string, ComponentType<{ boot: CheckoutBoot }>> = {
  default: DefaultLayout,
  vega: VegaLayout,
  dropshipping: DropshippingLayout,
};

const boot: CheckoutBoot = JSON.parse(document.getElementById('boot')!.textContent!);
const layout = Object.keys(PAGES).find((name) => document.querySelector(`.checkout.${name}`))!;
const Page = PAGES[layout]!;

hydrateRoot(document.getElementById('root')!, <Page boot={boot} />);
