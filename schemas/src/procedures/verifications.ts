/** Identity verification (KYC): people send documents, which are stored sealed, and the platform's team decides. */

import { amountSchema, currencySchema, dateTimeSchema, fileNameSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import {
  emailSchema,
  GUARDED,
  nothingSchema,
  nullable,
  optional,
  page,
  pageOf,
  personSchema,
  REFUSALS,
  record,
  recordWith,
} from '../parts.ts';
import { PERSON_CHECK_STATUSES } from '../person-check.ts';
import { adminWith, EARNERS, type Procedure } from '../procedure.ts';
import {
  REFUSAL_REASONS,
  VERIFICATION_DEMANDS,
  VERIFICATION_DOCUMENTS,
  VERIFICATION_STATUSES,
} from '../verification.ts';

const TEAM = adminWith('isValidateDocumentsAvailable');
const kindSchema = { type: 'string', enum: VERIFICATION_DOCUMENTS } as const;
const reasonSchema = { type: 'string', enum: REFUSAL_REASONS } as const;
const noteSchema = textSchema(500, 5);
const documentTypeSchema = nullable({ type: 'string', enum: ['CPF', 'CNPJ'] } as const);

/** The documents that the rules ask for, in their order, and those that were sent besides. */
const documents = {
  type: 'array',
  items: record({
    kind: kindSchema,
    isWanted: { type: 'boolean' },
    /** Null until a file was sent. */
    sent: nullable(
      record({
        id: uuidSchema,
        mediaType: { type: 'string', enum: ['application/pdf', 'image/png', 'image/jpeg'] },
        byteCount: { type: 'integer' },
        sentAt: dateTimeSchema,
        /** Why it has to be sent again; null while it need not. */
        refusal: nullable(reasonSchema),
      }),
    ),
  }),
} as const;

const verification = {
  status: { type: 'string', enum: VERIFICATION_STATUSES },
  documentType: documentTypeSchema,
  documents,
  /** The words of the team to the person: why it asks, or why it refused. */
  note: nullable(textSchema(500)),
  submittedAt: nullable(dateTimeSchema),
  decidedAt: nullable(dateTimeSchema),
  /** The end of a good verification. */
  expiresAt: nullable(dateTimeSchema),
} as const;

export const getOwnVerification = {
  name: 'verifications.getOwnVerification',
  kind: 'query',
  summary:
    "Retrieves the signed-in person's verification: what the platform demands, what was sent, and how far it is.",
  access: EARNERS,
  limit: READING,
  input: nothingSchema,
  output: record({
    ...verification,
    demand: { type: 'string', enum: VERIFICATION_DEMANDS },
    freeUpTo: amountSchema,
    /** The currency of `freeUpTo`. */
    currency: currencySchema,
    /** The days for which files stay after they have served. */
    keptDays: { type: 'integer' },
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const sendDocument = {
  name: 'verifications.sendDocument',
  kind: 'mutation',
  summary: 'Stores a document of the signed-in person, sealed. It takes the place of one of the same kind.',
  access: EARNERS,
  bodyLimit: 7_340_032,
  limit: CHANGING,
  input: record({
    kind: kindSchema,
    /** A file name with the extension of its type, without a path. It is not stored. */
    name: fileNameSchema(120),
    /** PDF, PNG or JPEG of at most 5 MiB, in base64. */
    content: { type: 'string', pattern: '^[A-Za-z0-9+/]+={0,2}$', maxLength: 7_000_000 },
  }),
  output: nothingSchema,
  errors: [
    ...REFUSALS,
    'IMPERSONATION_FORBIDDEN',
    'VERIFICATION_CLOSED',
    'FILE_KIND',
    'FILE_TOO_LARGE',
    'VERIFICATION_LIMIT',
  ],
} as const satisfies Procedure;

export const submitVerification = {
  name: 'verifications.submitVerification',
  kind: 'mutation',
  summary: "Hands the signed-in person's documents in for review. All that the platform asks for have to be there.",
  access: EARNERS,
  limit: CHANGING,
  input: nothingSchema,
  output: nothingSchema,
  errors: [
    ...REFUSALS,
    'IMPERSONATION_FORBIDDEN',
    'VERIFICATION_CLOSED',
    'VERIFICATION_INCOMPLETE',
    'DOCUMENT_REQUIRED',
  ],
} as const satisfies Procedure;

export const listVerifications = {
  name: 'verifications.listVerifications',
  kind: 'query',
  summary: 'Lists verifications of the platform; those in review come in the order in which they were handed in.',
  access: TEAM,
  limit: READING,
  input: optional({
    status: { type: 'string', enum: VERIFICATION_STATUSES.filter((status) => status !== 'NONE') },
    /** Part of the person's name or e-mail. */
    search: textSchema(100),
    ...page,
  }),
  output: pageOf(
    record({
      person: personSchema,
      status: verification.status,
      documentType: documentTypeSchema,
      submittedAt: verification.submittedAt,
      decidedAt: verification.decidedAt,
      expiresAt: verification.expiresAt,
      /** One member of the team has approved, and a second one is needed. */
      isHalf: { type: 'boolean' },
      /** The caller has approved, or is the person. */
      needsAnother: { type: 'boolean' },
    }),
  ),
  errors: REFUSALS,
} as const satisfies Procedure;

export const getVerification = {
  name: 'verifications.getVerification',
  kind: 'query',
  summary: 'Retrieves a verification with what it is compared with: name, e-mail, CPF or CNPJ.',
  access: TEAM,
  limit: READING,
  input: record({ personId: uuidSchema }),
  output: record({
    ...verification,
    person: personSchema,
    /** The number without punctuation; null while the person has none. */
    document: nullable(textSchema(14)),
    /** Rises with each time that documents are handed in, for `decide`. */
    version: { type: 'integer' },
    /** A provider's verdict on the documents; null where none looks at them. FAILED: it gave no answer, or does not take them. */
    check: nullable(
      record({
        provider: textSchema(60),
        status: { type: 'string', enum: [...PERSON_CHECK_STATUSES, 'FAILED'] },
        reason: nullable(textSchema(300)),
        refusals: { type: 'array', items: record({ kind: kindSchema, reason: reasonSchema }) },
        answeredAt: nullable(dateTimeSchema),
      }),
    ),
    isHalf: { type: 'boolean' },
    needsAnother: { type: 'boolean' },
    /** The platform's rule wants two members of the team for this person. */
    needsTwo: { type: 'boolean' },
  }),
  errors: [...REFUSALS, 'VERIFICATION_NOT_FOUND'],
} as const satisfies Procedure;

/** The seconds for which the address of a document works. */
export const DOCUMENT_SECONDS = 60;

export const openDocument = {
  name: 'verifications.openDocument',
  kind: 'mutation',
  summary:
    'Returns the address of a document. It works for a minute, in the same session, and every use of it stands in the log.',
  access: TEAM,
  limit: READING,
  input: record({ documentId: uuidSchema }),
  output: record({ url: textSchema(400) }),
  errors: [...REFUSALS, 'IMPERSONATION_FORBIDDEN', 'VERIFICATION_NOT_FOUND'],
} as const satisfies Procedure;

export const decideVerification = {
  name: 'verifications.decideVerification',
  kind: 'mutation',
  summary:
    'Verifies a person, or refuses with reasons, which the person reads. Above a balance that the platform has set a second member of the team has to agree.',
  access: TEAM,
  protects: 'permissions',
  limit: CHANGING,
  input: recordWith(
    {
      personId: uuidSchema,
      /** The version that was looked at. */
      version: { type: 'integer', minimum: 0, maximum: 1_000_000 },
      decision: { type: 'string', enum: ['VERIFY', 'REFUSE'] },
    },
    {
      /** Documents that have to be sent again. */
      refused: { type: 'array', maxItems: 5, items: record({ kind: kindSchema, reason: reasonSchema }) },
      /** Words to the person. A refusal needs them, or a refused document. */
      note: noteSchema,
    },
  ),
  output: record({
    /** False where a second person has to agree. */
    isComplete: { type: 'boolean' },
  }),
  errors: [
    ...GUARDED,
    'VERIFICATION_NOT_FOUND',
    'VERIFICATION_NOT_WAITING',
    'VERIFICATION_REASON_MISSING',
    'VERIFIER_SAME',
    'APPROVER_NEW',
    'APPROVER_INVITED',
  ],
} as const satisfies Procedure;

export const askPerson = {
  name: 'verifications.askPerson',
  kind: 'mutation',
  summary:
    'Asks a person for documents, with words to them. A person who was verified has to hand documents in again; one who is in review waits for the decision.',
  access: TEAM,
  protects: 'permissions',
  limit: CHANGING,
  input: record({ email: emailSchema, note: noteSchema }),
  output: record({ personId: uuidSchema }),
  errors: [...GUARDED, 'PERSON_NOT_FOUND', 'VERIFICATION_CLOSED'],
} as const satisfies Procedure;

export const verificationsErrors = {
  VERIFICATION_REQUIRED: {
    status: 403,
    'pt-BR':
      'A plataforma precisa confirmar quem você é antes disso. Envie os documentos em Minha conta, na parte Verificação de identidade.',
    en: 'The platform has to confirm who you are first. Send your documents under My account, in the part Identity verification.',
  },
  VERIFICATION_IN_REVIEW: {
    status: 403,
    'pt-BR': 'Seus documentos estão em análise. Você recebe um aviso assim que ela terminar.',
    en: 'Your documents are in review. You get a notice as soon as it ends.',
  },
  VERIFICATION_INCOMPLETE: {
    status: 422,
    'pt-BR': 'Ainda faltam documentos.',
    en: 'Some documents are still missing.',
  },
  VERIFICATION_CLOSED: {
    status: 409,
    'pt-BR': 'Os documentos já estão em análise ou foram aceitos.',
    en: 'The documents are in review already, or were accepted.',
  },
  VERIFICATION_LIMIT: {
    status: 422,
    'pt-BR': 'Você enviou arquivos demais. Fale com a plataforma.',
    en: 'You have sent too many files. Write to the platform.',
  },
  VERIFICATION_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta verificação ou este documento não existe mais.',
    en: 'This verification or document does not exist any more.',
  },
  VERIFICATION_NOT_WAITING: {
    status: 409,
    'pt-BR': 'Esta verificação já foi decidida ou mudou. Abra-a de novo.',
    en: 'This verification was decided already, or has changed. Open it again.',
  },
  VERIFICATION_REASON_MISSING: {
    status: 422,
    'pt-BR': 'Diga o motivo: marque o documento que não serve ou escreva para a pessoa.',
    en: 'Say why: mark the document that will not do, or write to the person.',
  },
  VERIFIER_SAME: {
    status: 422,
    'pt-BR': 'Esta decisão cabe a outra pessoa da equipe.',
    en: 'This decision is for another member of the team.',
  },
} as const satisfies ErrorTexts;
