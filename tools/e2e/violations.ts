import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/**
 * Only violations are collected: for each element that passes axe would write its markup and look for a selector, and the browser
 * would hand all of it over.
 */
const RUN = `(async () => {
  axe.configure({ noHtml: true });
  const { violations } = await axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], iframes: false, reporter: 'no-passes',
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' ')));
})()`;

/** Returns axe's findings of WCAG 2.2 AA. It runs beside the page's own scripts, so that the policy stays in force. */
export async function listViolations(target: Page): Promise<string[]> {
  // Past Playwright, which would parse all of it first to find out whether it is a function.
  const session = await target.context().newCDPSession(target);
  await session.send('Runtime.evaluate', { expression: AXE });
  await session.detach();
  return (await target.evaluate(RUN)) as string[];
}
