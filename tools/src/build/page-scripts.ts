/**
 * Lists every script that a payment page may load, with its purpose and its digest, as PCI DSS 6.4.3 asks. A script without a purpose fails the
 * build; a browser test compares the list with what pages load.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SHELLS = path.join(ROOT, 'dist/shells');
const FILE = path.join(ROOT, 'dist/page-scripts.json');

/** By folder and chunk; the folder of a page begins with `checkout-`. */
const PURPOSES: Record<string, Record<string, string>> = {
  'checkout-document': { main: 'Draws the page and loads the part for its layout' },
  'card-frame': { main: 'Takes the card in its own frame, and seals it or has the provider make a token of it' },
  'pixel-frame': { main: 'Runs the pixels of the seller in a frame without an origin, which sees typed events alone' },
  'captcha-frame': {
    main: 'Loads the widget of the CAPTCHA service in a frame of an origin of its own, which hears and sees nothing of the page',
  },
  page: {
    remoteEntry: 'Says where the parts of the page are',
    'page-page': 'Draws the form or the state of a payment',
    behaviour: 'Checks what the buyer types, keeps it, and sends the purchase',
    card: 'Shows the card frame and hands its token over',
    challenge: 'Does the work that is asked for while cards are tested, or shows the frame of the CAPTCHA service',
    freight: 'Asks what it costs to send the order, and shows the services',
    decline: 'Explains a refused card and offers the next step',
    pixels: 'Asks for consent and passes typed events to the pixel frame',
    'two-cards': 'Divides the price between two cards',
  },
};

export interface PageScript {
  /** Its path at the node. */
  address: string;
  purpose: string;
  /** As in the attribute `integrity`. */
  integrity: string;
}

/** Throws where a script has no purpose. */
export async function listPageScripts(): Promise<PageScript[]> {
  const folders = (await readdir(SHELLS)).filter((name) => name.startsWith('checkout-') || name.endsWith('-frame'));
  const scripts: PageScript[] = [];
  for (const folder of folders.filter((name) => name !== 'remote-frame').sort()) {
    const files = (await readdir(path.join(SHELLS, folder))).filter((file) => file.endsWith('.js')).sort();
    for (const file of files) {
      const chunk = file.split('.')[0] ?? '';
      const purpose = (PURPOSES[folder] ?? PURPOSES.page)?.[chunk];
      if (!purpose)
        throw new Error(`${folder}/${file} has no purpose: say in tools/src/build/page-scripts.ts what it is for.`);
      const digest = createHash('sha384').update(await readFile(path.join(SHELLS, folder, file)));
      scripts.push({ address: `/assets/${folder}/${file}`, purpose, integrity: `sha384-${digest.digest('base64')}` });
    }
  }
  return scripts;
}

/** Returns the path of the file, from the root. */
export async function writePageScripts(): Promise<string> {
  await writeFile(FILE, `${JSON.stringify(await listPageScripts(), null, 2)}\n`);
  return path.relative(ROOT, FILE);
}
