/** The origins of pages that may show a seller's checkout in a frame. */

/** The most origins of one seller: each stands in a header of every page of the seller's checkouts. */
export const MOST_EMBED_ORIGINS = 20;

const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/**
 * Returns the origin of a typed address as browsers write it; null where it is none that may be allowed. https alone, one host without
 * wildcards; http://localhost with any port is for trying. An address with a path is refused, because a whole origin would be allowed.
 */
export function readEmbedOrigin(typed: string): string | null {
  let url: URL;
  try {
    url = new URL(typed.trim());
  } catch {
    return null;
  }
  const { protocol, hostname, pathname, search, hash, username, origin } = url;
  if (pathname !== '/' || search || hash || username) return null;
  if (protocol === 'http:') return hostname === 'localhost' ? origin : null;
  return protocol === 'https:' && (HOST.test(hostname) || hostname === 'localhost') ? origin : null;
}
