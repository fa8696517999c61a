import type { PaymentDocumentInput } from '@feira/schemas/documents';
import type { PaymentBoot } from '../boot.ts';
import { isOpen } from '../pages/payment/describe-payment.ts';
import PaymentPage from '../pages/payment/page.tsx';
import baseStyle from '../styles/base.css';
import paymentStyle from '../styles/payment.css';
import { assetManifest } from './assets.ts';
import { describeConsent } from './consent.tsx';
import { draw } from './draw.ts';
import { awaitScripts, CLEAN_ADDRESS, framed, NOTE_PRESSES } from './guard.ts';
import { createDocument, NO_ICON, textsOf, toScriptJson } from './html.ts';
import { themeStyle } from './theme.ts';

/** Without JavaScript an open payment asks again by itself. */
const REFRESH = '<noscript><meta http-equiv="refresh" content="15"></noscript>';

export function renderPayment({ nonce, ...input }: PaymentDocumentInput): string {
  const { document, remotes } = assetManifest();
  const remote = remotes.payment;
  const { payment, locale } = input;
  const boot: PaymentBoot = {
    ...input,
    texts: textsOf(locale, 'shared', 'payment', ...(input.orders ? (['orders'] as const) : [])),
    now: Date.now(),
    remote: remote.entry,
  };
  const consent = describeConsent({ pixels: input.pixels, seller: payment.sellerName, locale, isAsking: false });
  const markup = draw(<PaymentPage boot={boot} />);
  return createDocument({
    locale,
    nonce,
    title: `${boot.texts.pageTitle} · ${payment.title}`,
    guard:
      CLEAN_ADDRESS + NOTE_PRESSES + awaitScripts({ isOpen: isOpen(payment) }) + consent.guard + framed(input.embed),
    preloads: [remote.entry, ...remote.files],
    entry: document.entry,
    style: themeStyle(payment.colorPrimary) + baseStyle + paymentStyle + consent.style,
    head: NO_ICON + (isOpen(payment) ? REFRESH : ''),
    body: `<div id="root">${markup}</div>${consent.markup}<script type="application/json" id="boot">${toScriptJson(boot)}</script>`,
  });
}
