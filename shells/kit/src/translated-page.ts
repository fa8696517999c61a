/** The text of a node, and the element that shows its translation. */
interface Translation {
  text: string;
  shown: Element;
}

const isFont = (node: Node | null): node is HTMLElement => node?.nodeName === 'FONT';

/**
 * Keeps a page true that the browser translates: a translating browser puts a <font> element in the place of each text node, and the renderer
 * goes on writing into a node that nobody sees, or fails where it takes that node out. So the text node stays in the page, empty, before its
 * translation. Once the renderer writes into it or takes it out, the translation goes, and the browser translates the new text.
 */
export function keepTranslatedPageTrue(root: HTMLElement): { undo(): void } {
  const translations = new Map<Text, Translation>();
  const observer = new MutationObserver(follow);

  function follow(records: MutationRecord[]): void {
    const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]));
    for (const record of records) keepTexts(record, added);
    settle();
  }

  function keepTexts(record: MutationRecord, added: ReadonlySet<Node>): void {
    const { target, addedNodes, removedNodes, previousSibling, nextSibling } = record;
    if ((target as Element).closest?.('font')) return;
    for (const text of removedNodes) {
      if (!(text instanceof Text) || translations.has(text)) continue;
      const neighbours = [...addedNodes, previousSibling, nextSibling];
      const shown = neighbours.find((node) => isFont(node) && node.isConnected && added.has(node)) as
        | Element
        | undefined;
      if (!shown) continue;
      // Some browsers move the text node itself into the element.
      if (shown.contains(text)) text.replaceWith(text.cloneNode());
      if (text.isConnected) continue;
      translations.set(text, { text: text.data, shown });
      text.data = '';
      shown.before(text);
    }
  }

  function settle(): void {
    for (const [node, { text, shown }] of translations) {
      const isWritten = node.data !== '';
      const isTogether = node.parentNode !== null && node.parentNode === shown.parentNode;
      if (!isWritten && isTogether && node.isConnected) continue;
      translations.delete(node);
      // The browser shows the original again, or both have left the page together and may come back.
      if (!isWritten && node.parentNode) node.data = text;
      shown.remove();
    }
  }

  observer.observe(root, { subtree: true, childList: true, characterData: true });
  return {
    /** Shows the original, as a renderer that hydrates the page expects it. The browser translates it again. */
    undo() {
      follow(observer.takeRecords());
      for (const [node, { text, shown }] of translations) {
        node.data = text;
        shown.remove();
      }
      translations.clear();
    },
  };
}
