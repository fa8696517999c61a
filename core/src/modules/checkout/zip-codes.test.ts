import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { createWorld } from '../../../test/world.ts';

let base: TestNode;
beforeAll(async () => {
  base = await buildNode();
  await createWorld(base.app);
});
afterAll(() => base.close());

/** The status and body with which a service answers; one that is down drops the connection. */
type Answer = [status: number, body: unknown] | 'down';

/** The example of ViaCEP's page, and what it documents for a code that does not exist. */
const VIA_CEP = {
  knows: [
    200,
    {
      cep: '01001-000',
      logradouro: 'Praça da Sé',
      complemento: 'lado ímpar',
      bairro: 'Sé',
      localidade: 'São Paulo',
      uf: 'SP',
      ibge: '3550308',
    },
  ],
  doesNotKnow: [200, { erro: 'true' }],
  hasRefused: [403, { erro: 'blocked' }],
} satisfies Record<string, Answer>;
/** The example of BrasilAPI's page, and its answer where none of the services that it asks has one. */
const BRASIL_API = {
  knows: [
    200,
    {
      cep: '89010025',
      state: 'SC',
      city: 'Blumenau',
      neighborhood: 'Centro',
      street: 'Rua Doutor Luiz de Freitas Melro',
      service: 'viacep',
    },
  ],
  doesNotKnow: [
    404,
    {
      name: 'CepPromiseError',
      message: 'Todos os serviços de CEP retornaram erro.',
      type: 'service_error',
      errors: [{ name: 'ServiceError', message: 'CEP não encontrado na base do ViaCEP.', service: 'viacep' }],
    },
  ],
} satisfies Record<string, Answer>;

const SAO_PAULO = { uf: 'SP', logradouro: 'Praça da Sé', bairro: 'Sé', localidade: 'São Paulo' };
const BLUMENAU = {
  uf: 'SC',
  logradouro: 'Rua Doutor Luiz de Freitas Melro',
  bairro: 'Centro',
  localidade: 'Blumenau',
};

async function serve(answer: Answer): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (answer === 'down') return void request.socket.destroy();
    response.writeHead(answer[0], { 'content-type': 'application/json' }).end(JSON.stringify(answer[1]));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

let codes = 0;
/** Each one is asked for the first time. */
const nextCode = () => String(70_000_000 + ++codes);

/** Starts a node that asks these services. */
async function openLookup(first: Answer, second: Answer) {
  const services = [await serve(first), await serve(second)] as const;
  const env = { ZIP_LOOKUP_URL: services[0].url, ZIP_FALLBACK_URL: services[1].url };
  const node = await buildNode({ databaseUrl: base.databaseUrl, env, isListening: false });
  onTestFinished(() => node.close());
  const lookUp = async (cep = nextCode()) => {
    const answer = await node.app.inject(`/api/checkout.lookupZipCode?cep=${cep}`);
    return answer.statusCode === 200 ? answer.json() : answer.json().code;
  };
  return { lookUp, asked: () => services.map(({ asked }) => asked) };
}

describe('the look-up of a zip code', () => {
  it('asks the second service only where the first one has no address', async () => {
    const { lookUp, asked } = await openLookup(VIA_CEP.knows, BRASIL_API.knows);

    expect(await lookUp('70123456')).toEqual(SAO_PAULO);
    expect(asked()).toEqual([['/ws/70123456/json/'], []]);
  });

  it.each([['down' as const], [VIA_CEP.hasRefused], [VIA_CEP.doesNotKnow]] satisfies [Answer][])(
    'takes the address of the second service where the first one answers %j',
    async (first) => {
      const { lookUp, asked } = await openLookup(first, BRASIL_API.knows);

      const cep = nextCode();

      expect(await lookUp(cep)).toEqual(BLUMENAU);
      expect(asked()[1]).toEqual([`/api/cep/v1/${cep}`]);
    },
  );

  it('does not let the next buyer wait for a service that has just failed', async () => {
    const { lookUp, asked } = await openLookup('down', BRASIL_API.knows);

    await lookUp();
    await lookUp();

    expect(asked().map(({ length }) => length)).toEqual([1, 2]);
  });

  it.each([[BRASIL_API.doesNotKnow], ['down' as const]] satisfies [Answer][])(
    'calls a code unknown where the first service says so and the second answers %j',
    async (second) => {
      const { lookUp } = await openLookup(VIA_CEP.doesNotKnow, second);

      expect(await lookUp()).toBe('ZIP_CODE_NOT_FOUND');
    },
  );

  it.each([[BRASIL_API.doesNotKnow], ['down' as const]] satisfies [Answer][])(
    'never calls a code unknown while the first service is down and the second answers %j',
    async (second) => {
      const { lookUp } = await openLookup('down', second);

      expect(await lookUp()).toBe('ZIP_CODE_LOOKUP_FAILED');
    },
  );
});
