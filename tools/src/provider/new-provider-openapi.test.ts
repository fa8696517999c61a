/** Tests that a package made from an OpenAPI document is refused for all that nobody decided, and proved once a person did. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listFailures } from '@feira/plugin-kit/conformance';
import type { Description } from '@feira/schemas/description';
import type { Examples } from '@feira/schemas/examples';
import type { Manifest } from '@feira/schemas/manifest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEED } from '../../../core/test/draw.ts';
import { listMarks } from './conformance/open-points.ts';
import { readPackedFiles } from './conformance/packed-files.ts';
import { provePackage } from './conformance/prove-package.ts';
import { readOptions } from './new-provider/options.ts';
import { createPackage } from './new-provider.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const FIXTURES = path.join(import.meta.dirname, 'new-provider/fixtures');
const PLACE = path.join(ROOT, '.cache/new-provider-openapi-test', String(process.pid));
const SMALL = { words: 1_000, amounts: 2, wireWords: 3 };
const JABUTI = path.join(FIXTURES, 'jabuti.openapi.yaml');
const BACEN = path.join(FIXTURES, 'bacen-pix-2.9.0.openapi.json');

const make = async (id: string, file: string, ...flags: string[]) =>
  createPackage(await readOptions([id, `--openapi=${file}`, `--directory=${PLACE}`, ...flags], null));
const folderOf = (id: string) => path.join(PLACE, id);
const read = <T>(id: string, file: string) => JSON.parse(readFileSync(path.join(folderOf(id), file), 'utf8')) as T;
const write = (id: string, file: string, json: unknown) =>
  writeFileSync(path.join(folderOf(id), file), JSON.stringify(json, null, 2));
const marksOf = async (id: string) => listMarks(await readPackedFiles(folderOf(id), 'src/index.ts'));

beforeAll(async () => {
  mkdirSync(PLACE, { recursive: true });
  await make('jabuti', JABUTI);
  await make('banco', BACEN);
});
afterAll(() => rmSync(PLACE, { recursive: true, force: true }));

describe('a package made from an OpenAPI document', () => {
  it('takes addresses, authentication, calls and fields whose names tell them', () => {
    const { environments, auth, idempotency, operations } = read<Manifest>('jabuti', 'plugin.json');
    const description = read<Description>('jabuti', 'description.json');

    expect(environments.sandbox).toEqual({ default: 'https://sandbox.jabuti.example/v2' });
    expect(auth).toEqual({ type: 'header', header: 'x-api-key', credential: 'apiKey' });
    expect(idempotency).toEqual({ supported: true, header: 'idempotency-key' });
    expect(operations).toEqual(Object.keys(description.operations!).concat('processWebhook'));
    expect(description.operations?.createTransaction).toMatchObject({
      request: 'POST /cobrancas',
      json: {
        referencia: '{reference}',
        valor: '{amount}',
        expira_em: '{expiresAt}',
        pagador: { nome: '{customer.name}', documento: '{customer.document}' },
      },
      answer: {
        transactionId: 'id',
        providerStatus: 'situacao',
        paidAmount: 'valor_pago',
        pixCode: 'pix.copia_e_cola',
      },
      methods: { PIX: { json: { metodo: 'pix' } } },
    });
    expect(description.words?.keyType).toMatchObject({ PHONE: 'telefone', RANDOM: 'aleatoria' });
    expect(description.reason).toEqual(['erro.mensagem']);
    expect(description.events?.[0]?.fields).toMatchObject({ eventId: 'id', transactionId: 'cobranca.id' });
  });

  it('never guesses what a word says about money', () => {
    const { status } = read<Manifest>('jabuti', 'plugin.json');

    expect(status.payment).toEqual({ map: { ATIVA: 'PENDING' }, unknown: 'PENDING' });
    expect(status.withdraw).toEqual({ map: { PENDENTE: 'PENDING' }, unknown: 'PENDING' });
  });

  it('is refused, with a mark for each thing that nobody decided', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [path.join(ROOT, 'tools/src/provider/conformance.ts'), folderOf('jabuti'), '--quick', `--seed=${SEED}`],
      { encoding: 'utf8' },
    );

    expect(status).toBe(1);
    for (const sentence of [
      'plugin.json, moneyUnit: cents or reais; valor is a whole number.',
      'what each of these words means: PAGA, EXPIRADA, CONTESTADA, ESTORNADA.',
      'what each of these words means: PAGO, RECUSADO.',
      'required string; The channel name that sells',
      'optional object',
      'its word for events of a charge, or take it out; cobranca.paga, cobranca.criada',
    ])
      expect(stdout).toContain(sentence);
    expect(stdout).toMatch(/^☐ README\.md:\d+: plugin\.json, moneyUnit/m);
    expect(stdout).toMatch(/^☐ description\.json:\d+: required string; The channel name that sells$/m);
    expect(stderr).toContain('none of createTransaction states "given"');
    expect(stderr).toContain('no event is one of events.0 (payment): add the documented event');
  });

  it(`is proved once each mark is decided (seed ${SEED})`, async () => {
    await make('decided', JABUTI, '--methods=PIX', '--money=cents');
    const manifest = read<Manifest>('decided', 'plugin.json');
    Object.assign(manifest.status.payment.map, {
      PAGA: 'APPROVED',
      EXPIRADA: 'REJECTED',
      CONTESTADA: 'CHARGEBACK',
      ESTORNADA: 'REFUNDED',
    });
    Object.assign(manifest.status.withdraw!.map, { PAGO: 'APPROVED', RECUSADO: 'REJECTED' });
    write('decided', 'plugin.json', manifest);
    const description = read<Description>('decided', 'description.json');
    const { json } = description.operations!.createTransaction!;
    json!.canal = 'loja';
    delete json!.rastreio;
    delete description.events![0]!.when;
    write('decided', 'description.json', description);
    const examples = read<Examples>('decided', 'examples/documented.json');
    for (const call of examples.calls!) {
      if (call.operation === 'createTransaction' && call.json)
        call.given = {
          amount: 12_345,
          reference: 'attempt-0001',
          description: 'Curso',
          expiresAt: '2034-01-31T12:00:00.000Z',
          webhookUrl: 'https://example.test/webhooks',
          'customer.name': 'Ana',
          'customer.document': '00000000000',
          'customer.email': 'ana@example.test',
        };
      if (call.operation === 'refund') call.given = { transactionId: '1', amount: 12_345 };
      if (call.operation === 'withdraw')
        call.given = { amount: 5_000, withdrawReference: 'saque-1', pixKey: 'ana@example.test', pixType: 'EMAIL' };
    }
    const { payment, withdraw } = manifest.status;
    examples.words = { payment: payment.map, withdraw: withdraw!.map, keyType: description.words!.keyType };
    write('decided', 'examples/documented.json', examples);
    const readme = path.join(folderOf('decided'), 'README.md');
    writeFileSync(readme, readFileSync(readme, 'utf8').replace(/^- FILL IN: .*\n/gm, ''));

    const report = await provePackage(folderOf('decided'), { seed: SEED, scale: SMALL });

    expect(listFailures(report)).toEqual([]);
    expect(await marksOf('decided')).toEqual([]);
  });

  it('leaves a field that no name explains to a person, in the Central Bank’s document too', async () => {
    const description = read<Description>('banco', 'description.json');
    const manifest = read<Manifest>('banco', 'plugin.json');

    expect(manifest.reference).toEqual({ alphabet: 'alphanumeric', minLength: 26, maxLength: 35 });
    expect(manifest.auth).toMatchObject({ type: 'oauth2', tokenPath: '/oauth/token', base: 'login' });
    expect(manifest.moneyUnit).toBe('reais');
    expect(description.operations?.createTransaction).toMatchObject({
      request: 'PUT /cob/{reference}',
      json: {
        calendario: { expiracao: '{expiresAt|secondsLeft}' },
        valor: { original: '{amount|decimals}' },
        chave: expect.stringMatching(/^FILL IN: required string/),
        devedor: { cpf: expect.stringMatching(/^FILL IN: the document of a person or a company alone/) },
      },
      answer: { transactionId: 'txid', providerStatus: 'status', amount: 'valor.original', pixCode: 'pixCopiaECola' },
    });
    expect(description.events).toEqual([
      { subject: 'payment', each: 'pix', fields: { transactionId: 'txid', amount: 'valor' } },
    ]);
    await expect(provePackage(folderOf('banco'), { seed: SEED, scale: SMALL })).rejects.toThrow(
      'operations.refund.request reads {e2eid}, which refund does not have',
    );
  });
});

describe('the flags', () => {
  it('name another call, or none', async () => {
    await make('named', BACEN, '--charge=put /cobv/{txid}', '--refund=none', '--webhook=none');
    const { operations, events } = read<Description>('named', 'description.json');

    expect(operations?.createTransaction?.request).toBe('PUT /cobv/{reference}');
    expect(operations?.getTransaction?.request).toBe('GET /cobv/{transactionId}');
    expect(operations).not.toHaveProperty('refund');
    expect(events).toBeUndefined();
  });

  it.each([
    [
      'a call that the document lacks',
      JABUTI,
      ['--charge=POST /vendas'],
      '--charge "POST /vendas" is not in the document: choose one of "POST /clientes", "POST /cobrancas"',
    ],
    ['no charge', JABUTI, ['--charge=none'], 'No call of jabuti.openapi.yaml looks like a charge. Name it: --charge'],
    ['a file that is not there', 'nowhere.yaml', [], '--openapi nowhere.yaml cannot be read'],
    ['another document', path.join(ROOT, 'package.json'), [], 'package.json is no OpenAPI document'],
  ])('say what is wrong with %s', async (_case, file, flags, message) => {
    await expect(make('wrong', file, ...flags)).rejects.toThrow(message);
  });

  it('need a document', async () => {
    await expect(
      readOptions(['acme', '--methods=PIX', '--auth=none', '--money=cents', '--charge=none'], null),
    ).rejects.toThrow('--charge goes with --openapi');
  });

  it('take what can be read of a document that breaks the rules', async () => {
    const schema = {
      type: 'object',
      properties: { amount: { type: 'integer', description: 'a {b} | c\nd' }, any: true },
    };
    const loose = {
      openapi: '3.0.1',
      info: { title: 'Loose' },
      servers: [{ url: '/api' }],
      components: {
        securitySchemes: { a: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'http://[' } } } },
      },
      paths: {
        '/payments': { post: { security: [{ a: [] }], requestBody: { content: { 'application/json': { schema } } } } },
        '/batch-payments': {
          post: { requestBody: { content: { 'application/json': { schema: { type: 'array', items: schema } } } } },
        },
      },
    };
    const file = path.join(PLACE, 'loose.json');
    writeFileSync(file, JSON.stringify(loose));

    await make('loose', file);
    await make('list', file, '--charge=POST /batch-payments');

    const { environments, auth } = read<Manifest>('loose', 'plugin.json');
    expect(environments.production).toMatchObject({ default: 'https://api.loose.invalid' });
    expect(auth).toMatchObject({ type: 'oauth2', tokenPath: '/oauth/token' });
    expect(read<Description>('loose', 'description.json').operations?.createTransaction).toMatchObject({
      json: { amount: '{amount}', any: expect.stringMatching(/^FILL IN:/) },
      answer: { transactionId: expect.stringMatching(/^FILL IN:/) },
    });
    expect(await marksOf('loose')).toContainEqual(expect.stringContaining('names no address that begins with https'));
    expect(await marksOf('list')).toContainEqual(expect.stringContaining('the whole body is a list'));
  });

  it('take a document of version 2.0 as well', async () => {
    const answer = { type: 'object', properties: { id: { type: 'string' }, status: { type: 'string' } } };
    const body = { type: 'object', required: ['amount'], properties: { amount: { type: 'number', example: 10.5 } } };
    const old = {
      swagger: '2.0',
      info: { title: 'Old', version: '1' },
      host: 'api.old.example',
      basePath: '/v1',
      schemes: ['https'],
      securityDefinitions: { basic: { type: 'basic' } },
      security: [{ basic: [] }],
      paths: {
        '/payments': {
          post: {
            consumes: ['application/json'],
            produces: ['application/json'],
            parameters: [{ name: 'body', in: 'body', schema: body }],
            responses: { 200: { description: 'Made', schema: answer } },
          },
        },
      },
    };
    const file = path.join(PLACE, 'old.json');
    writeFileSync(file, JSON.stringify(old));

    await make('old', file);

    expect(read<Manifest>('old', 'plugin.json')).toMatchObject({
      environments: { production: { default: 'https://api.old.example/v1' } },
      auth: { type: 'basic' },
      moneyUnit: 'reais',
    });
    expect(read<Description>('old', 'description.json').operations?.createTransaction).toMatchObject({
      request: 'POST /payments',
      json: { amount: '{amount}' },
      answer: { transactionId: 'id', providerStatus: 'status' },
    });
  });
});
