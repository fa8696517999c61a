import type { PlatformPixels } from '@feira/schemas/platform';
import { CODE_FIELD, CODES_FIELD } from '@feira/shell-desk/pixels/pixel-fields.ts';
import { check, type FieldsIn, group } from '@feira/shell-kit/fields';

export const TABS = ['facebook', 'googleAds', 'googleAnalytics', 'tiktok', 'kwai'] as const;
export type Tab = (typeof TABS)[number];

type Edited = Omit<PlatformPixels, 'pixPurchase'>;

export const FIELDS = group({
  facebook: CODES_FIELD,
  tiktok: CODES_FIELD,
  kwai: CODES_FIELD,
  googleAnalyticsId: CODE_FIELD,
  googleAdsId: CODE_FIELD,
  googleAdsConversionApiId: CODE_FIELD,
  isSellerListRestricted: check(),
} satisfies FieldsIn<Edited>);

const TAB_OF: Record<string, Tab> = {
  facebook: 'facebook',
  tiktok: 'tiktok',
  kwai: 'kwai',
  googleAnalyticsId: 'googleAnalytics',
  googleAdsId: 'googleAds',
  googleAdsConversionApiId: 'googleAds',
};
export const findTab = (field: string): Tab => TAB_OF[field.split('.')[0] ?? ''] ?? 'facebook';
