/** The server answers every error of the catalogue in the caller's language and in the shape of the caller's interface. */
import { API_PREFIX } from '@feira/schemas/api';
import type { Locale } from '@feira/schemas/common';
import { ERRORS, type ErrorCode } from '@feira/schemas/error-catalogue';
import type { ErrorBody, Problem } from '@feira/schemas/procedure';
import { PHONE_PATTERN } from '@feira/schemas/rules/phone';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

type ValidationProblem = Pick<NonNullable<FastifyError['validation']>[number], 'keyword' | 'instancePath' | 'params'>;
type Detail = NonNullable<ErrorBody['details']>[number];

interface AppErrorOptions {
  fields?: string[];
  reasons?: Record<string, Record<Locale, string>>;
  retryAfterSeconds?: number;
  /** The work that a machine has to do before the request is sent again. */
  challenge?: NonNullable<ErrorBody['challenge']>;
  cause?: unknown;
}

/** An error of the catalogue. `fields` become details: the wrong input and, in both languages, how to correct it. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: string[];
  /** The way to correct each field, where that says more than the message. */
  readonly reasons: Record<string, Record<Locale, string>>;
  /** The seconds after which a repeated request may succeed. */
  readonly retryAfterSeconds: number | undefined;
  readonly challenge: ErrorBody['challenge'];

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(ERRORS[code].en, { cause: options.cause });
    this.code = code;
    this.status = ERRORS[code].status;
    this.reasons = options.reasons ?? {};
    this.fields = options.fields ?? Object.keys(this.reasons);
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.challenge = options.challenge;
  }
}

export function errorBody(error: AppError, locale: Locale): ErrorBody {
  const message = ERRORS[error.code][locale];
  const details = error.fields.map((field) => ({ field, message: error.reasons[field]?.[locale] ?? message }));
  return {
    code: error.code,
    message,
    ...(details.length > 0 && { details }),
    ...(error.challenge && { challenge: error.challenge }),
  };
}

/** Turns the validation keywords of ajv into texts that people can act on. */
export function validationDetails(problems: readonly ValidationProblem[], context: string, locale: Locale): Detail[] {
  return problems.slice(0, 20).map((problem) => {
    const path = problem.instancePath.split('/').slice(1).map(decodePointer);
    const params = problem.params as Record<string, unknown>;
    const named = params.missingProperty ?? params.additionalProperty ?? params.propertyName ?? params.tag;
    if (typeof named === 'string') path.push(named);
    const field = path.join('.') || context;
    return { field, message: problemText(field, problem.keyword, params, locale) };
  });
}

const decodePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~');

function problemText(field: string, keyword: string, params: Record<string, unknown>, locale: Locale): string {
  const isPortuguese = locale === 'pt-BR';
  switch (keyword) {
    case 'required':
      return isPortuguese ? 'Campo obrigatório' : 'Required field';
    case 'additionalProperties':
      return isPortuguese ? 'Campo desconhecido: remova-o' : 'Unknown field: remove it';
    case 'type':
      return isPortuguese ? `Tipo errado: envie ${params.type}` : `Wrong type: send ${params.type}`;
    case 'format':
      if (params.format === 'email') return isPortuguese ? 'E-mail inválido' : 'Invalid email';
      return isPortuguese ? `Formato errado: envie ${params.format}` : `Wrong format: send ${params.format}`;
    case 'enum':
      return isPortuguese
        ? `Valor desconhecido: use ${(params.allowedValues as unknown[]).join(', ')}`
        : `Unknown value: use one of ${(params.allowedValues as unknown[]).join(', ')}`;
    case 'maxLength':
      return isPortuguese ? `Máximo ${params.limit} caracteres` : `At most ${params.limit} characters`;
    case 'minLength':
      // The specification sets 4 as the limit of a buyer's name and writes 3 in its text; both are kept.
      if (field === 'name' && params.limit === 4)
        return isPortuguese
          ? 'Mínimo 3 caracteres. Escreva nome e sobrenome'
          : 'At least 3 characters. Enter your first and last name';
      if (params.limit === 1) return isPortuguese ? 'Campo obrigatório' : 'Required field';
      return isPortuguese ? `Mínimo ${params.limit} caracteres` : `At least ${params.limit} characters`;
    case 'minimum':
    case 'maximum':
      return isPortuguese
        ? `Fora do limite: ${params.comparison} ${params.limit}`
        : `Out of range: ${params.comparison} ${params.limit}`;
    case 'pattern':
      if (String(params.pattern).endsWith(PHONE_PATTERN))
        return isPortuguese
          ? 'Telefone inválido. Use DDD e número, como (11) 98888-7777; celular tem 9 dígitos'
          : 'Invalid phone. Use the area code and the number, such as (11) 98888-7777; mobile numbers have 9 digits';
  }
  return isPortuguese ? 'Formato inválido' : 'Invalid format';
}

