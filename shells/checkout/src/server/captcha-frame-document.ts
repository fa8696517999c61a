import type { CaptchaFrameDocumentInput } from '@feira/schemas/documents';
import { assetManifest } from './assets.ts';
import { createDocument, toScriptJson } from './html.ts';

/** The widget of the service draws itself, in its own language and colours. */
export const renderCaptchaFrame = ({ locale, nonce, config }: CaptchaFrameDocumentInput): string =>
  createDocument({
    locale,
    nonce,
    title: 'CAPTCHA',
    entry: assetManifest().captchaFrame.entry,
    style: 'body{margin:0}#widget{display:flex;justify-content:center}',
    body: `<div id="widget"></div><script type="application/json" id="boot">${toScriptJson({ config, locale })}</script>`,
  });
