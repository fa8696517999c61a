/** Bounds what an adapter may put into a request: no field of it may cost the host more than its size. */
import { ProviderError } from '../errors.ts';
import type { HttpRequest } from '../host.ts';
import { createValidator } from '../validator.ts';

/** Characters of a path with its query: what servers accept. */
const LONGEST_PATH = 2_048;
/** Characters of a body in JSON or a form; files travel by their references. */
const LARGEST_BODY = 1024 * 1024;

const text = (maxLength: number) => ({ type: 'string', maxLength });
const texts = (maxProperties: number, maxLength: number) => ({
  type: 'object',
  maxProperties,
  propertyNames: { maxLength: 256 },
  additionalProperties: text(maxLength),
});
/** A text with secrets: at most 50 parts. */
const composed = {
  anyOf: [
    text(LARGEST_BODY),
    {
      type: 'array',
      maxItems: 50,
      items: {
        anyOf: [
          text(LARGEST_BODY),
          {
            type: 'object',
            required: ['credential'],
            additionalProperties: false,
            properties: { credential: text(64), account: text(256) },
          },
        ],
      },
    },
  ],
};
const composedTexts = {
  type: 'object',
  maxProperties: 50,
  propertyNames: { maxLength: 256 },
  additionalProperties: composed,
};
const path = {
  type: 'array',
  minItems: 1,
  maxItems: 10,
  items: { anyOf: [text(256), { type: 'integer', minimum: 0, maximum: 1_000 }] },
};
const names = { type: 'array', maxItems: 20, items: text(256) };

const validate = createValidator({
  type: 'object',
  required: ['method', 'path'],
  properties: {
    method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
    path: text(LONGEST_PATH),
    query: { type: 'object', maxProperties: 100 },
    text: text(LARGEST_BODY),
    contentType: text(256),
    form: texts(500, LARGEST_BODY),
    multipart: { type: 'object', maxProperties: 50 },
    files: {
      type: 'array',
      maxItems: 20,
      items: {
        type: 'object',
        required: ['path', 'file'],
        additionalProperties: false,
        properties: { path, file: text(256), prefix: text(256) },
      },
    },
    headers: texts(50, 8_192),
    base: text(64),
    auth: {
      anyOf: [
        { enum: ['default', 'none'] },
        { type: 'object', properties: { token: text(8_192), account: text(256) } },
      ],
    },
    idempotencyKey: text(256),
    accept: { type: 'array', maxItems: 50, items: { type: 'integer' } },
    isRead: { type: 'boolean' },
    refusedWhen: { type: 'object', maxProperties: 20 },
    answerAs: { const: 'base64' },
    secretFields: names,
    secretPaths: { type: 'array', maxItems: 20, items: path },
    secretJson: texts(20, 256),
    secrets: {
      type: 'object',
      additionalProperties: false,
      properties: {
        headers: composedTexts,
        query: composedTexts,
        form: composedTexts,
        json: {
          type: 'array',
          maxItems: 50,
          items: {
            type: 'object',
            required: ['path', 'value'],
            additionalProperties: false,
            properties: { path, value: composed },
          },
        },
      },
    },
    timeoutMs: { type: 'number', minimum: 0 },
  },
});

/** Throws INVALID_REQUEST, NOT_SENT that names the field which is wrong or too large, never its value. */
export function checkHttpRequest(request: HttpRequest): void {
  if (validate(request)) return;
  const [error] = validate.errors;
  throw refuse(`${error?.instancePath.slice(1).replaceAll('/', '.') || 'The request'} ${error?.message}`);
}

/** Throws as well where the address or the body that the request makes is too large. */
export function checkCallSize(path: string, body: string | Uint8Array | undefined): void {
  if (path.length > LONGEST_PATH) throw refuse(`path and query must NOT have more than ${LONGEST_PATH} characters`);
  if (typeof body === 'string') checkBodySize(body);
}

export function checkBodySize(body: string): void {
  if (body.length > LARGEST_BODY) throw refuse(`the body must NOT have more than ${LARGEST_BODY} characters`);
}

const refuse = (reason: string) =>
  new ProviderError('INVALID_REQUEST', 'NOT_SENT', `The request of the adapter is refused: ${reason}.`);
