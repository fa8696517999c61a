/** Lists the hosts that the networks' own scripts need, as docs/pixels.md says where each is documented. */
import type { PixelIds, PixelNetwork } from '@feira/schemas/pixels';
import type { PixelSources } from '../../plugins/documents.ts';

const GOOGLE_TAGS = 'https://www.googletagmanager.com';
const GOOGLE_ADS = [
  'https://pagead2.googlesyndication.com',
  'https://www.googleadservices.com',
  'https://googleads.g.doubleclick.net',
  'https://www.google.com',
  'https://google.com',
  'https://www.google.com.br',
];

const SOURCES: Record<PixelNetwork, PixelSources> = {
  facebook: {
    scripts: ['https://connect.facebook.net'],
    images: ['https://www.facebook.com'],
    connections: ['https://www.facebook.com', 'https://connect.facebook.net'],
  },
  tiktok: {
    scripts: ['https://analytics.tiktok.com'],
    images: ['https://analytics.tiktok.com'],
    connections: ['https://analytics.tiktok.com'],
  },
  kwai: {
    scripts: ['https://s1.kwai.net'],
    images: ['https://www.adsnebula.com'],
    connections: ['https://www.adsnebula.com'],
  },
  googleAnalytics: {
    scripts: [GOOGLE_TAGS],
    images: ['https://*.google-analytics.com', GOOGLE_TAGS],
    connections: ['https://*.google-analytics.com', 'https://*.analytics.google.com', GOOGLE_TAGS],
  },
  googleAds: {
    scripts: [GOOGLE_TAGS, ...GOOGLE_ADS.slice(0, 4)],
    images: [GOOGLE_TAGS, ...GOOGLE_ADS],
    connections: [GOOGLE_TAGS, ...GOOGLE_ADS],
  },
};

/** Returns what the networks in use need, and nothing for the others. */
export function listSources(ids: PixelIds): PixelSources {
  const used = (Object.keys(ids) as PixelNetwork[]).map((network) => SOURCES[network]);
  const join = (key: keyof PixelSources) => [...new Set(used.flatMap((sources) => sources[key]))];
  return { scripts: join('scripts'), images: join('images'), connections: join('connections') };
}
