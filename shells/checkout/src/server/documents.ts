import type { DocumentRenderer } from '@feira/schemas/documents';
import { renderAmount } from './amount-document.tsx';
import { assetManifest } from './assets.ts';
import { renderCaptchaFrame } from './captcha-frame-document.ts';
import { renderCardFrame } from './card-frame-document.ts';
import { renderCheckout } from './checkout-document.tsx';
import { renderContact } from './contact-document.tsx';
import { renderMessage } from './message-document.ts';
import { renderPayment } from './payment-document.tsx';
import { renderPixelFrame } from './pixel-frame-document.ts';
import { renderPreview } from './preview-document.tsx';
import { renderStore } from './store-document.tsx';
import { renderUpsell } from './upsell-document.tsx';

/** Returns the address of the script that other sites load. */
const embedScript = (): string => assetManifest().embed.entry;

export {
  embedScript,
  renderAmount,
  renderCaptchaFrame,
  renderCardFrame,
  renderCheckout,
  renderContact,
  renderMessage,
  renderPayment,
  renderPixelFrame,
  renderPreview,
  renderStore,
  renderUpsell,
};

({
  embedScript,
  renderAmount,
  renderCaptchaFrame,
  renderCardFrame,
  renderCheckout,
  renderContact,
  renderMessage,
  renderPayment,
  renderPixelFrame,
  renderPreview,
  renderStore,
  renderUpsell,
}) satisfies DocumentRenderer;
