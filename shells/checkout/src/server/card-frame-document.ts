import type { CardFrameDocumentInput } from '@feira/schemas/documents';
import frameStyle from '../styles/frame.css';
import { assetManifest } from './assets.ts';
import { createDocument, escapeHtml, textsOf, toScriptJson } from './html.ts';
import { themeStyle } from './theme.ts';

function fieldOf(texts: Record<string, string>, name: string, attributes: string): string {
  return (
    `<div class="field ${name}"><label for="${name}">${escapeHtml(texts[name]!)}</label>` +
    (name === 'number' ? '<span id="brand" aria-live="polite"></span>' : '') +
    `<input id="${name}" required ${attributes}><p class="error" id="${name}-error" hidden></p></div>`
  );
}

/** The inputs have no name: nothing can submit them, and the document has no address to send them to. */
export function renderCardFrame({ locale, nonce, config }: CardFrameDocumentInput): string {
  const texts = textsOf(locale, 'frame');
  const fields = [
    fieldOf(texts, 'number', 'inputmode="numeric" autocomplete="cc-number" placeholder="0000 0000 0000 0000"'),
    fieldOf(texts, 'holder', 'autocomplete="cc-name" maxlength="60" autocapitalize="characters" spellcheck="false"'),
    '<div class="row">',
    fieldOf(texts, 'expiry', `inputmode="numeric" autocomplete="cc-exp" placeholder="${texts.expirySample}"`),
    fieldOf(texts, 'cvv', 'inputmode="numeric" autocomplete="cc-csc" placeholder="000"'),
    '</div>',
  ].join('');
  return createDocument({
    locale,
    nonce,
    title: texts.cardForm!,
    entry: assetManifest().cardFrame.entry,
    style: themeStyle(config.colorPrimary) + frameStyle,
    body:
      `<form id="card" novalidate autocomplete="on" aria-label="${escapeHtml(texts.cardForm!)}">${fields}</form>` +
      `<script type="application/json" id="boot">${toScriptJson({ config, texts })}</script>`,
  });
}
