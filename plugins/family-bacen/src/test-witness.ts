/** The Central Bank's OpenAPI document as a witness of tests: the schemas and examples of what the family sends and reads. */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect } from 'vitest';

type Schema = Record<string, unknown> & { required?: string[]; properties?: Record<string, Schema> };
type Bodies = Record<string, Record<string, unknown>>;
interface Operation {
  request?: string;
  /** The schema of each answer, by its status; null where it has no body. */
  answers: Record<string, string | null>;
  examples: { request?: Bodies; answers?: Bodies };
}
interface Document {
  components: { schemas: Record<string, Schema> };
  /** The method and path of a call, such as `PUT /cob/{txid}`. */
  operations: Record<string, Operation>;
  events: Bodies;
}

const text = readFileSync(new URL('./fixtures/bacen-pix-2.9.0.json', import.meta.url), 'utf8');
export const DOCUMENT: Document = JSON.parse(text);

/**
 * The document contradicts its own examples in six places, which are mended here: RecBase requires an idRec of who asks for one and a field
 * "retentativa" that nobody defines, RecNotification a field with a quotation mark in its name, DadosPagadorRec one level too high the bank of a
 * buyer whom nobody knows yet, the amount of an automatic PIX has to be a text and an object at once, the two kinds of an end fit
 * each other, and patterns have the slashes of a literal.
 */
function openSchemas() {
  const document: Document = JSON.parse(text.replaceAll(/"\/(\^[^"]*\$)\/"/g, '"$1"'));
  const { RecBase, RecNotification, DadosPagadorRec, PixAutomatico, ...others } = document.components.schemas;
  RecBase!.required = ['calendario', 'vinculo'];
  RecNotification!.required = ['idRec', 'status', 'atualizacao'];
  delete DadosPagadorRec!.required;
  delete PixAutomatico!.properties!.valor!.anyOf;
  for (const name of ['RecEncerramento', 'CobRAtualizacao']) {
    const end = others[name]!.properties!.encerramento!;
    end.anyOf = end.oneOf;
    delete end.oneOf;
  }
  return new Ajv({ strict: false, validateFormats: false, allErrors: true }).addSchema(document, 'bacen');
}
const ajv = openSchemas();

export function expectToFit(schema: string, body: unknown): void {
  const validate = ajv.compile({ $ref: `bacen#/components/schemas/${schema}` });
  expect(validate(body), `${schema}: ${JSON.stringify(validate.errors)} of ${JSON.stringify(body)}`).toBe(true);
}

interface Call {
  method: string;
  path: string;
  body?: unknown;
}

/** Throws for a call that the document does not have. */
function operationOf({ method, path }: Call): Operation {
  const words = path.split('/');
  const fits = (template: string) => {
    const parts = template.split('/');
    return parts.length === words.length && parts.every((part, at) => part.startsWith('{') || part === words[at]);
  };
  const found = Object.entries(DOCUMENT.operations).find(([name]) => {
    const [verb, template = ''] = name.split(' ');
    return verb === method && fits(template);
  });
  if (!found) throw new Error(`The Central Bank's document has no ${method} ${path}.`);
  return found[1];
}

/** Holds a request against the schema of its operation: a body where it has one, and none where it has none. */
export function expectRequestToFit(call: Call): void {
  const { request } = operationOf(call);
  if (request) expectToFit(request, call.body);
  else expect(call.body, `${call.method} ${call.path} has no body`).toBeUndefined();
}

/** Holds an answer of a simulator against the schema of its operation and status. */
export function expectAnswerToFit(call: Call, answer: { status: number; body?: unknown }): void {
  const { answers } = operationOf(call);
  // Banks answer 200 where the document has 201.
  const schema = answers[answer.status] ?? Object.values(answers)[0];
  if (schema) expectToFit(schema, answer.body);
}
