/** Lays the cases that a connection has chosen over the manifest of its provider. */
import type { Manifest } from '../src/manifest.ts';

type Settings = Readonly<Record<string, string | number | boolean | undefined>>;
export type Environment = 'production' | 'sandbox';
export interface Chosen {
  environment: Environment;
  settings: Settings;
}

/** The manifest of a connection; the very same object where it has no variants. */
export function mergeVariants(manifest: Manifest, { environment, settings }: Chosen): Manifest {
  if (!manifest.variants) return manifest;
  const { variants, ...rest } = manifest;
  let merged: Record<string, unknown> = rest;
  for (const { setting, cases } of variants) {
    const value =
      setting === undefined ? environment : (settings[setting] ?? manifest.credentials.properties[setting]?.default);
    const chosen = String(value);
    if (Object.hasOwn(cases, chosen)) merged = lay(merged, cases[chosen]!);
  }
  return merged as Manifest;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function lay(base: Record<string, unknown>, changes: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...base };
  for (const [name, value] of Object.entries(changes)) {
    const old = merged[name];
    // Two schemes of different types have nothing in common.
    const isSameKind = isObject(old) && isObject(value) && (value.type === undefined || value.type === old.type);
    if (value === null) delete merged[name];
    else merged[name] = isSameKind ? lay(old, value) : value;
  }
  return merged;
}

export interface NamedVariant extends Chosen {
  /** Such as "authScheme=basic, production"; empty for a manifest without variants. */
  name: string;
  manifest: Manifest;
}

/** Every manifest that a connection may have: one for each combination of the values that variants choose by. */
export function listVariants(manifest: Manifest): NamedVariant[] {
  const environments = (['sandbox', 'production'] as const).filter((name) => manifest.environments[name]);
  const [first = 'sandbox'] = environments;
  const byEnvironment = manifest.variants?.some(({ setting }) => setting === undefined) ? environments : [first];
  const settings = new Set(manifest.variants?.flatMap(({ setting }) => setting ?? []));
  let all: { environment: Environment; settings: Settings; words: string[] }[] = byEnvironment.map((environment) => ({
    environment,
    settings: {},
    words: byEnvironment.length > 1 ? [environment] : [],
  }));
  for (const setting of settings) {
    const field = manifest.credentials.properties[setting];
    const values = field?.type === 'boolean' ? [true, false] : (field?.enum ?? []);
    all = values.flatMap((value) =>
      all.map((one) => ({
        ...one,
        settings: { ...one.settings, [setting]: value },
        words: [...one.words, `${setting}=${value}`],
      })),
    );
  }
  return all.map(({ words, ...chosen }) => ({
    ...chosen,
    name: words.join(', '),
    manifest: mergeVariants(manifest, chosen),
  }));
}
