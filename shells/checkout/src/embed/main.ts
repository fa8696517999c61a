/**
 * The script that pages of other sites load to show a checkout: in a dialog, in their page, or by leading to it. It needs nothing else, and
 * stores nothing. The checkout tells it what happens by messages whose origin and frame are checked; it sends no messages itself.
 */
export {};

interface EventDetails {
  /** The checkout is shown. */
  loaded: object;
  /** The height of its content in pixels. */
  height: { height: number };
  /** The buyer has chosen a payment method: PIX, CREDIT_CARD or BILLET. */
  method: { method: string };
  /** The payment is approved. Amounts are in cents. */
  paid: { saleId: string; amount: number; currency: string };
  /** The dialog was closed, or `close` was called. */
  closed: object;
}
type EventName = keyof EventDetails;
type Listener<N extends EventName> = (detail: EventDetails[N]) => void;

interface OpenOptions {
  /** The id of an offer, or of a payment link. */
  offer?: string;
  link?: string;
  /** The language of the checkout; that of the page where it is left out. */
  lang?: string;
  /** Other parameters of the checkout's address, such as coupon, method, amount or utm_source. */
  params?: Record<string, string>;
  /** The listeners of each event. */
  on?: { [N in EventName]?: Listener<N> };
}

interface Handle {
  close(): void;
  on<N extends EventName>(name: N, listener: Listener<N>): Handle;
}

const { origin } = new URL((document.currentScript as HTMLScriptElement).src);
const CARRIED = /^(utm_\w+|affiliateId|src|sck|fbclid|gclid|gbraid|wbraid|ttclid)$/;
/** A browser that may not show the checkout here loads an empty page in its place, which tells nothing. */
const SILENT_MS = 4000;

const isPortuguese = () => document.documentElement.lang.slice(0, 2) !== 'en';

function addressOf({ offer, link, lang, params }: OpenOptions, isFramed: boolean): string {
  const url = new URL(`/checkout/${encodeURIComponent(offer || link || '')}`, origin);
  const { searchParams } = url;
  new URLSearchParams(location.search).forEach((value, name) => {
    if (CARRIED.test(name)) searchParams.set(name, value);
  });
  for (const [name, value] of Object.entries(params ?? {})) searchParams.set(name, value);
  searchParams.set('lang', lang ?? (isPortuguese() ? 'pt-BR' : 'en'));
  if (isFramed) searchParams.set('embed', location.origin);
  return url.href;
}

/** Shows the checkout in a frame. `end` takes away what was put into the page; events are also dispatched on `target`. */
function start(options: OpenOptions, target: Element, end: () => void, isDialog = false) {
  const frame = document.createElement('iframe');
  const listeners: [string, (detail: never) => void][] = Object.entries(options.on ?? {});
  let isLoaded = false;
  let isEnded = false;
  const tell = (name: string, detail: object) => {
    for (const [wanted, listener] of listeners) if (wanted === name) listener(detail as never);
    target.dispatchEvent(new CustomEvent(`feira:${name}`, { detail, bubbles: true }));
  };
  const handle: Handle = {
    close() {
      if (isEnded) return;
      isEnded = true;
      removeEventListener('message', receive);
      end();
      tell('closed', {});
    },
    on(name, listener) {
      listeners.push([name, listener]);
      return handle;
    },
  };
  function receive({ origin: from, source, data }: MessageEvent): void {
    if (from !== origin || source !== frame.contentWindow || data?.feira !== 1) return;
    const { feira: _, type, ...detail } = data;
    if (type === 'escape') return void (isDialog && handle.close());
    isLoaded ||= type === 'loaded';
    tell(type, detail);
  }
  addEventListener('message', receive);
  frame.src = addressOf(options, true);
  frame.title = 'Checkout';
  frame.allow = 'clipboard-write';
  frame.style.cssText = 'display:block;width:100%;border:0;background:#fff;color-scheme:light';
  frame.addEventListener('load', () => {
    setTimeout(() => {
      if (isLoaded || isEnded) return;
      // biome-ignore lint/suspicious/noConsole: the developer of the page reads it, and nobody else could.
      console.error(
        `Feira: allow ${location.origin} to show the checkout, under "Embedded checkout" in the dashboard.`,
      );
      // The buyer can pay all the same.
      location.href = addressOf(options, false);
    }, SILENT_MS);
  });
  return { frame, handle };
}

