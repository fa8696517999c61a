/** Speaks to the script of each network in its own words. docs/pixels.md names the page that documents each call. */
import type { PixelEvent, PixelNetwork } from '@feira/schemas/pixels';

export interface NetworkPixel {
  report(event: PixelEvent): void;
}

/** Loads a network's script and returns what reports to each of the ids, in their order. */
type Network = (ids: readonly string[], clientId: string | undefined) => NetworkPixel[];

type Queue = unknown[] & Record<string, unknown>;
const globals = window as unknown as Record<string, unknown>;

function loadScript(address: string): void {
  const script = document.createElement('script');
  script.async = true;
  script.src = address;
  document.head.append(script);
}

const toDecimal = (cents: number) => cents / 100;

const facebook: Network = (ids) => {
  const queue: unknown[] = [];
  const fbq = Object.assign(
    (...call: unknown[]) => {
      const { callMethod } = fbq as { callMethod?: (...call: unknown[]) => void };
      if (callMethod) callMethod.apply(fbq, call);
      else queue.push(call);
    },
    { queue, loaded: true, version: '2.0', push: (...call: unknown[]) => fbq(...call) },
  );
  globals.fbq = fbq;
  globals._fbq = fbq;
  loadScript('https://connect.facebook.net/en_US/fbevents.js');
  return ids.map((id) => {
    // Without this the script reports clicks and texts of the page as well.
    fbq('set', 'autoConfig', false, id);
    fbq('init', id);
    return {
      report: ({ name, eventId, value, currency, contentId }) =>
        fbq(
          'trackSingle',
          id,
          name,
          { value: toDecimal(value), currency, content_ids: [contentId], content_type: 'product' },
          { eventID: eventId },
        ),
    };
  });
};

/** The queue that the scripts of TikTok and Kwai take over: calls of each id wait in a list of its own. */
function createQueue(name: string, address: string, ids: readonly string[]): (id: string, ...call: unknown[]) => void {
  const instances: Record<string, Queue> = {};
  const queue = Object.assign([] as unknown[], {
    _i: instances,
    _t: {} as Record<string, number>,
    _o: {} as Record<string, object>,
    methods: ['page', 'track', 'identify', 'instances', 'instance', 'load'],
  }) as unknown as Queue & { _t: Record<string, number>; _o: Record<string, object>; instance?: unknown };
  const defer = (target: Queue, method: string) => {
    target[method] = (...call: unknown[]) => target.push([method, ...call]);
  };
  for (const method of ['page', 'track', 'identify']) defer(queue, method);
  queue.instance = (id: string) => instances[id];
  globals[name] = queue;
  for (const id of ids) {
    const own = Object.assign([] as unknown[], { _u: address }) as unknown as Queue;
    for (const method of ['page', 'track', 'identify']) defer(own, method);
    instances[id] = own;
    queue._t[id] = Date.now();
    queue._o[id] = {};
    loadScript(`${address}?sdkid=${encodeURIComponent(id)}&lib=${name}`);
  }
  return (id, ...call) => {
    const { instance } = globals[name] as { instance(id: string): { track(...call: unknown[]): void } };
    instance(id).track(...call);
  };
}

const tiktok: Network = (ids) => {
  globals.TiktokAnalyticsObject = 'ttq';
  const track = createQueue('ttq', 'https://analytics.tiktok.com/i18n/pixel/events.js', ids);
  return ids.map((id) => ({
    report: ({ name, eventId, value, currency, contentId }) =>
      track(
        id,
        name,
        { contents: [{ content_id: contentId }], content_type: 'product', value: toDecimal(value), currency },
        { event_id: eventId },
      ),
  }));
};

const KWAI_EVENTS = { InitiateCheckout: 'initiatedCheckout', AddPaymentInfo: 'addPaymentInfo', Purchase: 'purchase' };

const kwai: Network = (ids) => {
  globals.KwaiAnalyticsObject = 'kwaiq';
  const track = createQueue('kwaiq', 'https://s1.kwai.net/kos/s101/nlav11187/pixel/events.js', ids);
  return ids.map((id) => ({
    report: ({ name, eventId, value, currency, contentId }) =>
      track(id, KWAI_EVENTS[name], {
        content_id: contentId,
        content_type: 'product',
        value: toDecimal(value),
        currency,
        event_id: eventId,
      }),
  }));
};

/** The function of Google's tag. Its script reads `arguments`, not lists. */
function loadGoogleTag(id: string): (...call: unknown[]) => void {
  if (globals.gtag) return globals.gtag as () => void;
  const layer: unknown[] = [];
  globals.dataLayer = layer;
  function gtag() {
    // biome-ignore lint/complexity/noArguments: the script tells a call from a list by it.
    layer.push(arguments);
  }
  globals.gtag = gtag;
  loadScript(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`);
  (gtag as (...call: unknown[]) => void)('js', new Date());
  return gtag;
}

const ANALYTICS_EVENTS = {
  InitiateCheckout: 'begin_checkout',
  AddPaymentInfo: 'add_payment_info',
  Purchase: 'purchase',
};

const googleAnalytics: Network = (ids, clientId) => {
  const gtag = loadGoogleTag(ids[0]!);
  return ids.map((id) => {
    gtag('config', id, {
      send_page_view: false,
      allow_google_signals: false,
      allow_ad_personalization_signals: false,
      ...(clientId && { client_id: clientId }),
    });
    return {
      report: ({ name, eventId, value, currency, contentId }) =>
        gtag('event', ANALYTICS_EVENTS[name], {
          send_to: id,
          value: toDecimal(value),
          currency,
          items: [{ item_id: contentId }],
          ...(name === 'Purchase' && { transaction_id: eventId }),
        }),
    };
  });
};

const googleAds: Network = (ids) => {
  const gtag = loadGoogleTag(ids[0]!.split('/')[0]!);
  for (const account of new Set(ids.map((id) => id.split('/')[0]))) gtag('config', account, { send_page_view: false });
  return ids.map((id) => ({
    report({ name, eventId, value, currency }) {
      // A conversion of Google Ads is a purchase; without its label there is none to report.
      if (name !== 'Purchase' || !id.includes('/')) return;
      gtag('event', 'conversion', { send_to: id, value: toDecimal(value), currency, transaction_id: eventId });
    },
  }));
};

export const NETWORKS: Record<PixelNetwork, Network> = { facebook, tiktok, kwai, googleAnalytics, googleAds };
