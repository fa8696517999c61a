/** The files in deploy/ that nothing here can run whole: what they name exists, and what they take from others has a version. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import Ajv from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SECRET_SETTINGS } from '../../../core/src/plugins/config.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFile(path.join(ROOT, 'deploy', file), 'utf8');
const version = async () =>
  (JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;

/** A tag that its owner does not move: a whole version or a date. */
const PINNED = /[:-]v?\d+\.\d+(\.\d+)?(-[a-z]+)?$|:RELEASE\.\d{4}-\d{2}-\d{2}T[\d-]+Z$|@sha256:[0-9a-f]{64}$/;

/** Returns the names of all settings, as docs/configuration.md has them. */
async function listSettings(): Promise<Set<string>> {
  const page = await readFile(path.join(ROOT, 'docs/configuration.md'), 'utf8');
  const documented = [...page.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name as string);
  return new Set([...documented, ...SECRET_SETTINGS.map((name) => `${name}_FILE`)]);
}

describe('deploy/Containerfile', () => {
  it('takes nothing without a version into the image, and gives it to a user without rights', async () => {
    const lines = (await read('Containerfile')).split('\n');
    const bases = lines.filter((line) => /^ARG BASE=/.test(line)).map((line) => line.slice('ARG BASE='.length));
    const sources = lines.filter((line) => line.startsWith('FROM '));

    expect(bases).toHaveLength(1);
    expect(bases[0]).toMatch(PINNED);
    expect(sources.filter((line) => !/^FROM --platform=\$BUILDPLATFORM \$\{BASE\} AS files$/.test(line))).toEqual([
      'FROM scratch',
    ]);
    expect(lines.filter((line) => /^ARG MIRROR=/.test(line))[0]).toMatch(/\/archive\/debian\/\d{8}T\d{6}Z$/);
    expect(lines).toContain('USER 10001:10001');
    expect(lines.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true);
  });
});

interface Service {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  read_only?: boolean;
  cap_drop?: string[];
  secrets?: string[];
  configs?: { source: string }[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  secrets: Record<string, unknown>;
  configs: Record<string, unknown>;
}

describe('deploy/compose.yaml', () => {
  const load = async () => parse(await read('compose.yaml'), { merge: true }) as Compose;

  it('names images by version, and only services, secrets, files and volumes that it has', async () => {
    const { services, ...has } = await load();
    const missing: string[] = [];
    const want = (service: string, kind: string, names: string[], there: object) =>
      missing.push(...names.filter((name) => !(name in there)).map((name) => `${service}: ${kind} ${name}`));
    for (const [name, service] of Object.entries(services)) {
      const image = service.image.replace(/^\$\{\w+:-(.+)\}$/, '$1');
      if (!PINNED.test(image)) missing.push(`${name}: a version of ${image}`);
      want(name, 'secret', service.secrets ?? [], has.secrets);
      want(
        name,
        'config',
        (service.configs ?? []).map(({ source }) => source),
        has.configs,
      );
      want(
        name,
        'volume',
        (service.volumes ?? []).map((volume) => volume.split(':')[0] as string),
        has.volumes,
      );
      want(name, 'service', Object.keys(service.depends_on ?? {}), services);
      for (const [other, { condition }] of Object.entries(service.depends_on ?? {}))
        if (condition === 'service_healthy' && !services[other]?.healthcheck?.test)
          missing.push(`${other}: a health check`);
    }
    expect(missing).toEqual([]);
    expect(services['node-1']?.image).toContain(`feira:${await version()}`);
  });

  it('runs two nodes without rights on a root that is read-only, with settings that exist', async () => {
    const { services } = await load();
    const settings = await listSettings();
    const nodes = Object.values(services).filter(({ image }) => image === services['node-1']?.image);

    expect(nodes).toHaveLength(3);
    for (const { environment = {}, read_only, cap_drop, secrets = [] } of nodes) {
      expect(Object.keys(environment).filter((name) => !settings.has(name))).toEqual([]);
      expect([read_only, cap_drop]).toEqual([true, ['ALL']]);
      const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));
      expect(files.map(([, file]) => path.basename(file)).sort()).toEqual([...secrets].sort());
    }
    for (const node of ['node-1', 'node-2']) expect(services[node]?.healthcheck?.test).toContain('wget');
  });
});

type Values = { [name: string]: unknown };

/** Returns whether the path leads to a value, or into an object whose names are free. */
function leadsTo(values: unknown, [name, ...rest]: string[]): boolean {
  if (name === undefined) return true;
  if (typeof values !== 'object' || values === null) return false;
  return name in values && leadsTo((values as Values)[name], rest);
}

describe('deploy/chart', () => {
  const load = async () => ({
    values: parse(await read('chart/values.yaml')) as Values,
    schema: JSON.parse(await read('chart/values.schema.json')) as Values,
  });
  const judge = async (change: Values = {}) => {
    const { values, schema } = await load();
    const validate = new Ajv({ strict: false }).compile(schema);
    validate({ ...values, publicUrl: 'https://pay.example.com', ...change });
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };

  it('has the version of the product', async () => {
    const chart = parse(await read('chart/Chart.yaml')) as { version: string; appVersion: string };

    expect([chart.version, chart.appVersion]).toEqual([await version(), await version()]);
  });

  it('takes its own values once they name the address, and refuses what nodes would refuse', async () => {
    expect(await judge()).toEqual([]);
    expect((await judge({ publicUrl: '' })).join()).toContain('/publicUrl');
    expect((await judge({ publicUrl: 'http://pay.example.com' })).join()).toContain('/publicUrl');
    expect((await judge({ settings: { ENCRYPTION_KEY: 'secret' } })).join()).toContain('/settings');
    expect((await judge({ secret: { name: 'feira', keys: { DATABASE_URL: 'url' } } })).join()).toContain(
      '/secret/keys',
    );
    expect((await judge({ nodes: 0 })).join()).toContain('/nodes');
    expect((await judge({ replicas: 3 })).join()).toContain('additional');
  });

  it('names in its templates only values that exist, and closes what it opens', async () => {
    const { values } = await load();
    const names = (await readdir(path.join(ROOT, 'deploy/chart/templates'))).sort();
    const problems: string[] = [];
    for (const name of names) {
      const text = await read(`chart/templates/${name}`);
      for (const [, place] of text.matchAll(/\.Values\.([\w.]+)/g))
        if (!leadsTo(values, (place as string).split('.'))) problems.push(`${name}: .Values.${place}`);
      const count = (words: RegExp) => [...text.matchAll(words)].length;
      const opened = count(/\{\{-? *(if|with|range|define)\b/g);
      if (opened !== count(/\{\{-? *end\b/g)) problems.push(`${name}: ${opened} blocks are opened`);
    }
    expect(problems).toEqual([]);
    expect(names).toContain('migrate.yaml');
  });

  it('knows every secret of a node, and no other', async () => {
    const { schema } = await load();
    const { secret } = (schema as { properties: { secret: { properties: { keys: { properties: object } } } } })
      .properties;

    expect(Object.keys(secret.properties.keys.properties).sort()).toEqual([...SECRET_SETTINGS].sort());
  });
});
