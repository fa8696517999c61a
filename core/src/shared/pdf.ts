/** Prepares the text and collects the bytes of every printed document. */

/** The fonts that every reader has have the letters of Western Europe alone. */
export const toPrintable = (text: string): string =>
  text.normalize('NFC').replace(/[^\x20-\x7e\xa0-\xff–—’“”•]/gu, '?');

/** Begins a document and collects its bytes; `finish` ends it. The library is loaded at the first document, so that a node starts faster. */
export async function openPdf(
  options: PDFKit.PDFDocumentOptions,
): Promise<{ document: PDFKit.PDFDocument; finish: () => Promise<Buffer> }> {
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument(options);
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
  const finish = async () => {
    document.end();
    await ended;
    return Buffer.concat(chunks);
  };
  return { document, finish };
}
