/**
 * Keeps the id of this purchase per offer for as long as the tab lives. A second click, a second tab restored from the
 * first, or a reload in the middle of a payment sends the same id again, and the server answers with the same payment.
 */
interface KeptKey {
  key: string;
  /** The purchase that the id belongs to; another cart is another purchase. */
  cart: string;
}

/** The browser may refuse storage; then the id lives as long as the page. */
type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/** No cart has this mark, so a spent key is never sent again. */
const SPENT = '';

export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Stands from the submit on, in every tab of the browser. */
const COOKIE = 'checkoutSubmit';
const COOKIE_SECONDS = 30;

function writeCookie(value: string, maxAgeSeconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we support.
  document.cookie = `${COOKIE}=${value}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`;
}

/** Returns the purchase of the offer that some tab of this browser has just sent. */
function readSubmitted(offerId: string): KeptKey | undefined {
  const found = document.cookie?.split('; ').find((cookie) => cookie.startsWith(`${COOKIE}=`));
  const [offer, key, cart] = (found?.slice(COOKIE.length + 1) ?? '').split('~');
  return offer === offerId && key && cart ? { key, cart } : undefined;
}

export function createKeyKeeper(offerId: string, firstKey: string, storage: Storage | undefined, random = randomKey) {
  const place = `feira:purchase:${offerId}`;
  let kept: KeptKey | undefined;
  try {
    kept = JSON.parse(storage?.getItem(place) ?? 'null') ?? undefined;
  } catch {}
  const usedKeys = new Set(kept && [kept.key]);
  const keep = (next: KeptKey) => {
    kept = next;
    try {
      storage?.setItem(place, JSON.stringify(next));
    } catch {}
  };
  const newKey = () => (usedKeys.has(firstKey) ? random() : firstKey);
  return {
    /**
     * Returns the id for this cart, stored before anything is sent. The same cart sent within 30 seconds, in another tab or after going back, is
     * the same purchase.
     */
    keyFor(cart: string): string {
      if (kept?.cart !== cart) {
        const submitted = readSubmitted(offerId);
        // Going back may show the same document again, whose key is spent.
        keep({ key: submitted?.cart === cart ? submitted.key : newKey(), cart });
      }
      const { key } = kept!;
      usedKeys.add(key);
      writeCookie(`${offerId}~${key}~${cart}`, COOKIE_SECONDS);
      return key;
    },
    /** The answer was definite: the next request is another purchase. A refused one may be tried again at once. */
    forget({ isRefused = false } = {}): void {
      if (kept) keep({ key: kept.key, cart: SPENT });
      if (isRefused) writeCookie('', 0);
    },
  };
}
export type KeyKeeper = ReturnType<typeof createKeyKeeper>;

/** Returns session storage, or nothing where the browser refuses even to name it. */
export function sessionStorageOrNone(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}

/** Returns a short hash of the cart: it notices a change without storing personal data. */
export async function markCart(parts: unknown): Promise<string> {
  const text = JSON.stringify(parts);
  if (!crypto.subtle) return `${text.length}:${hash(text)}`;
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes.subarray(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Plain-HTTP pages have no digest; FNV-1a notices a change just as well. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ character.charCodeAt(0), 0x01000193);
  return (value >>> 0).toString(16);
}
