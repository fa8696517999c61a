const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the platform of an address; null means the own one, and also replaces anything that is no id. */
export function readPlatformId(address: URLSearchParams): string | null {
  const platform = address.get('platform') ?? '';
  return UUID.test(platform) ? platform : null;
}
