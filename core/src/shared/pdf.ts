/** Prepares the text and collects the bytes of every printed document. */

/** The fonts that every reader has have the letters of Western Europe alone. */
export const toPrintable = (text: string): string =>
  text.normalize('NFC').replace(/[^\x20-\x7e\xa0-\xff–—’“”•]/gu, '?');

/** Collects the bytes of a document. The function that it returns ends the document. */
export function collectPdf(document: PDFKit.PDFDocument): () => Promise<Buffer> {
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
  return async () => {
    document.end();
    await ended;
    return Buffer.concat(chunks);
  };
}
