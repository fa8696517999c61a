/** Looks up the addresses of zip codes at a public service: cached, never needed to buy. */
import type { Output } from '@feira/schemas/procedure';
import type { lookupZipCode as declared } from '@feira/schemas/procedures/checkout';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { Turns } from '../../shared/turns.ts';

type ZipAddress = Output<typeof declared>;

const TIMEOUT_MS = 4_000;
/** The service blocks addresses that ask too much; its answers stay true for long. */
const MAX_REMEMBERED = 20_000;
/** The time for which a zip code that could not be looked up is not asked again. */
const FAILED_MS = 30_000;
/** Each question waits up to the timeout, so few are asked at a time. */
const questions = new Turns(8, 32);

interface Remembered {
  answer: Promise<ZipAddress | null>;
  /** In ms. */
  until: number;
}
const remembered = new Map<string, Remembered>();

const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 120) : '');

export async function lookupZipCode(
  app: Pick<FastifyInstance, 'clock' | 'config' | 'log'>,
  zipCode: string,
): Promise<ZipAddress> {
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

/** null: the service says that there is no such code, as `{"erro": true}` or, since 2024, `{"erro": "true"}`. */
async function ask(
  { config, log }: Pick<FastifyInstance, 'config' | 'log'>,
  zipCode: string,
): Promise<ZipAddress | null> {
  try {
    const answer = await fetch(`${config.zipLookupUrl}/ws/${zipCode}/json/`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    if (!answer.ok) throw new Error(`The zip code service answered ${answer.status}.`);
    const body = (await answer.json()) as Record<string, unknown>;
    if (!body.uf) return null;
    return {
      uf: text(body.uf),
      logradouro: text(body.logradouro),
      bairro: text(body.bairro),
      localidade: text(body.localidade),
    };
  } catch (error) {
    log.warn({ err: error }, 'A zip code could not be looked up');
    throw new AppError('ZIP_CODE_LOOKUP_FAILED', { fields: ['cep'], cause: error });
  }
}
