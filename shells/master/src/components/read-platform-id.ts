const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Which platform an address is about; null is the own one, and also what no platform could be called. */
export function readPlatformId(address: URLSearchParams): string | null {
  const platform = address.get('platform') ?? '';
  return UUID.test(platform) ? platform : null;
}
