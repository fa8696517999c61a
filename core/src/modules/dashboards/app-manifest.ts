/** Describes a dashboard as an app that phones and computers install, under the platform's name and in its colour. */
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { Locale } from '@feira/schemas/common';
import { appColourOf, ICON_SIZES, initialOf } from './app-icon.ts';

export type Dashboard = keyof typeof DASHBOARD_PATHS;
export const DASHBOARDS = Object.keys(DASHBOARD_PATHS) as Dashboard[];

interface AppBrand {
  name: string;
  colour: string | undefined;
  faviconUrl: string | undefined;
}

/** Phones show about so many letters below an icon. */
const SHORT_LENGTH = 12;
const CANVAS = '#f5f7f4';

const WORDS: Record<Locale, { sales: string; payouts: string; inbox: string; description: string }> = {
  'pt-BR': {
    sales: 'Vendas',
    payouts: 'Saques',
    inbox: 'Pendências',
    description: 'O painel da plataforma.',
  },
  en: { sales: 'Sales', payouts: 'Payouts', inbox: 'Inbox', description: 'The dashboard of the platform.' },
};

const SHORTCUTS: Record<Dashboard, readonly [word: 'sales' | 'payouts' | 'inbox', page: string][]> = {
  seller: [
    ['sales', '/my-sales'],
    ['payouts', '/financial'],
  ],
  admin: [
    ['inbox', '/inbox'],
    ['sales', '/manage-sales'],
    ['payouts', '/manage-withdraws'],
  ],
  manager: [
    ['inbox', '/inbox'],
    ['payouts', '/financial'],
  ],
  master: [],
  customer: [],
};

export const iconPath = (size: number, { name, colour }: AppBrand): string =>
  // Its look stands in the address, so that a new one is fetched at once.
  `/dashboards/icon-${size}.png?${new URLSearchParams({ look: `${initialOf(name)}${appColourOf(colour).slice(1)}` })}`;

export function writeManifest(dashboard: Dashboard, locale: Locale, brand: AppBrand) {
  const { name, colour, faviconUrl } = brand;
  const base = DASHBOARD_PATHS[dashboard];
  const words = WORDS[locale];
  const drawn = ICON_SIZES.map((size) => ({
    src: iconPath(size, brand),
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose: 'any',
  }));
  // Only drawings have every size.
  const own = faviconUrl?.split(/[?#]/)[0]?.endsWith('.svg')
    ? [{ src: faviconUrl, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }]
    : [];
  return {
    id: base,
    name,
    short_name: name.length > SHORT_LENGTH ? (name.split(' ')[0] ?? name).slice(0, SHORT_LENGTH) : name,
    description: words.description,
    lang: locale,
    dir: 'ltr',
    start_url: base,
    // Signing in and the account stand beside the dashboard.
    scope: '/',
    display: 'standalone',
    background_color: CANVAS,
    theme_color: appColourOf(colour),
    icons: [...own, ...drawn, { ...drawn.at(-1)!, purpose: 'maskable' }],
    shortcuts: SHORTCUTS[dashboard].map(([word, page]) => ({ name: words[word], url: `${base}${page}` })),
  };
}
