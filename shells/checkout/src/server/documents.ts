import type { DocumentRenderer } from '@feira/schemas/documents';
import { renderAmount } from './amount-document.tsx';
import { renderCardFrame } from './card-frame-document.ts';
import { renderCheckout } from './checkout-document.tsx';
import { renderContact } from './contact-document.tsx';
import { renderMessage } from './message-document.ts';
import { renderPayment } from './payment-document.tsx';
import { renderPixelFrame } from './pixel-frame-document.ts';
import { renderPreview } from './preview-document.tsx';
import { renderUpsell } from './upsell-document.tsx';

export {
  renderAmount,
  renderCardFrame,
  renderCheckout,
  renderContact,
  renderMessage,
  renderPayment,
  renderPixelFrame,
  renderPreview,
  renderUpsell,
};

({
  renderAmount,
  renderCardFrame,
  renderCheckout,
  renderContact,
  renderMessage,
  renderPayment,
  renderPixelFrame,
  renderPreview,
  renderUpsell,
}) satisfies DocumentRenderer;
