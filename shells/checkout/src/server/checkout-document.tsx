import type { CheckoutDocumentInput } from '@feira/schemas/documents';
import type { CheckoutBoot } from '../boot.ts';
import { type Layout, layoutOf } from '../pages/checkout/layout.ts';
import { CheckoutPage } from '../pages/checkout/page.tsx';
import { FORMS } from '../pages/checkout/preview.tsx';
import baseStyle from '../styles/base.css';
import checkoutStyle from '../styles/checkout.css';
import defaultStyle from '../styles/layout-default.css';
import dropshippingStyle from '../styles/layout-dropshipping.css';
import vegaStyle from '../styles/layout-vega.css';
import { assetManifest } from './assets.ts';
import { derive, withSamples } from './checkout-boot.ts';
import { describeConsent } from './consent.tsx';
import { draw, drawOnce } from './draw.ts';
import { CLEAN_ADDRESS, framed, HOLD_SUBMIT, NOTE_PRESSES } from './guard.ts';
import { createDocument, NO_ICON, textsOf, toScriptJson } from './html.ts';
import { describeLink } from './link-picture.ts';
import { addPictureSources } from './picture-sources.ts';
import { bannerStyle, themeStyle } from './theme.ts';

const STYLES: Record<Layout, string> = {
  default: defaultStyle,
  vega: vegaStyle,
  dropshipping: dropshippingStyle,
};

/** The styles of every layout. Each is for the page of its name alone. */
export const LAYOUT_STYLES = baseStyle + checkoutStyle + Object.values(STYLES).join('');

/** Leaves out what is drawn once around the form: the browser has no use for it. */
function toBrowser(boot: CheckoutBoot): CheckoutBoot {
  const { checkout } = boot;
  const { backRedirect, buttonTexts, leaveConfirmation } = checkout.checkoutBuilderConfig;
  const { typeProduct } = checkout.product;
  const config = {
    ...(backRedirect && { backRedirect }),
    ...(buttonTexts && { buttonTexts }),
    ...(leaveConfirmation === false && { leaveConfirmation }),
  };
  const product = { name: '', typeProduct };
  return { ...boot, checkout: { ...checkout, product, checkoutBuilderConfig: config } };
}

export function renderCheckout({ nonce, ...input }: CheckoutDocumentInput): string {
  const { document, remotes } = assetManifest();
  const config = input.checkout.checkoutBuilderConfig;
  const layout = layoutOf(config);
  const remote = remotes[layout];
  const texts = textsOf(input.locale, 'shared', 'checkout', 'around');
  const boot: CheckoutBoot = {
    ...input,
    texts,
    values: withSamples(input, texts),
    ...derive(input, Date.now()),
    remote: remote.entry,
  };
  const Form = FORMS[layout];
  const form = draw(<Form boot={boot} />);
  const page = drawOnce(
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the markup is the renderer's own, of the form that the browser hydrates.
    <CheckoutPage boot={boot} form={<div id="root" dangerouslySetInnerHTML={{ __html: form }} />} />,
  );
  const sent = { ...toBrowser(boot), texts: textsOf(input.locale, 'shared', 'checkout') };
  const consent = describeConsent({
    pixels: input.pixels,
    seller: input.checkout.sellerName,
    locale: input.locale,
    isAsking: true,
  });
  return createDocument({
    locale: input.locale,
    nonce,
    title: `${input.checkout.title} · ${input.checkout.sellerName}`,
    guard: CLEAN_ADDRESS + HOLD_SUBMIT + NOTE_PRESSES + consent.guard + framed(input.embed),
    preloads: [remote.entry, ...remote.files],
    entry: document.entry,
    head: NO_ICON + describeLink(boot),
    style:
      themeStyle(config.colorPrimary) +
      baseStyle +
      checkoutStyle +
      STYLES[layout] +
      consent.style +
      bannerStyle(config),
    body: `${addPictureSources(page)}${consent.markup}<script type="application/json" id="boot">${toScriptJson(sent)}</script>`,
  });
}
