import type { CheckoutDocumentInput } from '@feira/schemas/documents';
import { Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import type { CheckoutBoot } from '../boot.ts';
import CheckoutPage from '../pages/checkout/page.tsx';
import baseStyle from '../styles/base.css';
import checkoutStyle from '../styles/checkout.css';
import { assetManifest } from './assets.ts';
import { derive } from './checkout-boot.ts';
import { CLEAN_ADDRESS, HOLD_SUBMIT } from './guard.ts';
import { createDocument, NO_ICON, textsOf, toScriptJson } from './html.ts';
import { addPictureSources } from './picture-sources.ts';
import { bannerStyle, themeStyle } from './theme.ts';

export function renderCheckout({ nonce, ...input }: CheckoutDocumentInput): string {
  const { document, remote } = assetManifest();
  const config = input.checkout.checkoutBuilderConfig;
  const boot: CheckoutBoot = {
    ...input,
    texts: textsOf(input.locale, 'shared', 'checkout'),
    ...derive(input, Date.now()),
    remote: remote.entry,
    expose: './checkout',
  };
  const markup = addPictureSources(
    renderToString(
      <Suspense>
        <CheckoutPage boot={boot} />
      </Suspense>,
    ),
  );
  return createDocument({
    locale: input.locale,
    nonce,
    title: `${input.checkout.title} · ${input.checkout.sellerName}`,
    guard: CLEAN_ADDRESS + HOLD_SUBMIT,
    preloads: [remote.entry, ...(remote.exposes['./checkout'] ?? [])],
    entry: document.entry,
    head: NO_ICON,
    style: themeStyle(config.colorPrimary) + baseStyle + checkoutStyle + bannerStyle(config),
    body: `<div id="root">${markup}</div><script type="application/json" id="boot">${toScriptJson(boot)}</script>`,
  });
}
