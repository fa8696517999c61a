/**
 * Runs the scripts of advertising networks in a frame without an origin. It knows the ids and the events that the page sends, and hands on
 * nothing else.
 */
import { CURRENCIES } from '@feira/schemas/common';
import type { PixelEvent, PixelFrameConfig, PixelNetwork } from '@feira/schemas/pixels';
import { NETWORKS, type NetworkPixel } from './networks.ts';
import { standInForStorage } from './storage.ts';

const { config }: { config: PixelFrameConfig } = JSON.parse(document.getElementById('boot')!.textContent!);
const EVENTS: readonly string[] = ['InitiateCheckout', 'AddPaymentInfo', 'Purchase'] satisfies PixelEvent['name'][];
/** An event or product id: no e-mail address and no text. */
const ID = /^[0-9a-f-]{32,36}$/;

/** Returns the event with its known fields alone; nothing where one of them is not what it should be. */
function readEvent(data: unknown): PixelEvent | undefined {
  const { type, event } = (data ?? {}) as { type?: unknown; event?: PixelEvent };
  if (type !== 'event' || !event) return undefined;
  const { name, eventId, value, currency, contentId } = event;
  const isKnown = EVENTS.includes(name) && ID.test(eventId) && ID.test(contentId);
  if (!isKnown || !Number.isSafeInteger(value) || !CURRENCIES.includes(currency)) return undefined;
  return { name, eventId, value, currency, contentId };
}

function start(clientId: string | undefined, port: MessagePort): void {
  standInForStorage();
  const pixels = Object.entries(config.ids).flatMap(([network, ids]) =>
    NETWORKS[network as PixelNetwork](ids, clientId).map((pixel, index) => ({ ...pixel, id: ids[index]! })),
  ) satisfies (NetworkPixel & { id: string })[];
  port.onmessage = ({ data }) => {
    const event = readEvent(data);
    if (!event) return;
    for (const { id, report } of pixels) {
      if (event.name === 'Purchase' && config.purchasesByServer.includes(id)) continue;
      report(event);
    }
  };
}

let isConnected = false;
window.addEventListener('message', ({ source, origin, ports, data }) => {
  const [port] = ports;
  // The first channel stays: nobody can put another one in its place.
  if (isConnected || source !== window.parent || origin !== config.parentOrigin || data?.type !== 'connect' || !port)
    return;
  isConnected = true;
  start(typeof data.clientId === 'string' ? data.clientId : undefined, port);
});
