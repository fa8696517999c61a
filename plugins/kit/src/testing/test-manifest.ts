import type { Manifest } from '@feira/schemas/manifest';

/** A small valid manifest for the kit's own tests; `changes` replace whole parts. */
export function testManifest(changes: Partial<Manifest> = {}): Manifest {
  return {
    id: 'test',
    contract: '^1.0.0',
    name: 'Test',
    description: { 'pt-BR': 'Teste', en: 'Test' },
    evidence: 'documented',
    environments: {
      production: { default: 'https://api.provider.test/v1' },
      sandbox: { default: 'https://sandbox.provider.test/v1' },
    },
    hosts: ['api.provider.test', 'sandbox.provider.test'],
    auth: { type: 'header', header: 'x-api-key', credential: 'secretKey' },
    credentials: {
      type: 'object',
      required: ['secretKey'],
      properties: {
        secretKey: { type: 'string', title: { 'pt-BR': 'Chave', en: 'Key' }, secret: true },
        webhookSecret: { type: 'string', title: { 'pt-BR': 'Segredo', en: 'Secret' }, secret: true },
        clientId: { type: 'string', title: { 'pt-BR': 'Cliente', en: 'Client' } },
      },
    },
    capabilities: { methods: { PIX: { refund: 'partial' } } },
    operations: ['createTransaction', 'getTransaction', 'refund', 'processWebhook'],
    status: { payment: { map: { pending: 'PENDING', paid: 'APPROVED', refused: 'REJECTED' }, unknown: 'REJECTED' } },
    webhook: { authentication: { type: 'none' } },
    moneyUnit: 'cents',
    idempotency: { supported: true, header: 'idempotency-key' },
    lookup: { byReference: true, lagSeconds: 0 },
    ...changes,
  };
}
