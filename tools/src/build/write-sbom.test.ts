import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { writeSbom } from './write-sbom.ts';

interface Component {
  name: string;
  version: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
}

it('the list of packages names what a node runs with its digest, and nothing that only developers need', async () => {
  const root = path.resolve(import.meta.dirname, '../../..');
  const file = await writeSbom();
  const { bomFormat, components } = JSON.parse(await readFile(path.join(root, file), 'utf8')) as {
    bomFormat: string;
    components: Component[];
  };
  const lock = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; integrity?: string }>;
  };

  expect(bomFormat).toBe('CycloneDX');
  const names = components.map(({ name }) => name);
  expect(names).not.toContain('vitest');
  for (const name of ['fastify', 'pg', 'objection', 'react', 'antd']) {
    const locked = lock.packages[`node_modules/${name}`];
    const listed = components.find((component) => component.name === name);
    const digest = Buffer.from(locked?.integrity?.replace('sha512-', '') ?? '', 'base64').toString('hex');
    expect(listed).toMatchObject({ version: locked?.version, hashes: [{ alg: 'SHA-512', content: digest }] });
  }
});
