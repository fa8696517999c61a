/** Answers for a catalogue as a master sees it: the providers that come with the platform, and a crowd of variants of them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Manifest } from '@feira/schemas/manifest';
import type { Output } from '@feira/schemas/procedure';
import * as marketplace from '@feira/schemas/procedures/marketplace';
import { type FakedServer, Refused } from './faked-screens.ts';

type PackageSummary = Output<typeof marketplace.listPackages>['packages'][number];
type PackageDetails = Output<typeof marketplace.getPackage>;
type PackageVersion = PackageSummary['versions'][number];
type Inspection = Output<typeof marketplace.inspectPackage>;
type Trust = Output<typeof marketplace.getTrust>;

const PLUGINS = path.resolve(import.meta.dirname, '../../plugins');
const AT = '2026-11-18T15:30:00.000Z';
const PROOFS = ['works', 'amounts', 'statuses', 'outcomes', 'answers', 'references', 'webhooks', 'secrecy'];

const readFile = (...parts: string[]) => readFileSync(path.join(PLUGINS, ...parts), 'utf8');
const readBundled = (id: string): Manifest => JSON.parse(readFile(id, 'plugin.json'));
export const digestOf = (number: number) => `sha256:${number.toString(16).padStart(4, '0').repeat(16)}`;
const id = (number: number) => `01930000-0000-7000-8000-${String(number).padStart(12, '0')}`;

const BUNDLED = ['asaas', 'pagarme', 'sandbox'] as const;
const NAMES = [
  ...['Aurora Pay', 'Banco Ipê', 'Baobá', 'Cais', 'Caju Pagamentos', 'Cedro', 'Cobre Já', 'Duna', 'Estrela do Norte'],
  ...['Farol', 'Girassol', 'Horizonte Adquirência', 'Ilha', 'Jatobá', 'Kiwi', 'Lótus', 'Mandacaru', 'Maré', 'Nuvem'],
  ...[
    'Oásis',
    'Pitanga',
    'Ponte',
    'Quartzo',
    'Rede das Águas',
    'Sabiá',
    'Tamoio',
    'Umbu',
    'Vento Sul',
    'Xaxim',
    'Yapó',
  ],
  'Zênite, Instituição de Pagamento',
];
const EVIDENCE = ['documented', 'public-code', 'inferred'] as const;

/** Every third takes no cards, every fourth no boletos; splits and withdrawals come and go as well. */
function createVariant(name: string, number: number): Manifest {
  const base = readBundled(BUNDLED[number % 2]!);
  const { PIX, CREDIT_CARD, BILLET } = base.capabilities.methods!;
  const host = `api.${toId(name)}.example`;
  return {
    ...base,
    id: toId(name),
    name,
    evidence: EVIDENCE[number % 3]!,
    hosts: [host],
    description: {
      'pt-BR': number % 2 ? `${name}: Pix e boleto.` : `${name} recebe por ${base.description['pt-BR'].slice(0, 150)}`,
      en: number % 2 ? `${name}: Pix and boleto.` : `${name} takes ${base.description.en.slice(0, 150)}`,
    },
    environments: { production: { default: `https://${host}/v1` } },
    moneyUnit: number % 2 ? 'cents' : 'reais',
    idempotency: { supported: false },
    lookup: { byReference: number % 4 !== 0, lagSeconds: 90 },
    capabilities: {
      methods: { PIX: PIX!, ...(number % 3 && { CREDIT_CARD: CREDIT_CARD! }), ...(number % 4 && { BILLET: BILLET! }) },
      splits: number % 2 === 0,
      withdraw: number % 5 ? ['PIX'] : [],
    },
  };
}

const toId = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/-$/, '');

export const createVersion = (version: string, changes: Partial<PackageVersion> = {}): PackageVersion => ({
  version,
  source: 'bundled',
  digest: null,
  publisher: null,
  installedAt: null,
  installedBy: null,
  switchedOff: [],
  hasCode: true,
  nodes: { healthy: 2, total: 2, problem: null },
  connections: 0,
  ...changes,
});

