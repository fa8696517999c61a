/** Measures one visit to a page of a dashboard by a phone on slow 4G, in a browser that has never been there. */
import type { CDPSession } from 'playwright-core';
import { launchBrowser } from '../src/test/chromium.ts';
import { emulateSlowPhone, PHONE } from './page-load.ts';

/** Times in ms from the moment the visitor asks for the page. */
export interface DashboardLoad {
  firstPaint: number;
  /** The page has its heading and what it reads first, and nothing that stands in for it. */
  usable: number;
  /** Bytes received until then, headers included. */
  bytes: number;
  scriptBytes: number;
  requests: number;
}

const TIMEOUT_MS = 60_000;

export async function loadDashboard(url: string, cookie: { name: string; value: string }): Promise<DashboardLoad> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage(PHONE);
    const session = await page.context().newCDPSession(page);
    // The browser refuses a cookie of the prefix __Host- that names a domain, as the cookies of Playwright do.
    const secure = cookie.name.startsWith('__Host-');
    await session.send('Network.setCookie', { ...cookie, url: new URL('/', url).href, secure, httpOnly: true });
    const traffic = await countTraffic(session);
    await emulateSlowPhone(session);
    await page.addInitScript(observe);
    await page.goto(url, { waitUntil: 'commit', timeout: TIMEOUT_MS });
    const marks = await page.waitForFunction(
      () => {
        const { marks } = window as unknown as { marks: { usable: number; firstPaint: number } };
        return marks?.usable > 0 && marks.firstPaint > 0 && marks;
      },
      undefined,
      { timeout: TIMEOUT_MS },
    );
    return { ...((await marks.jsonValue()) as { usable: number; firstPaint: number }), ...traffic };
  } finally {
    await browser.close();
  }
}

async function countTraffic(session: CDPSession): Promise<{ bytes: number; scriptBytes: number; requests: number }> {
  const traffic = { bytes: 0, scriptBytes: 0, requests: 0 };
  const scripts = new Set<string>();
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (request.url.startsWith('data:')) return;
    traffic.requests += 1;
    if (type === 'Script') scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    traffic.bytes += encodedDataLength;
    if (scripts.has(requestId)) traffic.scriptBytes += encodedDataLength;
  });
  return traffic;
}

/** Runs in the page before anything of it does, and only looks. */
function observe(): void {
  const marks = { firstPaint: 0, usable: 0 };
  Object.assign(window, { marks });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.name === 'first-contentful-paint') marks.firstPaint = entry.startTime;
  }).observe({ type: 'paint', buffered: true });
  const look = () => {
    const main = document.getElementById('main');
    const isThere = main?.querySelector('h1');
    // A chart may load later: its table is there, and its place is below the first screen.
    const waits = [...(main?.querySelectorAll('.skeleton, [aria-busy="true"]') ?? [])];
    if (isThere && waits.every((element) => element.getBoundingClientRect().top > innerHeight)) {
      marks.usable = performance.now();
      return;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
