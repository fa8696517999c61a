import type { PixelFrameDocumentInput } from '@feira/schemas/pixels';
import { assetManifest } from './assets.ts';
import { createDocument, toScriptJson } from './html.ts';

/** Nothing is shown: the document exists for the scripts that run in it. */
export const renderPixelFrame = ({ locale, nonce, config }: PixelFrameDocumentInput): string =>
  createDocument({
    locale,
    nonce,
    title: 'Pixels',
    entry: assetManifest().pixelFrame.entry,
    style: '',
    body: `<script type="application/json" id="boot">${toScriptJson({ config })}</script>`,
  });