/** Maps Fastify's own errors to the catalogue. */
function toAppError(error: FastifyError): AppError | null {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('BODY_TOO_LARGE');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('MEDIA_TYPE_UNSUPPORTED');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new AppError('BODY_MALFORMED');
  }
  if (error.statusCode === 429) return new AppError('TOO_MANY_REQUESTS');
  if (error.statusCode === 400) return new AppError('BODY_MALFORMED');
  // The file server refuses an address that leads out of its folder.
  if (error.statusCode === 403) return new AppError('NOT_FOUND');
  return null;
}

function sendError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) {
  if ('validation' in error && error.validation) {
    const body: ErrorBody = {
      code: 'VALIDATION_FAILED',
      message: ERRORS.VALIDATION_FAILED[request.locale],
      details: validationDetails(error.validation, error.validationContext ?? 'body', request.locale),
    };
    return send(request, reply, 400, body);
  }
  const known = error instanceof AppError ? error : toAppError(error as FastifyError);
  const answer = known ?? new AppError('INTERNAL', { cause: error });
  // The log keeps the reason of a 5xx. People get only a sentence without internal details.
  if (!known) request.log.error({ err: error }, 'Request failed');
  else if (known.status >= 500) request.log.warn({ err: known, cause: known.cause }, 'Request could not be served');
  const isBrief = answer.status === 503 || answer.code === 'IDEMPOTENCY_KEY_IN_USE';
  const retryAfter = answer.retryAfterSeconds ?? (isBrief ? 1 : null);
  if (retryAfter !== null) reply.header('retry-after', String(retryAfter));
  if (isPage(request, answer.status))
    return request.server.documents.sendMessage(request, reply, pageKind(answer.status));
  if (answer.status === 401 && isApi(request)) reply.header('www-authenticate', 'Bearer realm="feira"');
  return send(request, reply, answer.status, errorBody(answer, request.locale));
}

const isApi = ({ url }: FastifyRequest) => url.startsWith(`${API_PREFIX}/`);

/** Writes an error as the caller's interface has it: problem details under /v1, and our own shape elsewhere. */
function send(request: FastifyRequest, reply: FastifyReply, status: number, body: ErrorBody) {
  reply.code(status);
  request.errorCode = body.code;
  return isApi(request) ? reply.type('application/problem+json').send(toProblem(status, body)) : reply.send(body);
}

const toProblem = (status: number, { code, message, details }: ErrorBody): Problem => ({
  type: `/docs/errors#${code}`,
  title: message,
  status,
  code,
  ...(details && { errors: details }),
});

/** Returns whether a browser asks for a page, by an address or with a form. Programs ask for JSON. */
const isPage = (request: FastifyRequest, status: number) =>
  (request.method === 'GET' || (isForm(request) && status >= 500)) &&
  !request.url.startsWith('/api/') &&
  !isApi(request) &&
  String(request.headers.accept ?? '').includes('text/html');

const isForm = ({ method, headers }: FastifyRequest) =>
  method === 'POST' && headers['content-type']?.startsWith('application/x-www-form-urlencoded');

const pageKind = (status: number) =>
  status === 503 || status === 429 ? 'unavailable' : status < 500 ? 'not-found' : 'error';

export default fp(
  async (app) => {
    app.setErrorHandler(sendError);
    app.setNotFoundHandler((request, reply) => sendError(new AppError('NOT_FOUND'), request, reply));
  },
  { name: 'errors', dependencies: ['locale'] },
);
