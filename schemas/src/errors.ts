/** Holds the errors that calls of several domains return. Those of one domain stand below its procedures. */
import type { Locale } from './common.ts';

/** The errors of one domain by their codes. The pt-BR texts of the specification are quoted word for word. */
export type ErrorTexts = Record<string, { status: number } & Record<Locale, string>>;

export const sharedErrors = {
  VALIDATION_FAILED: { status: 400, 'pt-BR': 'Confira os campos indicados.', en: 'Check the fields named below.' },
  BODY_MALFORMED: {
    status: 400,
    'pt-BR': 'O corpo da requisição não é um JSON válido.',
    en: 'The request body is not valid JSON.',
  },
  BODY_TOO_LARGE: {
    status: 413,
    'pt-BR': 'O corpo da requisição é grande demais.',
    en: 'The request body is too large.',
  },
  HOST_AMBIGUOUS: {
    status: 400,
    'pt-BR': 'A requisição tem mais de um cabeçalho Host: envie um.',
    en: 'The request has more than one Host header: send one.',
  },
  MEDIA_TYPE_UNSUPPORTED: { status: 415, 'pt-BR': 'Envie application/json.', en: 'Send application/json.' },
  NOT_FOUND: { status: 404, 'pt-BR': 'Não encontrado.', en: 'Not found.' },
  PLATFORM_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Nenhuma plataforma responde neste endereço.',
    en: 'No platform answers at this address.',
  },
  LOGIN_REQUIRED: { status: 401, 'pt-BR': 'Entre na sua conta para continuar.', en: 'Sign in to continue.' },
  CROSS_SITE_REQUEST: {
    status: 403,
    'pt-BR': 'Este pedido não veio de uma página desta plataforma. Abra a página de novo e repita.',
    en: "This request did not come from one of this platform's pages. Open the page again and repeat it.",
  },
  REAUTHENTICATION_REQUIRED: {
    status: 403,
    'pt-BR': 'Confirme sua senha para continuar.',
    en: 'Confirm your password to continue.',
  },
  IMPERSONATION_FORBIDDEN: {
    status: 403,
    'pt-BR': 'Isto não pode ser feito em nome de outra pessoa.',
    en: 'This cannot be done on behalf of somebody else.',
  },
  TOKEN_INVALID: {
    status: 410,
    'pt-BR': 'Este link expirou ou já foi usado. Peça um novo.',
    en: 'This link has expired or was already used. Ask for a new one.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    'pt-BR': 'Muitas tentativas. Aguarde um momento e tente de novo.',
    en: 'Too many attempts. Wait a moment and try again.',
  },
  PERIOD_INVALID: {
    status: 422,
    'pt-BR': 'Escolha um período de no máximo 366 dias que não termine antes de começar.',
    en: 'Choose a period of at most 366 days that does not end before it begins.',
  },
  LIST_TOO_LONG: {
    status: 422,
    'pt-BR':
      'A lista tem mais de 5.000 registros, longa demais para esta ordem. Filtre por período, situação ou nome e tente de novo.',
    en: 'The list has more than 5,000 entries, too many to sort this way. Filter by period, status or name and try again.',
  },
  APPROVER_SAME: {
    status: 422,
    'pt-BR': 'A segunda aprovação cabe a outra pessoa, que não seja quem pediu o saque.',
    en: 'The second approval is for somebody else, who did not ask for the withdrawal.',
  },
  REASON_REQUIRED: { status: 422, 'pt-BR': 'Diga o motivo.', en: 'Say why.' },
  DOCUMENT_REQUIRED: {
    status: 422,
    'pt-BR': 'Informe seu CPF ou CNPJ no perfil antes de cadastrar onde receber.',
    en: 'Enter your CPF or CNPJ in your profile before adding where to be paid.',
  },
  FILE_KIND: { status: 422, 'pt-BR': 'Envie um arquivo PDF, PNG ou JPEG.', en: 'Send a PDF, PNG or JPEG file.' },
  FILE_TOO_LARGE: { status: 413, 'pt-BR': 'O arquivo pode ter no máximo 5 MB.', en: 'A file may have 5 MB at most.' },
  APPROVER_NEW: {
    status: 422,
    'pt-BR': 'Quem recebeu este acesso há menos de sete dias ainda não aprova o que pede uma segunda pessoa.',
    en: 'Access granted less than seven days ago cannot yet approve what needs a second person.',
  },
  APPROVER_INVITED: {
    status: 422,
    'pt-BR': 'Uma das duas pessoas deu o acesso à outra. A aprovação cabe a alguém independente.',
    en: 'One of the two people granted the other their access. Somebody independent has to approve.',
  },
  EDIT_CONFLICT: {
    status: 409,
    'pt-BR':
      'Isto foi alterado em outra aba ou por outra pessoa depois que você abriu a página. Nada foi salvo: recarregue e confira os campos indicados.',
    en: 'This was changed in another tab or by somebody else after you opened the page. Nothing was saved: reload and check the fields named below.',
  },
  IDEMPOTENCY_KEY_MISSING: {
    status: 400,
    'pt-BR': 'Envie o cabeçalho Idempotency-Key com um valor único por compra.',
    en: 'Send an Idempotency-Key header with a value unique to this purchase.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    'pt-BR': 'Este Idempotency-Key já foi usado com outros dados. Use um novo.',
    en: 'This Idempotency-Key was used with other data. Use a new one.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    'pt-BR': 'Esta compra ainda está em andamento. Repita o mesmo pedido em instantes.',
    en: 'This purchase is still in progress. Repeat the same request shortly.',
  },
  DATABASE_UNAVAILABLE: {
    status: 503,
    'pt-BR': 'O serviço está sobrecarregado. Tente de novo em instantes.',
    en: 'The service is overloaded. Try again shortly.',
  },
  INTERNAL: { status: 500, 'pt-BR': 'Ocorreu um erro desconhecido.', en: 'An unknown error occurred.' },
} as const satisfies ErrorTexts;
