/** Questions of buyers to sellers, at the checkout and after a purchase. Sellers answer by mail. */

import { dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import { nothingSchema, nullable, page, pageOf, REFUSALS, record, recordWith } from '../parts.ts';
import { type Procedure, SELLER } from '../procedure.ts';

/** The form that a buyer fills in. Of a buyer who has bought, name and e-mail are those of the purchase. */
export const questionInput = record({
  name: textSchema(60, 2),
  email: { type: 'string', format: 'email', maxLength: 254 },
  text: textSchema(2_000, 5),
});

export const listMyQuestions = {
  name: 'questions.listMyQuestions',
  kind: 'query',
  summary: 'Lists what buyers have asked the signed-in seller, newest first.',
  access: SELLER,
  limit: READING,
  input: recordWith({}, { isOpen: { type: 'boolean' }, ...page }),
  output: pageOf(
    record({
      id: uuidSchema,
      /** Null where it was asked before anything was bought. */
      saleId: nullable(uuidSchema),
      title: textSchema(120),
      name: textSchema(60),
      /** The address to which the seller answers. */
      email: textSchema(254),
      text: textSchema(2_000),
      createdAt: dateTimeSchema,
      answeredAt: nullable(dateTimeSchema),
    }),
  ),
  errors: REFUSALS,
} as const satisfies Procedure;

export const markAnswered = {
  name: 'questions.markAnswered',
  kind: 'mutation',
  summary: 'Marks a question as answered, or as open again.',
  access: SELLER,
  limit: CHANGING,
  input: record({ questionId: uuidSchema, isAnswered: { type: 'boolean' } }),
  output: nothingSchema,
  errors: [...REFUSALS, 'QUESTION_NOT_FOUND'],
} as const satisfies Procedure;

export const questionsErrors = {
  QUESTION_NOT_FOUND: { status: 404, 'pt-BR': 'Esta mensagem não existe.', en: 'This message does not exist.' },
  QUESTIONS_TOO_MANY: {
    status: 429,
    'pt-BR': 'Já recebemos várias mensagens. Aguarde uma hora para enviar outra.',
    en: 'We have received several messages already. Wait an hour before you send another one.',
  },
} as const satisfies ErrorTexts;
