/** Waits for stages of the checkout's page that nothing on it shows. */
import { page } from './browser-page.ts';

/** The form has come alive: it checks its fields itself. */
export const isAlive = () => page.locator('form.page[novalidate]').waitFor();

/** Returns whether the behaviour is there that arrives after the form: carts, pixels, the question before leaving. */
export const hasBehaviour = () =>
  page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('behaviour')));
