/** The filter of the catalogue, as it stands in the address. The page holds the whole catalogue and filters it itself. */
import { type Locale, PAYMENT_METHODS, type PaymentMethod } from '@feira/schemas/common';
import { EVIDENCE_LEVELS, type Evidence } from '@feira/schemas/manifest/evidence';
import { leastEvidence } from '@feira/schemas/rules/evidence';
import { foldText, readSearchText } from '@feira/shell-kit/search-text';
import {
  CAPABILITIES,
  type Capability,
  listCapabilities,
  listMethods,
  readManifest,
} from '../../marketplace/capabilities.ts';
import type { PackageSummary } from '../../marketplace/use-packages.ts';

export const ORIGINS = ['installed', 'included'] as const;
export type Origin = (typeof ORIGINS)[number];

export interface CatalogueFilter {
  search: string;
  /** A provider has to support all chosen capabilities. */
  methods: PaymentMethod[];
  capabilities: Capability[];
  evidence: Evidence | null;
  origin: Origin | null;
}

/** Takes every filter out of the address. */
export const NO_FILTER = { search: null, method: null, capability: null, evidence: null, origin: null };

export function readFilter(address: URLSearchParams): CatalogueFilter {
  const list = (name: string) => (address.get(name) ?? '').split(',');
  return {
    search: readSearchText(address),
    methods: PAYMENT_METHODS.filter((method) => list('method').includes(method)),
    capabilities: CAPABILITIES.filter((capability) => list('capability').includes(capability)),
    evidence: EVIDENCE_LEVELS.find((level) => level === address.get('evidence')) ?? null,
    origin: ORIGINS.find((origin) => origin === address.get('origin')) ?? null,
  };
}

export const isFiltered = ({ search, methods, capabilities, evidence, origin }: CatalogueFilter): boolean =>
  search.trim() !== '' || methods.length > 0 || capabilities.length > 0 || evidence !== null || origin !== null;

/** Bundled packages came with the release; an administrator added those of a folder or an upload. */
const isFrom = ({ versions }: PackageSummary, origin: Origin) =>
  versions.some(({ source }) => (source === 'bundled') === (origin === 'included'));

export function filterPackages(packages: PackageSummary[], filter: CatalogueFilter, locale: Locale): PackageSummary[] {
  const words = foldText(filter.search).split(/\s+/).filter(Boolean);
  return packages.filter((item) => {
    const manifest = readManifest(item.manifest);
    const switchedOff = item.versions[0]?.switchedOff ?? [];
    const text = foldText(`${item.name} ${item.provider} ${manifest.description[locale]}`);
    const methods = listMethods(manifest, switchedOff).filter(({ isOn }) => isOn);
    const capabilities = listCapabilities(manifest, switchedOff);
    return (
      words.every((word) => text.includes(word)) &&
      filter.methods.every((wanted) => methods.some(({ method }) => method === wanted)) &&
      filter.capabilities.every((wanted) => capabilities.includes(wanted)) &&
      (!filter.evidence || leastEvidence(manifest) === filter.evidence) &&
      (!filter.origin || isFrom(item, filter.origin))
    );
  });
}
