/** Changes the looks of a checkout, and waits for stages of its page that nothing on it shows. */
import { expect } from 'vitest';
import { page } from './browser-page.ts';
import { stage } from './stage.ts';

export const addressOf = (offerId: string) => `${stage.url}/checkout/${offerId}`;

let changes = 0;
/** Changes the looks of an offer, and waits until its page shows the change. */
export async function design(offerId: string, config: object): Promise<void> {
  const mark = `marca ${++changes}`;
  await stage.query('UPDATE offer SET checkout_builder_config = checkout_builder_config || $2 WHERE id = $1', [
    offerId,
    JSON.stringify({ ...config, enabledBannerText: true, bannerText: mark }),
  ]);
  await expect.poll(async () => (await fetch(addressOf(offerId))).text()).toContain(mark);
}

/** The form has come alive: it checks its fields itself. */
export const isAlive = () => page.locator('form.page[novalidate]').waitFor();

/** Returns whether the behaviour is there that arrives after the form: carts, pixels, the question before leaving. */
export const hasBehaviour = () =>
  page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('behaviour')));
