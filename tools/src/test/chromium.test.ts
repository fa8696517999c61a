import { afterEach, describe, expect, it, vi } from 'vitest';
import { findChromium, launchBrowser } from './chromium.ts';

afterEach(() => vi.unstubAllEnvs());

describe('findChromium', () => {
  it('says in one sentence that the browser named does not run', async () => {
    vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium');

    await expect(findChromium()).rejects.toThrow(
      /^CHROMIUM_PATH is "\/nowhere\/chromium", which does not run \(.*\): correct or unset it\.$/,
    );
  });

  it.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'unpacks the bundled browser, which draws a page',
    async () => {
      vi.stubEnv('CHROMIUM_PATH', '');

      const browser = await launchBrowser();
      try {
        const page = await browser.newPage();
        await page.setContent('<h1>Olá</h1>');

        expect(await page.locator('h1').evaluate((element) => element.getBoundingClientRect().height)).toBeGreaterThan(
          0,
        );
        expect((await findChromium()).executablePath).toContain('.cache/chromium-');
      } finally {
        await browser.close();
      }
    },
    180_000,
  );
});
