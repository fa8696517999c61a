/** Puts pictures of one look beside each other, so that many are seen at once and still can be read. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { LOOKS, type Picture } from './camera.ts';

const SHEET = { width: 1_600, height: 1_500 };
const CAPTION = 20;
/** The width of a picture on a sheet. */
const SHOWN_WIDTHS: Record<number, number> = { 390: 390, 1440: 790 };

/** A piece of a picture, no higher than a sheet. */
interface Piece {
  picture: Picture;
  top: number;
  height: number;
}

/** Cuts long pictures, and fills the columns of sheets from top to bottom. */
function layOut(pictures: readonly Picture[], shownWidth: number): Piece[][][] {
  const room = SHEET.height - CAPTION;
  const pieces = pictures.flatMap((picture) => {
    const height = Math.ceil((picture.height * shownWidth) / picture.look.width);
    const count = Math.ceil(height / room);
    return Array.from({ length: count }, (_, index): Piece => {
      const top = index * room;
      return { picture, top, height: Math.min(room, height - top) };
    });
  });
  const columns: Piece[][] = [];
  let left = 0;
  for (const piece of pieces) {
    const needed = piece.height + CAPTION;
    if (needed > left) {
      columns.push([]);
      left = SHEET.height;
    }
    columns.at(-1)!.push(piece);
    left -= needed;
  }
  const perSheet = Math.floor(SHEET.width / shownWidth);
  return Array.from({ length: Math.ceil(columns.length / perSheet) }, (_, index) =>
    columns.slice(index * perSheet, (index + 1) * perSheet),
  );
}

/** Writes the sheets into the folder of the pictures. Returns their number. */
export async function writeContactSheets(
  browser: Browser,
  folder: string,
  pictures: readonly Picture[],
): Promise<number> {
  let written = 0;
  const page = await browser.newPage({ viewport: SHEET });
  for (const look of LOOKS) {
    const shownWidth = SHOWN_WIDTHS[look.width]!;
    const own = pictures.filter((picture) => picture.look.name === look.name);
    for (const [index, columns] of layOut(own, shownWidth).entries()) {
      await page.setContent(await draw(folder, columns, shownWidth));
      const number = String(index + 1).padStart(2, '0');
      await page.screenshot({ path: path.join(folder, `sheet-${look.name}-${number}.png`) });
      written++;
    }
  }
  await page.close();
  await writeFile(path.join(folder, 'index.html'), drawGallery(pictures));
  return written;
}

async function draw(folder: string, columns: readonly Piece[][], width: number): Promise<string> {
  const drawn = columns.map(async (pieces) => {
    const inner = pieces.map(async ({ picture, top, height }) => {
      const data = (await readFile(path.join(folder, picture.file))).toString('base64');
      return `<p>${picture.name}${top > 0 ? ' (continued)' : ''}, ${picture.height} px</p>
<div style="height:${height}px;background:url(data:image/png;base64,${data}) 0 -${top}px/${width}px auto"></div>`;
    });
    return `<section style="width:${width}px">${(await Promise.all(inner)).join('')}</section>`;
  });
  return `<style>body{margin:0;display:flex;gap:4px;background:#888;font:12px/${CAPTION}px sans-serif}p{margin:0;background:#fd0}</style>
${(await Promise.all(drawn)).join('')}`;
}

const drawGallery = (pictures: readonly Picture[]): string =>
  `<!doctype html><meta charset="utf-8"><title>Screens</title>${pictures
    .map(
      ({ file }) => `<figure><figcaption>${file}</figcaption><img src="${file}" loading="lazy" width="480"></figure>`,
    )
    .join('\n')}`;
