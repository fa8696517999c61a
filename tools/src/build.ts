/** `npm run build` builds the screens for production, as a node serves them. */
import { buildShells } from './build-shells.ts';

const { cached } = await buildShells({ mode: 'production', log: console.log });
console.log(cached ? 'The screens are up to date.' : 'The screens are built.');
