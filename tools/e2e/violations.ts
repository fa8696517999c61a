import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** axe's findings of WCAG 2.2 AA, run beside the page's own scripts so that the policy stays in force. */
export async function listViolations(target: Page): Promise<string[]> {
  // Past Playwright, which would parse all of it first to find out whether it is a function.
  const session = await target.context().newCDPSession(target);
  await session.send('Runtime.evaluate', { expression: AXE });
  await session.detach();
  const found = (await target.evaluate(
    "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], iframes: false })",
  )) as { violations: { id: string; nodes: { target: string[] }[] }[] };
  return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}
