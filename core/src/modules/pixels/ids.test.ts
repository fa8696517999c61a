import { describe, expect, it } from 'vitest';
import { findPixelIds } from './ids.ts';

describe('findPixelIds', () => {
  it('joins those of the platform and of the product, each once, and leaves empty ones out', () => {
    const platform = { facebook: ['1', null], googleAnalyticsId: 'G-1' };
    const product = { facebook: ['2', '1'], kwai: [null], googleAnalyticsId: null, tiktok: ['C1'] };

    expect(findPixelIds(platform, product)).toEqual({
      facebook: ['1', '2'],
      tiktok: ['C1'],
      googleAnalytics: ['G-1'],
    });
  });

  it.each([
    [{ googleAdsId: 'AW-1' }, ['AW-1']],
    [{ googleAdsId: '1', googleAdsConversionApiId: 'abc' }, ['AW-1/abc']],
    [{ googleAdsId: 'AW-1', googleAdsConversionApiId: 'AW-2/abc' }, ['AW-2/abc']],
    [{ googleAdsConversionApiId: '2/abc' }, ['AW-2/abc']],
    // A label without an account reaches nobody.
    [{ googleAdsConversionApiId: 'abc' }, undefined],
  ])('names the account of Google Ads and its conversion: %j', (product, ids) => {
    expect(findPixelIds({}, product).googleAds).toEqual(ids);
  });

  it('leaves sellers Facebook alone where the list is restricted, and the platform all of its own', () => {
    const platform = { tiktok: ['C1'], isSellerListRestricted: true };
    const product = { facebook: ['2'], tiktok: ['C2'], googleAdsId: 'AW-1' };

    expect(findPixelIds(platform, product)).toEqual({ facebook: ['2'], tiktok: ['C1'] });
  });
});
