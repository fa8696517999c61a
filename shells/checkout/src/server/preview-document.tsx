import type { CheckoutDocumentInput } from '@feira/schemas/documents';
import type { CheckoutBoot } from '../boot.ts';
import LivePreview from '../pages/checkout/live-preview.tsx';
import previewStyle from '../styles/preview.css';
import { assetManifest } from './assets.ts';
import { derive } from './checkout-boot.ts';
import { LAYOUT_STYLES } from './checkout-document.tsx';
import { draw } from './draw.ts';
import { createDocument, NO_ICON, textsOf, toScriptJson } from './html.ts';
import { bannerStyle, themeStyle } from './theme.ts';

/** The checkout as its seller designs it. Its layouts are all there, because the seller may change to another one at any moment. */
export function renderPreview({ nonce, ...input }: CheckoutDocumentInput): string {
  const { document, remotes } = assetManifest();
  const { entry, files } = remotes.preview;
  const config = input.checkout.checkoutBuilderConfig;
  const boot: CheckoutBoot = {
    ...input,
    texts: textsOf(input.locale, 'shared', 'checkout', 'around'),
    ...derive(input, Date.now()),
    remote: entry,
    isBuilder: true,
  };
  const page = draw(<LivePreview boot={boot} />);
  return createDocument({
    locale: input.locale,
    isScripted: true,
    nonce,
    title: `${input.checkout.title} · ${input.checkout.sellerName}`,
    preloads: [entry, ...files],
    entry: document.entry,
    head: NO_ICON,
    style: themeStyle(config.colorPrimary) + LAYOUT_STYLES + bannerStyle(config) + previewStyle,
    body: `<div id="root">${page}</div><script type="application/json" id="boot">${toScriptJson(boot)}</script>`,
  });
}
