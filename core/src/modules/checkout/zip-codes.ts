/** Looks up the addresses of zip codes at public services: cached, never needed to buy. */
import type { Output } from '@feira/schemas/procedure';
import type { lookupZipCode as declared } from '@feira/schemas/procedures/checkout';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { Turns } from '../../shared/turns.ts';

type ZipAddress = Output<typeof declared>;
type App = Pick<FastifyInstance, 'clock' | 'config' | 'log'>;

/** A buyer waits for the services one after the other. */
const TIMEOUT_MS = 3_000;
/** The services block addresses that ask too much; their answers stay true for long. */
const MAX_REMEMBERED = 20_000;
/** The time for which a zip code that could not be looked up is not asked again, and for which a service that failed is asked last. */
const FAILED_MS = 30_000;
/** Each question waits up to the timeouts, so few are asked at a time. */
const questions = new Turns(8, 32);

interface Remembered {
  answer: Promise<ZipAddress | null>;
  /** In ms. */
  until: number;
}
const remembered = new Map<string, Remembered>();
/** By address of a service: until when it counts as failed, in ms. */
const failedUntil = new Map<string, number>();

export async function lookupZipCode(app: App, zipCode: string): Promise<ZipAddress> {
  const now = () => app.clock.now().getTime();
  let known = remembered.get(zipCode);
  if (!known || known.until <= now()) {
    if (questions.isFull) throw new AppError('ZIP_CODE_LOOKUP_FAILED', { fields: ['cep'] });
    const asked: Remembered = { answer: questions.run(() => ask(app, zipCode)), until: Number.POSITIVE_INFINITY };
    asked.answer.catch(() => {
      asked.until = now() + FAILED_MS;
    });
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(zipCode, asked);
    known = asked;
  }
  const address = await known.answer;
  if (!address) throw new AppError('ZIP_CODE_NOT_FOUND', { fields: ['cep'] });
  return address;
}

interface Service {
  /** Without a trailing slash. */
  url: string;
  path(zipCode: string): string;
  /** null: there is no such zip code. undefined: this answer says neither that there is one nor that there is none. */
  read(status: number, body: Record<string, unknown>): ZipAddress | null | undefined;
}

const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 120) : '');
const isFine = (status: number) => status >= 200 && status < 300;

/** ViaCEP says that there is no such code as `{"erro": true}` or, since 2024, `{"erro": "true"}`. */
const viaCep = (url: string): Service => ({
  url,
  path: (zipCode) => `/ws/${zipCode}/json/`,
  read(status, body) {
    if (!isFine(status)) throw new Error(`It answered ${status}.`);
    if (!body.uf) return null;
    return {
      uf: text(body.uf),
      logradouro: text(body.logradouro),
      bairro: text(body.bairro),
      localidade: text(body.localidade),
    };
  },
});

/** BrasilAPI answers 404 both for a code that nobody knows and where none of the services that it asks could answer. */
const brasilApi = (url: string): Service => ({
  url,
  path: (zipCode) => `/api/cep/v1/${zipCode}`,
  read(status, body) {
    if (status === 404) return undefined;
    if (!isFine(status) || !body.state) throw new Error(`It answered ${status}.`);
    return {
      uf: text(body.state),
      logradouro: text(body.street),
      bairro: text(body.neighborhood),
      localidade: text(body.city),
    };
  },
});

/** Asks one service after the other. null: one of them says that there is no such code, and none has its address. */
async function ask(app: App, zipCode: string): Promise<ZipAddress | null> {
  const now = app.clock.now().getTime();
  const { zipLookupUrl, zipFallbackUrl } = app.config;
  const services = [viaCep(zipLookupUrl), ...(zipFallbackUrl ? [brasilApi(zipFallbackUrl)] : [])];
  const hasFailed = ({ url }: Service) => (failedUntil.get(url) ?? 0) > now;
  let isUnknown = false;
  for (const service of services.sort((one, other) => Number(hasFailed(one)) - Number(hasFailed(other)))) {
    try {
      const address = await askService(service, zipCode);
      if (address) return address;
      isUnknown ||= address === null;
    } catch (error) {
      app.log.warn({ err: error, url: service.url }, 'A zip code could not be looked up');
      failedUntil.set(service.url, now + FAILED_MS);
    }
  }
  if (isUnknown) return null;
  throw new AppError('ZIP_CODE_LOOKUP_FAILED', { fields: ['cep'] });
}

async function askService(service: Service, zipCode: string): Promise<ZipAddress | null | undefined> {
  const answer = await fetch(service.url + service.path(zipCode), {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  });
  return service.read(answer.status, (await answer.json().catch(() => ({}))) as Record<string, unknown>);
}
