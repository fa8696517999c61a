/**
 * The looks in which screens are judged: nobody may meet a barrier in any, nor a page that scrolls sideways. `npm test` judges
 * some of the screens in some of the looks, as its seed draws them, and the soak judges every screen in every look; of the browser's
 * tests the soak plays only those that are marked as drawn.
 */
import type { BrowserContextOptions } from 'playwright-core';
import { expect, it } from 'vitest';
import { drawCases } from '../../core/test/draw.ts';
import { openContext, PHONE, page } from './browser-page.ts';
import { listViolations } from './violations.ts';

export type Look = Pick<BrowserContextOptions, 'locale' | 'viewport' | 'colorScheme'>;

/** Between them they have each language, theme and width: Portuguese on a wide screen is the browser's own look. */
const LOOKS: Look[] = [{}, { locale: 'en', viewport: PHONE, colorScheme: 'dark' }];

/** The mark of tests of which the seed draws some. */
export const DRAWN = { tags: ['drawn'] };

/** Judges what the page shows now; a failure tells `name`. */
export async function expectNoBarrier(name: string): Promise<void> {
  expect([name, await listViolations(page)]).toEqual([name, []]);
  const [width, limit] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const);
  expect([name, Math.max(limit, width)]).toEqual([name, limit]);
}

interface JudgedScreens<S> {
  /** The number of screens in looks that `npm test` judges; a sixth of all by default. */
  short?: number;
  looks?: readonly Look[];
  screens: readonly S[];
  /** Opens one in the context of a look, and waits until it is complete. */
  open(screen: S, look: Look): Promise<unknown>;
}

/** Declares the tests that none of the screens has a barrier or scrolls sideways, one for each look. */
export function judgeScreens<S>({ looks = LOOKS, screens, open, short }: JudgedScreens<S>): void {
  const all = looks.flatMap((look) => screens.map((screen) => ({ look, screen })));
  const drawn = drawCases(all, { short: short ?? Math.ceil(all.length / 6) });
  const isDrawn = (look: Look) => drawn.some((one) => one.look === look);
  it.each(looks.filter(isDrawn))('no screen has a barrier or scrolls sideways: %j', DRAWN, async (look) => {
    await openContext(look);
    for (const { screen } of drawn.filter((one) => one.look === look)) {
      await open(screen, look);
      await expectNoBarrier(String(screen));
    }
  });
}

/** Waits until the screen has its heading and everything that it asked for. */
export async function settle(): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.locator('h1').first().waitFor();
  await expect.poll(() => page.locator('[aria-busy=true]').count(), { message: page.url() }).toBe(0);
}
