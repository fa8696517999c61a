/** The addresses that a connection calls: those of its manifest, and those that its owner typed as settings. */
import type { BaseUrl, Manifest } from '../src/manifest.ts';

type Settings = Readonly<Record<string, string | number | boolean | undefined>>;
type Environment = 'production' | 'sandbox';

type Addressed = Pick<Manifest, 'environments' | 'variants'>;

/** Every base URL that a connection may have, in any variant. */
export const listBases = ({ environments, variants = [] }: Addressed): BaseUrl[] => {
  const changed = variants.flatMap(({ cases }) => Object.values(cases).map((changes) => changes.environments));
  return [environments, ...(changed as (Manifest['environments'] | undefined)[])]
    .flatMap((one) => Object.values(one ?? {}))
    .flatMap((bases) => Object.values(bases ?? {}));
};

/** The settings that hold a base URL. */
export const listBaseSettings = (manifest: Addressed): string[] => [
  ...new Set(listBases(manifest).flatMap((base) => (typeof base === 'string' ? [] : [base.setting]))),
];

/** The settings with which an owner types any host, not one out of a list. */
export const listOpenBases = (manifest: Addressed & Pick<Manifest, 'credentials'>): string[] =>
  listBaseSettings(manifest).filter((setting) => !manifest.credentials.properties[setting]?.enum);

/** The base URLs of an environment by name. One whose setting is empty, and which has no default, is left out. */
export function toBaseUrls(
  { environments }: Pick<Manifest, 'environments'>,
  environment: Environment,
  settings: Settings,
): Record<string, string> {
  const urls: Record<string, string> = {};
  for (const [name, base] of Object.entries(environments[environment] ?? {})) {
    const url = readBase(base, settings);
    if (url) urls[name] = url;
  }
  return urls;
}

const readBase = (base: BaseUrl, settings: Settings): string | undefined => {
  if (typeof base === 'string') return base;
  const typed = settings[base.setting];
  const url = typed === undefined || typed === '' ? base.default : String(typed);
  return url?.replace(/\/+$/, '');
};

/** Returns true for an https address without user, query and fragment: what a base URL may be. */
export function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && !url.username && !url.password && !url.search && !url.hash;
}

/** The hosts that a manifest names by itself: its addresses, the defaults of those that are settings, and the lists of such settings. */
export function listDeclaredHosts(manifest: Addressed & Pick<Manifest, 'credentials'>): string[] {
  const addresses = listBases(manifest).flatMap((base) =>
    typeof base === 'string'
      ? [base]
      : [base.default ?? [], manifest.credentials.properties[base.setting]?.enum ?? []].flat(),
  );
  return [...new Set(addresses.flatMap((address) => URL.parse(address)?.host ?? []))];
}
