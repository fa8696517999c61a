/** The filter of the catalogue, as it stands in the address. The page holds the whole catalogue and filters it itself. */
import { type Locale, PAYMENT_METHODS } from '@feira/schemas/common';
import { KNOWN_LEVELS } from '@feira/schemas/manifest/evidence';
import { leastEvidence } from '@feira/schemas/rules/evidence';
import { defineFilter, type FilterOf, oneOf, someOf, words } from '@feira/shell-kit/filter';
import { foldText } from '@feira/shell-kit/search-text';
import { CAPABILITIES, listCapabilities, listMethods, readManifest } from '../../marketplace/capabilities.ts';
import type { PackageSummary } from '../../marketplace/use-packages.ts';

export const ORIGINS = ['installed', 'included'] as const;
export type Origin = (typeof ORIGINS)[number];

export const CATALOGUE_FILTER = defineFilter({
  search: words(),
  /** A provider has to support all chosen methods and capabilities. */
  methods: someOf('method', PAYMENT_METHODS),
  capabilities: someOf('capability', CAPABILITIES),
  evidence: oneOf('evidence', KNOWN_LEVELS),
  origin: oneOf('origin', ORIGINS),
});
export type CatalogueFilter = FilterOf<typeof CATALOGUE_FILTER>;

/** Bundled packages came with the release; an administrator added those of a folder or an upload. */
const isFrom = ({ versions }: PackageSummary, origin: Origin) =>
  versions.some(({ source }) => (source === 'bundled') === (origin === 'included'));

export function filterPackages(packages: PackageSummary[], filter: CatalogueFilter, locale: Locale): PackageSummary[] {
  const sought = foldText(filter.search).split(/\s+/).filter(Boolean);
  return packages.filter((item) => {
    const manifest = readManifest(item.manifest);
    const switchedOff = item.versions[0]?.switchedOff ?? [];
    const text = foldText(`${item.name} ${item.provider} ${manifest.description[locale]}`);
    const methods = listMethods(manifest, switchedOff).filter(({ isOn }) => isOn);
    const capabilities = listCapabilities(manifest, switchedOff);
    return (
      sought.every((word) => text.includes(word)) &&
      filter.methods.every((wanted) => methods.some(({ method }) => method === wanted)) &&
      filter.capabilities.every((wanted) => capabilities.includes(wanted)) &&
      (!filter.evidence || leastEvidence(manifest) === filter.evidence) &&
      (!filter.origin || isFrom(item, filter.origin))
    );
  });
}