/** Opens the checkout in a dialog over the page. Events are dispatched on the element that opened it, where there is one. */
function open(options: OpenOptions, target?: Element): Handle {
  const dialog = document.createElement('dialog');
  const root = document.documentElement;
  const { overflow } = root.style;
  const opener = document.activeElement as HTMLElement | null;
  const { frame, handle } = start(
    options,
    target ?? dialog,
    () => {
      dialog.close();
      dialog.remove();
      root.style.overflow = overflow;
      opener?.focus();
    },
    true,
  );
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = '\u00d7';
  button.setAttribute('aria-label', isPortuguese() ? 'Fechar' : 'Close');
  button.addEventListener('click', handle.close);
  dialog.setAttribute('aria-label', 'Checkout');
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    handle.close();
  });
  // Styles of single elements need no permission of the page's policy.
  dialog.style.cssText =
    'position:fixed;inset:0;width:100vw;height:100dvh;max-width:none;max-height:none;margin:0;padding:0;border:0;background:rgb(0 0 0/.6);overflow:hidden';
  frame.style.height = '100%';
  frame.style.maxWidth = '1080px';
  frame.style.margin = '0 auto';
  button.style.cssText =
    'position:absolute;z-index:1;top:8px;right:8px;width:44px;height:44px;border:0;border-radius:50%;background:#fff;color:#222;font:24px/1 sans-serif;cursor:pointer;box-shadow:0 1px 6px rgb(0 0 0/.35)';
  dialog.append(button, frame);
  document.body.append(dialog);
  root.style.overflow = 'hidden';
  dialog.showModal();
  handle.on('loaded', () => frame.focus());
  return handle;
}

/** Shows the checkout inside an element of the page, as high as its content. */
function mount(element: Element, options: OpenOptions): Handle {
  const { frame, handle } = start(options, element, () => frame.remove());
  frame.style.height = '640px';
  handle.on('height', ({ height }) => {
    frame.style.height = `${height}px`;
  });
  element.append(frame);
  return handle;
}

/** Reads the data attributes of an element: data-feira-offer or data-feira-link, and parameters such as data-feira-coupon. */
function readOptions({ dataset }: HTMLElement): OpenOptions & { mode: string } {
  const read: OpenOptions & { mode: string; params: Record<string, string> } = { mode: 'overlay', params: {} };
  for (const [key, value] of Object.entries(dataset)) {
    const [, name] = /^feira([A-Z]\w*)$/.exec(key) ?? [];
    if (!name || !value) continue;
    const option = name[0]!.toLowerCase() + name.slice(1);
    if (option === 'offer' || option === 'link' || option === 'lang' || option === 'mode') read[option] = value;
    else read.params[option] = value;
  }
  return read;
}

const MARKED = '[data-feira-offer],[data-feira-link]';

document.addEventListener('click', (event) => {
  const element = (event.target as Element).closest<HTMLElement>(MARKED);
  // A click that opens a link elsewhere stays what it is.
  if (!element || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const { mode, ...options } = readOptions(element);
  if (mode === 'inline') return;
  event.preventDefault();
  if (mode === 'redirect') {
    location.href = addressOf(options, false);
    return;
  }
  open(options, element);
});

function mountMarked(): void {
  for (const element of document.querySelectorAll<HTMLElement>(MARKED)) {
    const { mode, ...options } = readOptions(element);
    if (mode === 'inline' && !element.querySelector('iframe')) mount(element, options);
  }
}
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', mountMarked);
else mountMarked();

Object.assign(window, { Feira: { open: (options: OpenOptions) => open(options), mount } });
