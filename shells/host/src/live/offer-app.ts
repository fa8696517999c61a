/** Lets phones and computers install the dashboard of this page as an app. */
import type { Locale } from '@feira/schemas/common';
import type { Dashboard } from '../dashboards.ts';

const WORKER = '/assets/app-worker/main.js';

interface OfferedApp {
  dashboard: Dashboard;
  locale: Locale;
  /** The platform's own colour. */
  colour: string | undefined;
}

/** Names the app to the browser, and registers the worker that says when there is no connection. */
export async function offerApp({ dashboard: { remote, basePath }, locale, colour }: OfferedApp): Promise<void> {
  setLink('manifest', `/dashboards/${remote}.webmanifest?lang=${locale}`);
  setLink('apple-touch-icon', '/dashboards/icon-180.png');
  if (colour) setThemeColour(colour);
  await navigator.serviceWorker?.register(WORKER, { scope: basePath, updateViaCache: 'none' });
}

function setLink(rel: string, href: string): void {
  const known = document.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`);
  if (known?.getAttribute('href') === href) return;
  const link = known ?? document.createElement('link');
  link.rel = rel;
  link.href = href;
  document.head.append(link);
}

function setThemeColour(content: string): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]') ?? document.createElement('meta');
  meta.name = 'theme-color';
  meta.content = content;
  document.head.append(meta);
}
