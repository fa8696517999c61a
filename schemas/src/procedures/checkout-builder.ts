import { offerStatusSchema, versionSchema } from '../catalogue.ts';
import { checkoutBuilderConfigSchema } from '../checkout.ts';
import { dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import { PRODUCT_TYPES } from '../options.ts';
import { countSchema, nullable, page, pageOf, REFUSALS, record, recordWith } from '../parts.ts';
import { type Procedure, SELLER } from '../procedure.ts';

/** Counts the saves of a draft; 0 before the first one. */
const draftVersionSchema = { ...versionSchema, minimum: 0 } as const;
const offer = { offerId: uuidSchema } as const;
const draft = { ...offer, version: draftVersionSchema } as const;
const OFFER_ERRORS = [...REFUSALS, 'OFFER_NOT_FOUND'] as const;
const DRAFT_ERRORS = [...OFFER_ERRORS, 'EDIT_CONFLICT'] as const;
/** Twenty feedbacks of full length. */
const CONFIG_BODY_LIMIT = 256 * 1024;
/** The name of who saved or published; null where nobody is known. */
const personName = nullable(textSchema(120));

export const getBuilder = {
  name: 'checkoutBuilder.getBuilder',
  kind: 'query',
  summary: "Returns the draft and the published settings of an offer's checkout.",
  access: SELLER,
  limit: READING,
  input: record(offer),
  output: record({
    offer: record({
      id: uuidSchema,
      title: textSchema(120),
      status: offerStatusSchema,
      typeProduct: { type: 'string', enum: PRODUCT_TYPES },
      /** The address of the checkout. */
      url: { type: 'string' },
    }),
    draft: record({
      config: checkoutBuilderConfigSchema,
      version: draftVersionSchema,
      savedAt: nullable(dateTimeSchema),
      savedBy: personName,
    }),
    published: record({
      /** Null before the first version was published here. */
      versionId: nullable(uuidSchema),
      number: nullable(countSchema),
      config: checkoutBuilderConfigSchema,
      publishedAt: nullable(dateTimeSchema),
    }),
    runningTestId: nullable(uuidSchema),
    /** The platform's colour, which checkouts without one of their own have; null where the platform has none. */
    platformColour: nullable({ type: 'string' }),
  }),
  errors: OFFER_ERRORS,
} as const satisfies Procedure;

export const saveDraft = {
  name: 'checkoutBuilder.saveDraft',
  kind: 'mutation',
  summary:
    "Saves the draft of an offer's checkout, which buyers do not see. A draft that somebody else has saved meanwhile stays.",
  access: SELLER,
  limit: CHANGING,
  bodyLimit: CONFIG_BODY_LIMIT,
  input: record({ ...draft, config: checkoutBuilderConfigSchema }),
  output: record({ version: draftVersionSchema, savedAt: dateTimeSchema }),
  errors: DRAFT_ERRORS,
} as const satisfies Procedure;

export const publishDraft = {
  name: 'checkoutBuilder.publishDraft',
  kind: 'mutation',
  summary: 'Shows the saved draft to all buyers, and adds it to the versions of the checkout.',
  access: SELLER,
  limit: CHANGING,
  input: record(draft),
  output: record({ versionId: uuidSchema, number: countSchema }),
  errors: [...DRAFT_ERRORS, 'CHECKOUT_TEST_RUNNING'],
} as const satisfies Procedure;

export const listVersions = {
  name: 'checkoutBuilder.listVersions',
  kind: 'query',
  summary: 'Lists the versions of a checkout, newest first.',
  access: SELLER,
  limit: READING,
  input: recordWith(offer, page),
  output: pageOf(
    record({
      id: uuidSchema,
      number: countSchema,
      publishedAt: dateTimeSchema,
      publishedBy: personName,
      /** Whether buyers see it now. */
      isPublished: { type: 'boolean' },
    }),
  ),
  errors: OFFER_ERRORS,
} as const satisfies Procedure;

export const getVersion = {
  name: 'checkoutBuilder.getVersion',
  kind: 'query',
  summary: 'Returns the settings of a version, to go back to them.',
  access: SELLER,
  limit: READING,
  input: record({ ...offer, versionId: uuidSchema }),
  output: record({ number: countSchema, config: checkoutBuilderConfigSchema }),
  errors: [...OFFER_ERRORS, 'CHECKOUT_VERSION_NOT_FOUND'],
} as const satisfies Procedure;

/** A proportion, from 0 to 1. */
const proportionSchema = { type: 'number', minimum: 0, maximum: 1 } as const;
const differenceSchema = { type: 'number', minimum: -1, maximum: 1 } as const;
export const TEST_VARIANTS = ['A', 'B'] as const;
export type TestVariant = (typeof TEST_VARIANTS)[number];

const variant = record({
  versionId: uuidSchema,
  number: countSchema,
  /** The visitors who were shown it, each counted once where the browser keeps cookies. */
  visits: countSchema,
  /** The paid purchases of these visitors. */
  purchases: countSchema,
  conversion: proportionSchema,
});

/** TOO_EARLY: too few visitors or days for any statement. NONE: the interval holds 0, so neither is proven better. */
export const TEST_VERDICTS = ['TOO_EARLY', 'NONE', 'A', 'B'] as const;

export const listTests = {
  name: 'checkoutBuilder.listTests',
  kind: 'query',
  summary: 'Lists the tests of two versions of a checkout with their results, newest first.',
  access: SELLER,
  limit: READING,
  input: recordWith(offer, page),
  output: pageOf(
    record({
      id: uuidSchema,
      shareB: { type: 'integer' },
      startedAt: dateTimeSchema,
      endedAt: nullable(dateTimeSchema),
      winner: nullable({ type: 'string', enum: TEST_VARIANTS }),
      a: variant,
      b: variant,
      /** The conversion of B minus the conversion of A, with an interval of 95 % confidence; null as long as one has no visitors. */
      difference: nullable(record({ value: differenceSchema, low: differenceSchema, high: differenceSchema })),
      verdict: { type: 'string', enum: TEST_VERDICTS },
    }),
  ),
  errors: OFFER_ERRORS,
} as const satisfies Procedure;

export const startTest = {
  name: 'checkoutBuilder.startTest',
  kind: 'mutation',
  summary: 'Starts a test: some visitors see the saved draft as version B, the others the published version A.',
  access: SELLER,
  limit: CHANGING,
  input: record({
    ...draft,
    /** The percentage of visitors who see version B. */
    shareB: { type: 'integer', minimum: 1, maximum: 99 },
  }),
  output: record({ testId: uuidSchema }),
  errors: [...DRAFT_ERRORS, 'CHECKOUT_TEST_RUNNING', 'CHECKOUT_DRAFT_UNCHANGED'],
} as const satisfies Procedure;

export const endTest = {
  name: 'checkoutBuilder.endTest',
  kind: 'mutation',
  summary: 'Ends a test and publishes the version that the seller chooses, for all buyers.',
  access: SELLER,
  limit: CHANGING,
  input: record({ ...offer, testId: uuidSchema, winner: { type: 'string', enum: TEST_VARIANTS } }),
  output: record({ versionId: uuidSchema }),
  errors: [...OFFER_ERRORS, 'CHECKOUT_TEST_NOT_FOUND'],
} as const satisfies Procedure;

export const checkoutBuilderErrors = {
  CHECKOUT_TEST_RUNNING: {
    status: 409,
    'pt-BR': 'Há um teste A/B em andamento nesta página. Encerre-o antes.',
    en: 'An A/B test of this page is running. End it first.',
  },
  CHECKOUT_DRAFT_UNCHANGED: {
    status: 409,
    'pt-BR': 'O rascunho é igual à página publicada. Mude algo para ter o que testar.',
    en: 'The draft is the same as the published page. Change something to have what to test.',
  },
  CHECKOUT_TEST_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este teste não existe ou já foi encerrado.',
    en: 'This test does not exist or has ended already.',
  },
  CHECKOUT_VERSION_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta versão da página não existe mais.',
    en: 'This version of the page does not exist any more.',
  },
} as const satisfies ErrorTexts;
