/** New sales stand in the title while somebody looks elsewhere, and on the icon of an installed app. */
import { listNotifications } from '@feira/schemas/procedures/notifications';
import { expect, it } from 'vitest';
import { context, page } from './browser-page.ts';
import { answerReads, createWorld } from './dashboards-world.ts';
import { screens, server, setUpScreens } from './faked-screens.ts';

const sale = (number: number) => ({
  id: `01930000-0000-7000-8000-00000000000${number}`,
  type: 'sale.approved' as const,
  parameters: { title: 'Curso de Pão', amount: 9_990, currency: 'BRL' },
  href: null,
  createdAt: `2026-11-30T12:00:0${number}.000Z`,
  isRead: false,
});

let count = 1;
setUpScreens({
  answer: () => {
    answerReads(server, createWorld(), ['co-producer']);
    count = 1;
    server.answer(listNotifications, () => ({
      notifications: Array.from({ length: count }, (_, index) => sale(count - index)),
      unread: count,
      announcement: null,
      next: null,
    }));
  },
});

/** Makes the page believe that another tab is in front of it, or no more. */
const hide = (isHidden: boolean) =>
  page.evaluate((value) => {
    const state = value ? 'hidden' : 'visible';
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

it('counts in the title the sales that come while the page is out of sight, until somebody looks', async () => {
  await context.addInitScript(() => {
    Object.assign(navigator, { setAppBadge: async (shown: number) => Object.assign(window, { shownBadge: shown }) });
  });
  await page.goto(`${screens.url}/platform/dashboard`);
  await page.locator('h1').waitFor();
  const badge = () => page.evaluate(() => (window as { shownBadge?: number }).shownBadge);
  await expect.poll(badge).toBe(1);
  const title = await page.title();
  expect(title).not.toMatch(/^\(/);

  count = 3;
  await context.route('**/notifications/live', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: 'event: news\ndata:\n\n' }),
  );
  await hide(true);

  await expect.poll(() => page.title()).toBe(`(2) ${title}`);
  expect(await badge()).toBe(3);
  await hide(false);
  await expect.poll(() => page.title()).toBe(title);
});
