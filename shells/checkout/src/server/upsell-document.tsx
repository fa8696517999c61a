import type { UpsellDocumentInput } from '@feira/schemas/documents';
import type { UpsellBoot } from '../boot.ts';
import UpsellPage from '../pages/upsell/page.tsx';
import baseStyle from '../styles/base.css';
import paymentStyle from '../styles/payment.css';
import upsellStyle from '../styles/upsell.css';
import { assetManifest } from './assets.ts';
import { draw } from './draw.ts';
import { awaitScripts, framed } from './guard.ts';
import { createDocument, NO_ICON, textsOf, toScriptJson } from './html.ts';
import { themeStyle } from './theme.ts';

export function renderUpsell({ nonce, ...input }: UpsellDocumentInput): string {
  const { document, remotes } = assetManifest();
  const remote = remotes.upsell;
  const { step, locale } = input;
  const boot: UpsellBoot = {
    ...input,
    texts: textsOf(locale, 'shared', 'upsell', 'orders'),
    now: Date.now(),
    remote: remote.entry,
  };
  const markup = draw(<UpsellPage boot={boot} />);
  return createDocument({
    locale,
    nonce,
    title: step.title,
    guard: awaitScripts({ isOpen: false }) + framed(input.embed),
    preloads: [remote.entry, ...remote.files],
    entry: document.entry,
    style: themeStyle(input.colorPrimary) + baseStyle + paymentStyle + upsellStyle,
    head: NO_ICON,
    body: `<div id="root">${markup}</div><script type="application/json" id="boot">${toScriptJson(boot)}</script>`,
  });
}