const installed = (number: number, version: string, changes: Partial<PackageVersion> = {}) =>
  createVersion(version, {
    source: 'upload',
    digest: digestOf(number),
    publisher: number % 2 ? 'Acme Integrações' : null,
    installedAt: AT,
    installedBy: 'Helena Prado',
    ...changes,
  });

/** Returns the capabilities that a manifest declares, by the names the suite gives them. */
function listDeclared({ capabilities, operations }: Manifest): string[] {
  const methods = Object.entries(capabilities.methods ?? {}).flatMap(([method, capability]) => [
    method,
    ...(capability.refund === 'none' ? [] : [`${method}.refund`]),
    ...((capability.maxInstallments ?? 1) > 1 ? [`${method}.installments`] : []),
    ...(capability.storedCards ? [`${method}.storedCards`] : []),
  ]);
  return [
    ...['package', ...methods, ...(capabilities.splits ? ['splits'] : [])],
    ...(capabilities.withdraw ?? []).map((kind) => `withdraw.${kind}`),
    ...(operations.includes('createReceiver') ? ['receivers'] : []),
    ...(capabilities.mandates ? ['mandates'] : []),
    ...(capabilities.scores ? ['scores'] : []),
    ...(capabilities.personChecks ? ['personChecks'] : []),
    'webhooks',
  ];
}

/** Capabilities of the list failed; a part of the proofs was not needed anywhere. */
function createReport(manifest: Manifest, failed: readonly string[] = []) {
  const capabilities = Object.fromEntries(
    listDeclared(manifest).map((capability, place) => {
      const needed = PROOFS.filter((_, number) => (place + number) % 3 !== 0);
      const failures = ['R$ 0.01 was sent as 0.1.', 'R$ 10,000,000.00 was sent as 1e7.'];
      const proofs = needed.map((proof, number) => [
        proof,
        {
          cases: (place + 2) * (number + 3) * 17,
          failures: failed.includes(capability) && number === 1 ? failures : [],
        },
      ]);
      return [capability, { isProven: !failed.includes(capability), proofs: Object.fromEntries(proofs) }];
    }),
  );
  const results = Object.values(capabilities).flatMap(({ proofs }) =>
    Object.values(proofs as Record<string, { cases: number }>),
  );
  return {
    format: 1,
    provider: manifest.id,
    version: '1.0.0',
    digest: digestOf(1),
    contractVersion: '1.0.0',
    kitVersion: '0.1.0',
    seed: 20_261_120,
    date: '2026-11-20T12:00:00.000Z',
    counts: {
      cases: results.reduce((sum, { cases }) => sum + cases, 0),
      proofs: results.length,
      failed: failed.length,
    },
    capabilities,
  };
}

export interface MarketplaceWorld {
  packages: PackageSummary[];
  trust: Trust;
  usedBy: PackageDetails['usedBy'];
  inspection: Inspection;
}

function createPackage(manifest: Manifest, versions: PackageVersion[]): PackageSummary {
  const [newest] = versions;
  const { counts, date } = createReport(manifest, newest!.switchedOff);
  return {
    provider: manifest.id,
    name: manifest.name,
    newest: newest!.version,
    manifest: { ...manifest },
    versions,
    proofs:
      manifest.evidence === 'inferred'
        ? null
        : { total: counts.proofs, failed: counts.failed, cases: counts.cases, date },
  };
}

