import type { PagePixels, PixelEvent, ToPixelFrame } from '@feira/schemas/pixels';
import { readAdConsent } from './consent.ts';

export interface PixelChannel {
  report(event: PixelEvent): void;
  close(): void;
}

/**
 * Opens the frame in which the networks' scripts run. It has no origin of its own and sees nothing of the page: it is handed one end of a
 * channel, on which typed events come.
 */
export function openPixelFrame(pixels: PagePixels): PixelChannel {
  const { port1, port2 } = new MessageChannel();
  const frame = document.createElement('iframe');
  frame.sandbox.add('allow-scripts');
  frame.referrerPolicy = 'no-referrer';
  frame.hidden = true;
  frame.title = '';
  frame.addEventListener(
    'load',
    () => frame.contentWindow?.postMessage({ type: 'connect', ...readAdConsent(pixels) }, '*', [port2]),
    { once: true },
  );
  frame.src = pixels.frameUrl;
  document.body.append(frame);
  return {
    // Each field is named, so that nothing else of an object can come along.
    report: ({ name, eventId, value, currency, contentId }) =>
      port1.postMessage({
        type: 'event',
        event: { name, eventId, value, currency, contentId },
      } satisfies ToPixelFrame),
    close() {
      port1.close();
      frame.remove();
    },
  };
}
