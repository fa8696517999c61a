import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { LENT_COMPONENTS } from './lent-components.ts';

const SHELLS = path.resolve(import.meta.dirname, '../../..');
/** The remotes, and what each of them has built into it. */
const files = globSync('{kit,desk,seller,admin,master,manager,customer}/src/**/*.{ts,tsx}', { cwd: SHELLS });

describe('LENT_COMPONENTS', () => {
  it('are those that dashboards draw with, and no more: one that is missing would leave a page blank', () => {
    const drawn = files.flatMap((file) =>
      [...readFileSync(path.join(SHELLS, file), 'utf8').matchAll(/from '(antd[^']*)'/g)].map(([, module]) => module!),
    );

    expect([...new Set(drawn)].sort()).toEqual(Object.keys(LENT_COMPONENTS).sort());
  });
});
