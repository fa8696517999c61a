/**
 * Plays a browser that translates every page from its first moment on: each text node gives way to a <font> element within another, also each
 * one that is written later. The words stay the same, so that a test reads whether they are true.
 */
import type { BrowserContext } from 'playwright-core';

export interface Translator {
  /** The text node itself moves into the elements; otherwise they hold a copy of it. */
  isMoved: boolean;
  /** Elements marked as not to be translated are translated all the same. */
  isCareless: boolean;
}

export const TRANSLATORS: Translator[] = [
  { isMoved: false, isCareless: false },
  { isMoved: false, isCareless: true },
  { isMoved: true, isCareless: true },
];

export async function translatePages(context: BrowserContext, translator: Translator): Promise<void> {
  await context.addInitScript(translate, translator);
}

/** Runs in each document. */
function translate({ isMoved, isCareless }: Translator): void {
  const untouched = `script, style, noscript, textarea, font${isCareless ? '' : ', [translate=no]'}`;
  const wrap = (text: Text) => {
    const parent = text.parentElement;
    if (!text.data.trim() || !parent || parent.closest(untouched)) return;
    const outer = document.createElement('font');
    const inner = outer.appendChild(document.createElement('font'));
    parent.insertBefore(outer, text);
    if (isMoved) {
      inner.append(text);
      return;
    }
    parent.removeChild(text);
    inner.textContent = text.data;
  };
  const wrapAll = (root: Node) => {
    if (root instanceof Text) return wrap(root);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) wrap(text);
  };
  document.addEventListener('DOMContentLoaded', () => {
    wrapAll(document.body);
    // A translation of what is written later takes a browser a moment.
    new MutationObserver((records) => {
      const written = records.flatMap(({ type, target, addedNodes }) =>
        type === 'characterData' ? [target] : [...addedNodes],
      );
      requestIdleCallback(() => {
        for (const node of written) if (node.isConnected) wrapAll(node);
      });
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}