export function createMarketplace(): MarketplaceWorld {
  const bundled = BUNDLED.map((name) => {
    const versions =
      name === 'asaas'
        ? [installed(7, '0.2.0', { connections: 1 }), createVersion('0.1.0', { connections: 3 })]
        : [createVersion('0.1.0')];
    return createPackage(readBundled(name), versions);
  });
  const variants = NAMES.map((name, number) => {
    const versions = [installed(number + 20, `1.${number % 7}.0`, { source: number % 3 ? 'upload' : 'registry' })];
    if (number % 6 === 1) versions[0]!.nodes = { healthy: 1, total: 2, problem: null };
    if (number % 9 === 4) versions[0]!.switchedOff = ['BILLET', 'PIX.refund'];
    if (number % 11 === 5) versions[0]!.nodes = { healthy: 1, total: 2, problem: 'Node b: the adapter did not start.' };
    return createPackage(createVariant(name, number), versions);
  });
  const packages = [...bundled, ...variants].sort((one, other) => one.name.localeCompare(other.name, 'pt-BR'));
  const usedBy = [
    { platformName: 'Feira', connectionName: 'Principal', version: '0.2.0', environment: 'production' as const },
    { platformName: 'Flores', connectionName: 'Reserva', version: '0.1.0', environment: 'production' as const },
    { platformName: 'Flores', connectionName: 'Testes da equipe', version: '0.1.0', environment: 'sandbox' as const },
  ].map((use, number) => ({ ...use, platformId: id(number ? 2 : 1), connectionId: id(50 + number) }));
  return {
    packages,
    usedBy,
    trust: {
      requiresSignature: false,
      publishers: [
        {
          fingerprint: 'kq3V0Zb1mB9f2nQy7sT4hXc8wLrE6uJpD5aGzYiOoNM',
          name: 'Acme Integrações',
          addedBy: 'Helena Prado',
          addedAt: AT,
        },
      ],
    },
    inspection: createInspection(),
  };
}

export const createCheck = (
  check: marketplace.PackageCheck,
  changes: Partial<Inspection['checks'][number]> = {},
): Inspection['checks'][number] => ({ check, isPassed: true, isRefusal: false, reason: null, details: {}, ...changes });

/** A new version of a provider that is there: it talks to one host more and proves less than it claims. */
export function createInspection(changes: Partial<Inspection> = {}): Inspection {
  const manifest = readBundled('asaas');
  const unsigned = { isPassed: false, reason: 'UNSIGNED' } as const;
  const unproven = { isPassed: false, reason: 'UNPROVEN', details: { capabilities: 'BILLET, PIX.refund' } } as const;
  return {
    digest: digestOf(0xacdc),
    bytes: 48_213,
    files: 31,
    provider: 'asaas',
    version: '0.3.0',
    publisher: null,
    manifest: { ...manifest, hosts: [...manifest.hosts, 'files.asaas.example'] },
    checks: marketplace.PACKAGE_CHECKS.map((check) =>
      createCheck(check, check === 'SIGNATURE' ? unsigned : check === 'CONFORMANCE' ? unproven : {}),
    ),
    isInstallable: true,
    hasCode: true,
    switchedOff: ['BILLET', 'PIX.refund'],
    replaces: { version: '0.2.0', newHosts: ['files.asaas.example'], newCredentials: ['webhookEmail'] },
    changelog: '# Changelog\n\n## 0.3.0\n\n- Reads boletos from `files.asaas.example`.\n',
    ...changes,
  };
}

/** Returns the inspection of a refused package: its readable parts, and every problem. */
export function createRefusedInspection(): Inspection {
  const refused = (check: marketplace.PackageCheck, reason: marketplace.PackageReason, details = {}) =>
    createCheck(check, { isPassed: false, isRefusal: true, reason, details });
  return createInspection({
    isInstallable: false,
    replaces: null,
    switchedOff: [],
    changelog: null,
    provider: 'asaaas',
    version: '9.0.0',
    checks: [
      createCheck('ARCHIVE'),
      createCheck('INTEGRITY'),
      createCheck('MANIFEST'),
      createCheck('CONTRACT'),
      refused('SCRIPTS', 'INSTALL_SCRIPT', { script: 'postinstall' }),
      refused('DEPENDENCIES', 'DEPENDENCY', { dependency: 'left-pad', field: 'dependencies' }),
      createCheck('MODULE'),
      refused('HOSTS', 'HOST_PRIVATE', { host: '169.254.169.254' }),
      refused('NAME', 'IMITATES_ID', { id: 'asaaas', other: 'asaas' }),
      createCheck('VERSION'),
      refused('SIGNATURE', 'SIGNATURE_MISSING'),
      createCheck('CONFORMANCE', { isPassed: false, reason: 'NOT_CHECKED' }),
    ],
  });
}

