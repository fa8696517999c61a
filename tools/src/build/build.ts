/** `npm run build` builds the screens for production, as a node serves them, and lists the packages and the scripts of payment pages. */
import { buildShells } from './build-shells.ts';
import { writePageScripts } from './page-scripts.ts';
import { writeSbom } from './write-sbom.ts';

const { cached } = await buildShells({ mode: 'production', log: console.log });
console.log(cached ? 'The screens are up to date.' : 'The screens are built.');
console.log(`${await writeSbom()} lists every package, ${await writePageScripts()} every script of a payment page.`);
