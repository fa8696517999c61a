/** Reads integrations from their folders: the manifest and the documented examples. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type IntegrationExample, integrationExampleSchema } from '@feira/schemas/integration';
import { createValidator, type Validator } from '../validator.ts';
import { checkIntegration } from './check.ts';
import type { CompiledIntegration } from './compile.ts';

export const INTEGRATION_FILE = 'integration.json';

const validateExample: Validator<IntegrationExample> = createValidator(integrationExampleSchema, { allErrors: true });

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is not JSON.`, { cause });
  }
}

/** Throws one sentence for each thing to fix. */
export async function readIntegration(directory: string): Promise<CompiledIntegration> {
  const file = path.join(directory, INTEGRATION_FILE);
  const checked = checkIntegration(parse(await readFile(file, 'utf8'), file), path.basename(directory));
  if ('problems' in checked) throw new Error(checked.problems.map((problem) => `${file}: ${problem}`).join('\n'));
  return checked;
}

/** Returns the integrations of a folder by their ids, in the order of their names. */
export async function readIntegrations(folder: string): Promise<Map<string, CompiledIntegration>> {
  const entries = await readdir(folder, { withFileTypes: true });
  const directories = entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(folder, name));
  const found = await Promise.all(directories.map(readIntegration));
  const sorted = found.sort((one, other) => one.integration.name.localeCompare(other.integration.name));
  return new Map(sorted.map((compiled) => [compiled.integration.id, compiled]));
}

export interface NamedExample extends IntegrationExample {
  file: string;
}

export async function readIntegrationExamples(directory: string): Promise<NamedExample[]> {
  const folder = path.join(directory, 'examples');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const json = parse(await readFile(file, 'utf8'), file);
      if (!validateExample(json))
        throw new Error(
          validateExample.errors.map(({ instancePath, message }) => `${file}: ${instancePath} ${message}.`).join('\n'),
        );
      return { ...json, file: name };
    }),
  );
}