/** Returns the inspection of a file that is no package: it could not be read, so nothing else could be checked. */
export function createUnreadInspection(): Inspection {
  const refused = { isPassed: false, isRefusal: true } as const;
  return createInspection({
    isInstallable: false,
    replaces: null,
    switchedOff: [],
    changelog: null,
    files: 0,
    provider: null,
    version: null,
    manifest: null,
    checks: marketplace.PACKAGE_CHECKS.map((check) =>
      createCheck(check, { ...refused, reason: check === 'ARCHIVE' ? 'ARCHIVE_BROKEN' : 'NOT_CHECKED' }),
    ),
  });
}

const findPackage = (world: MarketplaceWorld, provider: string, version?: string): PackageDetails => {
  const found = world.packages.find((item) => item.provider === provider);
  const shown = found?.versions.find((known) => !version || known.version === version);
  if (!found || !shown) {
    throw new Refused(404, { code: 'PACKAGE_NOT_FOUND', message: 'Esta versão deste provedor não está instalada.' });
  }
  const manifest = found.manifest as unknown as Manifest;
  const isBundled = BUNDLED.some((name) => name === provider);
  return {
    provider,
    version: shown.version,
    manifest: found.manifest,
    versions: found.versions,
    readme: isBundled ? readFile(provider, 'README.md') : null,
    changelog: isBundled ? readFile(provider, 'CHANGELOG.md') : null,
    report: found.proofs ? createReport(manifest, provider === 'pagarme' ? ['PIX'] : shown.switchedOff) : null,
    usedBy: provider === 'asaas' ? world.usedBy : [],
  };
};

/** The marketplace's procedures over this world. Changes are kept; what is refused, a test says. */
export function answerMarketplace(server: FakedServer, world: MarketplaceWorld): void {
  server.answer(marketplace.listPackages, () => ({ packages: world.packages }));
  server.answer(marketplace.getPackage, ({ provider, version }) => findPackage(world, provider, version));
  server.answer(marketplace.getTrust, () => world.trust);
  server.answer(marketplace.inspectPackage, () => world.inspection);
  server.answer(marketplace.installPackage, ({ digest }) => {
    const { provider, version } = world.inspection;
    const item = world.packages.find((known) => known.provider === provider)!;
    const nodes = { healthy: 0, total: 2, problem: null };
    item.versions = [installed(3, version!, { digest, nodes }), ...item.versions];
    item.newest = version!;
    return { provider: provider!, version: version! };
  });
  server.answer(marketplace.removePackage, ({ provider, version }) => {
    const item = world.packages.find((known) => known.provider === provider)!;
    item.versions = item.versions.filter((known) => known.version !== version);
    return {};
  });
  server.answer(marketplace.setSignatureRequired, ({ requiresSignature }) => {
    world.trust = { ...world.trust, requiresSignature };
    return {};
  });
  server.answer(marketplace.addPublisher, ({ name }) => {
    const publisher = { fingerprint: `new-${name}`, name, addedBy: 'Helena Prado', addedAt: AT };
    world.trust = { ...world.trust, publishers: [...world.trust.publishers, publisher] };
    return { fingerprint: publisher.fingerprint };
  });
  server.answer(marketplace.removePublisher, ({ fingerprint }) => {
    world.trust = {
      ...world.trust,
      publishers: world.trust.publishers.filter((known) => known.fingerprint !== fingerprint),
    };
    return {};
  });
}
