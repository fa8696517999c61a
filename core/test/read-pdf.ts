/** Reads the text of documents that pdfkit made with the fonts of every reader. */
import { inflateSync } from 'node:zlib';

/** Returns the text of each page, its pieces joined by blanks. */
export function readPdf(file: Buffer): string[] {
  const pages: string[] = [];
  for (let at = file.indexOf('stream\n'); at >= 0; at = file.indexOf('stream\n', at)) {
    const end = file.indexOf('\nendstream', at);
    const content = inflateSync(file.subarray(at + 'stream\n'.length, end)).toString('latin1');
    const pieces = [...content.matchAll(/\[([^\]]*)\] TJ/g)].map(([, run]) =>
      [...run!.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1')).join(''),
    );
    pages.push(pieces.join(' '));
    at = end + '\nendstream'.length;
  }
  return pages;
}
