/** Answers for a platform's accounts at three providers, as its master sees them; a test can change the answers. */
import type { CredentialField, Manifest, ManifestForm } from '@feira/schemas/manifest';
import type { Output } from '@feira/schemas/procedure';
import * as connections from '@feira/schemas/procedures/connections';
import * as fees from '@feira/schemas/procedures/fees';
import * as marketplace from '@feira/schemas/procedures/marketplace';
import { listRoutes, previewRoutes } from '@feira/schemas/procedures/routing';
import { answerReads, createWorld, OPERATED } from './dashboards-world.ts';
import { type FakedServer, Refused } from './faked-screens.ts';
import { answerMoneyRules, compare, PROPOSAL_ID, type Proposal } from './money-rules-world.ts';

export type Connection = Output<typeof connections.getConnection>;
type Package = Output<typeof marketplace.listPackages>['packages'][number];
type Routes = Output<typeof listRoutes>;
export type Rollout = NonNullable<Connection['rollout']>;

export const PLATFORM = OPERATED;
export const idOf = (number: number) => `01930000-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const [ACME, BANK, FILED] = [idOf(301), idOf(302), idOf(303)];
const AT = '2026-11-12T15:30:00.000Z';
const DAY_MS = 86_400_000;
/** Returns the time in a number of days and half a day, so that no test runs into midnight. */
export const inDays = (days: number) => new Date(Date.now() + (days + 0.5) * DAY_MS).toISOString();

const words = (portuguese: string, english: string) => ({ 'pt-BR': portuguese, en: english });
const ACME_FORM: ManifestForm = {
  type: 'object',
  required: ['apiKey', 'email'],
  properties: {
    apiKey: {
      type: 'string',
      secret: true,
      minLength: 8,
      title: words('Chave de API', 'API key'),
      description: words('Gerada no painel da Acme.', 'Made in the Acme panel.'),
    },
    email: { type: 'string', title: words('E-mail para avisos', 'E-mail for warnings'), examples: ['eu@loja.example'] },
    webhookSecret: { type: 'string', secret: true, title: words('Segredo dos eventos', 'Secret of events') },
    seconds: { type: 'integer', title: words('Espera em segundos', 'Wait in seconds') },
    isFast: { type: 'boolean', title: words('Aprovação imediata', 'Approve at once'), default: false },
    outcome: { type: 'string', title: words('Resultado', 'Outcome'), enum: ['done', 'refused'], default: 'done' },
  },
};
const file = (format: CredentialField['format'], portuguese: string, english: string): CredentialField => ({
  type: 'string',
  secret: true,
  format,
  title: words(portuguese, english),
});
const BANK_FORM: ManifestForm = {
  type: 'object',
  required: ['clientId', 'certificate'],
  properties: {
    clientId: { type: 'string', title: words('Identificador do cliente', 'Client id') },
    certificate: file('certificate', 'Certificado', 'Certificate'),
    privateKey: file('private-key', 'Chave privada', 'Private key'),
  },
};

const createManifest = (id: string, name: string, credentials: ManifestForm, more: Partial<Manifest>): Manifest => ({
  id,
  name,
  contract: '^1.0.0',
  evidence: 'documented',
  hosts: [`api.${id}.example`],
  auth: { type: 'none' },
  description: words(`Cobranças pela ${name}.`, `Charges through ${name}.`),
  environments: {
    production: { default: `https://api.${id}.example` },
    sandbox: { default: `https://sandbox.${id}.example` },
  },
  credentials,
  capabilities: {
    methods: { PIX: { refund: 'partial' }, CREDIT_CARD: { refund: 'full' }, BILLET: { refund: 'none' } },
  },
  operations: ['createTransaction', 'getTransaction'],
  status: { payment: { map: {}, unknown: 'REJECTED' } },
  webhook: { authentication: { type: 'none' } },
  moneyUnit: 'cents',
  idempotency: { supported: false },
  lookup: { byReference: false, lagSeconds: 0 },
  ...more,
});
const MANIFESTS = [
  createManifest('acme', 'Acme Pagamentos', ACME_FORM, { docs: 'https://docs.acme.example/', simulator: './s.js' }),
  createManifest('banco-sul', 'Banco Sul', BANK_FORM, { capabilities: { methods: { PIX: { refund: 'partial' } } } }),
];

