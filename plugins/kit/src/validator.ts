/** Tests values against JSON Schemas of this repository. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

export interface Validator<T = unknown> {
  (value: unknown): value is T;
  /** The problems of the last value; empty where it fits. */
  readonly errors: ErrorObject[];
}

// A test checks the schemas themselves once, and making their code smaller takes twice as long as compiling it.
const OPTIONS = { strict: false, validateSchema: false, code: { optimize: false } } as const;

const createAjv = (allErrors: boolean) => {
  const ajv = new Ajv({ ...OPTIONS, allErrors });
  addFormats.default(ajv);
  return ajv;
};
const [first, every] = [createAjv(false), createAjv(true)];

/**
 * Returns a test that stops at the first problem, or with `allErrors` names every one. The schema is compiled at the first value: a node
 * starts with many that it may never need.
 */
export function createValidator<T = unknown>(schema: object, { allErrors = false } = {}): Validator<T> {
  let validate: ValidateFunction | undefined;
  const test = (value: unknown) => {
    validate ??= (allErrors ? every : first).compile(schema);
    return validate(value);
  };
  return Object.defineProperty(test, 'errors', { get: () => validate?.errors ?? [] }) as Validator<T>;
}
