/** Tests values against JSON Schemas of this repository. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { shareParts } from './share-parts.ts';

export interface Validator<T = unknown> {
  (value: unknown): value is T;
  /** The problems of the last value; empty where it fits. */
  readonly errors: ErrorObject[];
}

// A test checks the schemas themselves once, and making their code smaller takes twice as long as compiling it. Parts that are shared
// stay shared.
const OPTIONS = { strict: false, validateSchema: false, inlineRefs: false, code: { optimize: false } } as const;

const createAjv = (allErrors: boolean) => {
  const ajv = new Ajv({ ...OPTIONS, allErrors });
  addFormats.default(ajv);
  return ajv;
};
const [first, every] = [createAjv(false), createAjv(true)];

/**
 * Returns a test that stops at the first problem, or with `allErrors` names every one. The schema is compiled at the first value: a node
 * starts with many that it may never need. What names every problem is large, and compiled at the first value that has one.
 */
export function createValidator<T = unknown>(schema: object, { allErrors = false } = {}): Validator<T> {
  let isValid: ValidateFunction | undefined;
  let explain: ValidateFunction | undefined;
  let errors: ErrorObject[] = [];
  const test = (value: unknown) => {
    isValid ??= first.compile(shareParts(schema));
    if (isValid(value)) {
      errors = [];
      return true;
    }
    if (allErrors) explain ??= every.compile(schema);
    explain?.(value);
    errors = (explain ?? isValid).errors ?? [];
    return false;
  };
  return Object.defineProperty(test, 'errors', { get: () => errors }) as Validator<T>;
}
