/** Opens pages in the looks that pictures are taken in, and writes the pictures. */
import path from 'node:path';
import { LOCALES, type Locale } from '@feira/schemas/common';
import type { Browser, Page } from 'playwright-core';

export interface Look {
  /** 390-light-pt-BR */
  name: string;
  width: number;
  theme: 'light' | 'dark';
  locale: Locale;
}

/** A phone and a desktop, in both themes and languages. */
export const LOOKS: readonly Look[] = [390, 1440].flatMap((width) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    LOCALES.map((locale) => ({ name: `${width}-${theme}-${locale}`, width, theme, locale })),
  ),
);

export interface Picture {
  name: string;
  look: Look;
  file: string;
  height: number;
}

export interface Camera {
  /** The pictures that were taken. */
  pictures: readonly Picture[];
  wants(name: string): boolean;
  take(page: Page, look: Look, name: string): Promise<void>;
}

/** Takes the pictures whose name contains the text `only`. */
export function createCamera(folder: string, only: string): Camera {
  const pictures: Picture[] = [];
  return {
    pictures,
    wants: (name) => name.includes(only),
    async take(page, look, name) {
      if (!name.includes(only)) return;
      const file = `${name}-${look.name}.png`;
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.screenshot({ path: path.join(folder, file), fullPage: true });
      pictures.push({ name, look, file, height });
    },
  };
}

/** Opens a page of a context of its own, which its caller closes. */
export async function openLook(browser: Browser, { width, theme, locale }: Look): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: theme,
    locale,
    reducedMotion: 'reduce',
  });
  return context.newPage();
}
