/** Renders fake dashboards, so that rights can be tested without a build. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const RENDERER = ['Checkout', 'Payment', 'Contact', 'Message', 'CardFrame', 'Store']
  .map((name) => `export const render${name} = (input) => JSON.stringify(input);`)
  .concat(`export const embedScript = () => '/assets/embed/checkout.js';`)
  .join('\n');

export interface Shells {
  directory: string;
  delete(): Promise<void>;
}

export async function writeShells(): Promise<Shells> {
  const directory = await mkdtemp(join(tmpdir(), 'feira-shells-'));
  await mkdir(join(directory, 'checkout/server'), { recursive: true });
  await mkdir(join(directory, 'host'));
  await writeFile(join(directory, 'checkout/server/documents.mjs'), RENDERER);
  await writeFile(join(directory, 'host/index.html'), '<!doctype html><title>Feira</title>');
  await writeFile(join(directory, 'host/remotes.json'), '{}');
  await writeFile(join(directory, 'host/main.js'), '');
  await mkdir(join(directory, 'embed'));
  await writeFile(join(directory, 'embed/checkout.js'), '');
  await writeFile(join(directory, 'picture.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  return { directory, delete: () => rm(directory, { recursive: true }) };
}
