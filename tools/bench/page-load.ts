/** Measures one visit to a page by a phone on slow 4G, in a browser that has never been there. */
import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../src/test/chromium.ts';

/** All times in ms from the moment the visitor asks for the page. */
export interface PageLoad {
  firstPaint: number;
  largestPaint: number;
  /** The first frame in which the e-mail field can be typed into. */
  takesInput: number;
  /** The page has come alive; without scripts, the whole document is there. */
  ready: number;
  layoutShift: number;
  /** Bytes received, headers included. */
  bytes: number;
  requests: number;
}

/** The context of a visitor with a phone. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'pt-BR',
};
const CPU_SLOWDOWN = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const TIMEOUT_MS = 60_000;

interface Marks extends Omit<PageLoad, 'bytes' | 'requests'> {
  hasScripts: boolean;
}

export async function loadPage(url: string): Promise<PageLoad> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage(PHONE);
    const session = await page.context().newCDPSession(page);
    const traffic = await countTraffic(session);
    await emulateSlowPhone(session);
    await page.addInitScript(observe);
    await page.goto(url, { waitUntil: 'networkidle', timeout: TIMEOUT_MS });
    const { hasScripts: _, ...marks } = await readMarks(page);
    return { ...marks, ...traffic };
  } finally {
    await browser.close();
  }
}

/** Slows a page down to a phone on slow 4G. */
export async function emulateSlowPhone(session: CDPSession): Promise<void> {
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

async function countTraffic(session: CDPSession): Promise<{ bytes: number; requests: number }> {
  const traffic = { bytes: 0, requests: 0 };
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith('data:')) traffic.requests += 1;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    traffic.bytes += encodedDataLength;
  });
  return traffic;
}

/** Waits until the page is ready; what is painted last before that has been reported by then. */
async function readMarks(page: Page): Promise<Marks> {
  const found = await page.waitForFunction(
    () => {
      const { marks } = window as unknown as { marks: Marks };
      const isComplete = [marks.firstPaint, marks.largestPaint, marks.takesInput, marks.ready].every(
        (mark) => mark > 0,
      );
      return isComplete && marks;
    },
    undefined,
    { timeout: TIMEOUT_MS },
  );
  return found.jsonValue() as Promise<Marks>;
}

/** Runs in the page before anything of it does, and only looks. */
function observe(): void {
  const marks = { firstPaint: 0, largestPaint: 0, takesInput: 0, ready: 0, layoutShift: 0 };
  Object.assign(window, { marks });
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') marks.firstPaint = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => {
    marks.largestPaint = entry.startTime;
  });
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) marks.layoutShift += value;
  });
  const look = () => {
    const field = document.querySelector<HTMLInputElement>('input[name="email"]');
    if (!marks.takesInput && field && !field.disabled && !field.readOnly) marks.takesInput = performance.now();
    const hasScripts = document.querySelector('script[src]') !== null;
    // The page takes validation over from the browser when it comes alive.
    const isAlive = hasScripts ? document.forms[0]?.noValidate : document.readyState !== 'loading';
    if (isAlive && marks.takesInput) marks.ready = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
