import type { DocumentRenderer } from '@feira/schemas/documents';
import { renderCardFrame } from './card-frame-document.ts';
import { renderCheckout } from './checkout-document.tsx';
import { renderMessage } from './message-document.ts';
import { renderPayment } from './payment-document.tsx';

export { renderCardFrame, renderCheckout, renderMessage, renderPayment };

({ renderCardFrame, renderCheckout, renderMessage, renderPayment }) satisfies DocumentRenderer;
