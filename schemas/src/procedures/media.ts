/** Uploads of pictures. A browser sends the file to the storage itself, between the two calls. */

import { dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import { countSchema, nothingSchema, nullable, optional, page, pageOf, REFUSALS, record } from '../parts.ts';
import type { Access, Procedure } from '../procedure.ts';
import { MOST_PICTURE_BYTES, PICTURE_UPLOAD_KINDS, PRODUCT_FILE } from '../uploads.ts';

/** The kind decides who may upload it: see uploads.ts. */
const UPLOADERS: Access = {
  kind: 'role',
  roles: ['seller', 'admin'],
  permissions: ['isConfigAvailable', 'isProductsAvailable'],
};

const uploadKindSchema = { type: 'string', enum: [...PICTURE_UPLOAD_KINDS, PRODUCT_FILE] } as const;

export const createUpload = {
  name: 'media.createUpload',
  kind: 'mutation',
  summary:
    'Creates an upload. Returns the address that takes the file, for 60 seconds: one PUT with the file as its body and exactly the returned headers.',
  access: UPLOADERS,
  limit: CHANGING,
  api: { call: 'POST /pictures', resource: 'files' },
  input: record({
    kind: { type: 'string', enum: PICTURE_UPLOAD_KINDS },
    /** The media type: image/jpeg, image/png or image/webp. */
    contentType: textSchema(100),
    /** The size of the file, which the PUT must have exactly. */
    bytes: { type: 'integer', minimum: 1, maximum: MOST_PICTURE_BYTES },
  }),
  output: record({
    uploadId: uuidSchema,
    /** An address without a host belongs to the platform's own pages. */
    url: { type: 'string' },
    headers: { type: 'object', additionalProperties: { type: 'string' } },
  }),
  errors: [...REFUSALS, 'PICTURE_KIND', 'UPLOAD_LIMIT', 'STORAGE_UNAVAILABLE'],
} as const satisfies Procedure;

export const finishUpload = {
  name: 'media.finishUpload',
  kind: 'mutation',
  summary:
    'Checks a file that has arrived by its content, and stores it in the sizes that pages show, without EXIF. Returns the address to store in a product, an offer or the customization. The call may be repeated.',
  access: UPLOADERS,
  limit: CHANGING,
  api: { call: 'POST /pictures/{uploadId}/finish', resource: 'files' },
  input: record({ uploadId: uuidSchema }),
  output: record({
    /** The largest size as JPEG or PNG. Its name says which others there are: see schemas/rules/picture.ts. */
    address: { type: 'string' },
  }),
  errors: [
    ...REFUSALS,
    'UPLOAD_NOT_FOUND',
    'UPLOAD_MISSING',
    'PICTURE_KIND',
    'PICTURE_BROKEN',
    'PICTURE_PIXELS',
    'STORAGE_UNAVAILABLE',
    'TOO_MANY_REQUESTS',
  ],
} as const satisfies Procedure;

export const listUploads = {
  name: 'media.listUploads',
  kind: 'query',
  summary:
    'Lists the pictures and private files that the signed-in person has uploaded, newest first, with what became of each.',
  access: UPLOADERS,
  limit: READING,
  api: { call: 'GET /files', resource: 'files' },
  input: optional({ kind: uploadKindSchema, ...page }),
  output: pageOf(
    record({
      id: uuidSchema,
      kind: uploadKindSchema,
      /** The name under which buyers save a private file. */
      name: nullable(textSchema(200)),
      contentType: textSchema(100),
      bytes: countSchema,
      createdAt: dateTimeSchema,
      /** When it arrived and was checked; null until then. */
      finishedAt: nullable(dateTimeSchema),
      /** The address of a finished picture. */
      address: nullable({ type: 'string' }),
    }),
  ),
  errors: REFUSALS,
} as const satisfies Procedure;

export const deleteUpload = {
  name: 'media.deleteUpload',
  kind: 'mutation',
  summary:
    'Deletes a picture or a file that the signed-in person has uploaded. What a product, a checkout or a funnel shows, and what buyers get, stays: it is taken out there first.',
  access: UPLOADERS,
  limit: CHANGING,
  api: { call: 'DELETE /files/{uploadId}', resource: 'files' },
  input: record({ uploadId: uuidSchema }),
  output: nothingSchema,
  errors: [...REFUSALS, 'UPLOAD_NOT_FOUND', 'UPLOAD_IN_USE', 'STORAGE_UNAVAILABLE'],
} as const satisfies Procedure;

export const mediaErrors = {
  STORAGE_UNAVAILABLE: {
    status: 503,
    'pt-BR': 'Houve um erro ao tentar realizar o upload, contate o suporte',
    en: 'The upload failed, please contact support',
  },
  UPLOAD_LIMIT: {
    status: 429,
    'pt-BR': 'Você chegou ao limite de envios de hoje. Tente de novo amanhã.',
    en: 'You have reached the limit of uploads for today. Try again tomorrow.',
  },
  UPLOAD_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este envio não existe. Escolha o arquivo de novo.',
    en: 'There is no such upload. Choose the file again.',
  },
  UPLOAD_IN_USE: {
    status: 409,
    'pt-BR':
      'Este arquivo é usado por um produto, um checkout ou um funil: tire-o de lá antes. O que já foi vendido com ele fica.',
    en: 'A product, a checkout or a funnel uses this file: take it out there first. What was sold with it stays.',
  },
  UPLOAD_MISSING: {
    status: 409,
    'pt-BR': 'O arquivo não chegou inteiro. Envie de novo.',
    en: 'The file has not arrived in whole. Send it again.',
  },
  UPLOAD_DIFFERS: {
    status: 422,
    'pt-BR': 'O arquivo não é o que foi anunciado: envie o mesmo tamanho e tipo, uma única vez.',
    en: 'The file is not the announced one: send the same size and type, and only once.',
  },
  PICTURE_KIND: {
    status: 422,
    'pt-BR': 'Envie uma imagem JPEG, PNG ou WebP.',
    en: 'Send a JPEG, PNG or WebP image.',
  },
  PICTURE_BROKEN: {
    status: 422,
    'pt-BR': 'A imagem está danificada. Abra e salve de novo, e envie outra vez.',
    en: 'The image is damaged. Open and save it again, then send it once more.',
  },
  PICTURE_PIXELS: {
    status: 422,
    'pt-BR': 'A imagem tem pixels demais: no máximo 40 milhões, como 8000 × 5000.',
    en: 'The image has too many pixels: at most 40 million, such as 8000 × 5000.',
  },
} as const satisfies ErrorTexts;