const createVersion = (version: string, healthy = 2): Package['versions'][number] => ({
  version,
  source: 'bundled',
  digest: null,
  publisher: null,
  installedAt: null,
  installedBy: null,
  switchedOff: [],
  hasCode: true,
  nodes: { healthy, total: 2, problem: null },
  connections: 1,
});
const createPackage = (manifest: Manifest, versions: Package['versions']): Package => ({
  provider: manifest.id,
  name: manifest.name,
  newest: versions[0]!.version,
  manifest: { ...manifest },
  versions,
  proofs: null,
});

const outcomes = (approved: number, more: Partial<Rollout['stable']> = {}): Rollout['stable'] => ({
  attempts: approved,
  approved,
  refused: 0,
  failed: 0,
  unknown: 0,
  unrecognised: 0,
  ...more,
});
export const createRollout = (number: number, more: Partial<Rollout> = {}): Rollout => ({
  id: idOf(400 + number),
  fromVersion: '1.4.0',
  toVersion: '1.5.0',
  share: 10,
  state: 'CANARY',
  reason: null,
  startedBy: 'Helena Prado',
  createdAt: AT,
  canaryAt: AT,
  endedAt: null,
  nodes: { healthy: 2, total: 2 },
  stable: outcomes(1200, { attempts: 1500, refused: 180, failed: 12, unknown: 3 }),
  canary: outcomes(130, { attempts: 166, refused: 21, failed: 1 }),
  ...more,
});

const createConnection = (id: string, more: Partial<Connection>): Connection => ({
  id,
  name: 'Acme principal',
  provider: 'acme',
  providerName: 'Acme Pagamentos',
  version: '1.4.0',
  environment: 'production',
  status: 'ENABLED',
  methods: ['PIX', 'CREDIT_CARD'],
  limits: {},
  isManaged: false,
  problem: null,
  test: { testedAt: AT, code: null, isCurrent: true },
  certificateExpiresAt: null,
  rollout: null,
  createdAt: AT,
  form: { ...ACME_FORM },
  settings: { email: 'avisos@flores.example', isFast: false, outcome: 'done' },
  secrets: [
    { name: 'apiKey', updatedAt: AT, certificate: null },
    { name: 'webhookSecret', updatedAt: AT, certificate: null },
  ],
  evidence: 'documented',
  evidenceParts: [],
  formVersion: 3,
  capableMethods: ['PIX', 'CREDIT_CARD', 'BILLET'],
  versions: [
    { version: '1.5.0', isReady: true },
    { version: '1.4.0', isReady: true },
  ],
  webhookUrl: `https://feira.example/webhooks/${id.slice(-12)}`,
  rollouts: [
    createRollout(1, {
      fromVersion: '1.3.0',
      toVersion: '1.4.0',
      state: 'PROMOTED',
      endedAt: AT,
    }),
    createRollout(2, {
      fromVersion: '1.3.0',
      toVersion: '1.3.9',
      state: 'ROLLED_BACK',
      reason: 'ERROR_RATE',
      endedAt: AT,
    }),
  ],
  ...more,
});

const SECRET_OF_BANK = (days: number): Connection['secrets'] => [
  {
    name: 'certificate',
    updatedAt: AT,
    certificate: {
      subject: 'CN=flores.example, O=Flores Ltda',
      issuer: 'CN=Banco Sul AC',
      serialNumber: '0A1B',
      validFrom: AT,
      validTo: inDays(days),
      fingerprint: 'AA:BB',
    },
  },
];

export interface ConnectionsWorld {
  connections: Connection[];
  packages: Package[];
  routes: Routes;
  costs: Output<typeof fees.getConnectionCosts>['costs'];
  proposals: Proposal[];
}

const createRoute = (
  number: number,
  connectionId: string,
  more: Partial<Routes['methods'][number]['routes'][number]>,
) => ({
  id: idOf(500 + number),
  connectionId,
  priority: 10,
  weight: 100,
  conditions: {},
  isEnabled: true,
  isManaged: false,
  state: 'SERVING' as const,
  ...more,
});

