/** Decides which pixels run on the checkout of a product: the platform's and the seller's, each once. */
import type { Pixels } from '@feira/schemas/catalogue';
import { PIXEL_KINDS } from '@feira/schemas/options';
import type { PixelIds, PixelNetwork } from '@feira/schemas/pixels';
import type { PlatformPixels } from '@feira/schemas/platform';

const withPrefix = (id: string) => (/^[0-9]/.test(id) ? `AW-${id}` : id);

/** Returns the account, or its conversion where one is set. The conversion may be written with its account, as Google shows it. */
function toGoogleAds({ googleAdsId, googleAdsConversionApiId }: Pixels): string[] {
  const account = googleAdsId ? withPrefix(googleAdsId) : null;
  if (!googleAdsConversionApiId) return account ? [account] : [];
  if (googleAdsConversionApiId.includes('/')) return [withPrefix(googleAdsConversionApiId)];
  return account ? [`${account}/${googleAdsConversionApiId}`] : [];
}

export const listIds = (pixels: Pixels): Record<PixelNetwork, string[]> => ({
  facebook: (pixels.facebook ?? []).filter((id) => id !== null),
  tiktok: (pixels.tiktok ?? []).filter((id) => id !== null),
  kwai: (pixels.kwai ?? []).filter((id) => id !== null),
  googleAnalytics: pixels.googleAnalyticsId ? [pixels.googleAnalyticsId] : [],
  googleAds: toGoogleAds(pixels),
});

/** Returns the ids of both by network. A restricted list leaves sellers the pixels of Facebook. */
export function findPixelIds(platform: PlatformPixels, product: Pixels): PixelIds {
  const own = listIds(platform);
  const sold = listIds(product);
  const ids: PixelIds = {};
  for (const network of PIXEL_KINDS) {
    const isAllowed = network === 'facebook' || !platform.isSellerListRestricted;
    const all = [...new Set([...own[network], ...(isAllowed ? sold[network] : [])])].filter((id) => id !== '');
    if (all.length > 0) ids[network] = all;
  }
  return ids;
}
