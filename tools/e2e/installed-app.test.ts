/** A dashboard is installed as an app, says when there is no connection, and keeps nothing on the device. */
import { expect, it } from 'vitest';
import { context, forgive, heading, openContext, PHONE, page } from './browser-page.ts';
import { answerReads, createWorld } from './dashboards-world.ts';
import { screens, server, setUpScreens } from './faked-screens.ts';
import { listViolations } from './violations.ts';

setUpScreens({ answer: () => answerReads(server, createWorld(), ['manager']) });

/** Opens a dashboard and waits until its worker answers for it. */
async function openInstalled(): Promise<void> {
  await page.goto(`${screens.url}/manager-root/inbox`);
  await page.locator('h1').waitFor();
  await expect
    .poll(() =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/manager-root'))?.active?.state),
    )
    .toBe('activated');
}

it('names itself to the browser, and its worker keeps nothing and answers for no checkout', async () => {
  await openInstalled();

  expect(await page.locator('link[rel=manifest]').getAttribute('href')).toBe(
    '/dashboards/manager.webmanifest?lang=pt-BR',
  );
  expect(await page.locator('link[rel=apple-touch-icon]').getAttribute('href')).toBe('/dashboards/icon-180.png');
  await page.reload();
  await page.locator('h1').waitFor();
  const kept = await page.evaluate(async () => ({
    controlledBy: new URL(navigator.serviceWorker.controller?.scriptURL ?? location.href).pathname,
    caches: await caches.keys(),
    scopes: (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
    checkout: (await navigator.serviceWorker.getRegistration('/checkout/some-offer')) === undefined,
  }));
  expect(kept).toEqual({
    controlledBy: '/assets/app-worker/main.js',
    caches: [],
    scopes: ['/manager-root'],
    checkout: true,
  });
});

it.each([
  ['pt-BR', 'Você está sem internet', 'Tentar de novo'],
  ['en', 'You are offline', 'Try again'],
])('says in %s that there is no connection, and goes on where there is one again', async (locale, title, retry) => {
  await openContext({ locale, viewport: PHONE });
  await openInstalled();

  await context.setOffline(true);
  await page.goto(`${screens.url}/manager-root/financial`);
  await heading(title);
  expect(await listViolations(page)).toEqual([]);
  await context.setOffline(false);
  await page.getByRole('link', { name: retry }).click();

  await page.waitForURL('**/manager-root/financial');
  await page.locator('.layout h1').waitFor();
  forgive('503');
  forgive('ERR_INTERNET_DISCONNECTED');
});