export function createConnectionsWorld(): ConnectionsWorld {
  const list = [
    createConnection(ACME, {}),
    createConnection(BANK, {
      name: 'Pix do Banco Sul',
      provider: 'banco-sul',
      providerName: 'Banco Sul',
      version: '2.0.0',
      methods: ['PIX'],
      capableMethods: ['PIX'],
      form: { ...BANK_FORM },
      settings: { clientId: 'flores' },
      secrets: SECRET_OF_BANK(12),
      certificateExpiresAt: inDays(12),
      rollouts: [],
      versions: [{ version: '2.0.0', isReady: true }],
    }),
    createConnection(FILED, {
      name: 'Acme reserva',
      environment: 'sandbox',
      status: 'DISABLED',
      isManaged: true,
      methods: ['PIX'],
      secrets: [{ name: 'apiKey', updatedAt: AT, certificate: null }],
      rollouts: [],
      limits: { minAmount: 500, maxAmount: 1_000_000, dailyAmount: 5_000_000 },
    }),
  ];
  return {
    connections: list,
    packages: [
      createPackage(MANIFESTS[0]!, [createVersion('1.5.0'), createVersion('1.4.0')]),
      createPackage(MANIFESTS[1]!, [createVersion('2.1.0', 1), createVersion('2.0.0')]),
    ],
    costs: { PIX: { basisPoints: 99, fixed: 0 } },
    proposals: [],
    routes: {
      connections: list.map(({ id, name, provider, providerName, environment, status, methods }) => ({
        id,
        name,
        provider,
        providerName,
        environment,
        status,
        methods,
      })),
      methods: [
        {
          method: 'PIX',
          isEnabled: true,
          version: 0,
          routes: [
            createRoute(1, ACME, { weight: 70 }),
            createRoute(2, BANK, { weight: 30, state: 'CIRCUIT_OPEN' }),
            createRoute(3, FILED, { priority: 50, isManaged: true, state: 'CONNECTION_OFF' }),
          ],
        },
        {
          method: 'CREDIT_CARD',
          isEnabled: true,
          version: 0,
          routes: [
            createRoute(4, ACME, {
              conditions: { minAmount: 1000, maxInstallments: 6, cardBrands: ['visa', 'elo'] },
            }),
          ],
        },
        { method: 'BILLET', isEnabled: false, version: 0, routes: [] },
      ],
    },
  };
}

/** Everything the pages of connections read. Changes are answered by each test. */
export function answerConnections(server: FakedServer, world: ConnectionsWorld): void {
  answerReads(server, createWorld(), ['master']);
  server.answer(connections.listConnections, () => ({
    connections: world.connections.map(
      ({
        settings: _,
        secrets: __,
        form: ___,
        evidence: ____,
        evidenceParts: _____,
        capableMethods,
        versions,
        webhookUrl,
        rollouts,
        formVersion,
        ...summary
      }) => summary,
    ),
  }));
  server.answer(connections.getConnection, ({ connectionId }) => {
    const found = world.connections.find(({ id }) => id === connectionId);
    if (!found) throw new Refused(404, { code: 'CONNECTION_NOT_FOUND', message: 'Esta conexão não existe.' });
    return found;
  });
  let version = 0;
  server.answer(fees.getConnectionCosts, () => ({
    costs: world.costs,
    currency: 'BRL' as const,
    currencies: ['BRL' as const, 'USD' as const],
    version,
  }));
  server.answer(fees.previewConnectionCosts, ({ costs }) => compare({ costs: world.costs }, { costs }));
  server.answer(fees.setConnectionCosts, ({ costs }) => {
    world.costs = costs;
    version += 1;
    return { proposalId: PROPOSAL_ID, status: 'APPLIED' as const };
  });
  server.answer(listRoutes, () => world.routes);
  server.answer(previewRoutes, ({ routes }) => compare({ routes: [] }, { routes }));
  answerMoneyRules(server, world);
  server.answer(marketplace.listPackages, () => ({ packages: world.packages }));
  server.answer(marketplace.getPackage, ({ provider, version }) => {
    const found = world.packages.find((candidate) => candidate.provider === provider);
    if (!found) throw new Refused(404, { code: 'PACKAGE_NOT_FOUND', message: 'Não instalado.' });
    const { manifest, versions, newest } = found;
    return {
      provider,
      version: version ?? newest,
      manifest,
      versions,
      readme: null,
      changelog: null,
      report: null,
      usedBy: [],
    };
  });
}
