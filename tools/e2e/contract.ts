/**
 * Checks whether the core could give a written answer: requests and answers are checked by the schemas of the procedure, in
 * the way in which the core checks and serialises them. An answer that has drifted from its contract fails the test.
 */
import type { Procedure } from '@feira/schemas/procedure';
import type { ValidateFunction } from 'ajv';
import { createAjv } from '../../core/src/plugins/procedures.ts';

/** Bodies are taken as they are; addresses carry text only, so numbers and lists are read from it. */
const strict = createAjv({});
const coercing = createAjv({ coerceTypes: 'array' });
const compiled = new Map<object, ValidateFunction>();

function findProblem(ajv: typeof strict, schema: Procedure['input'], value: unknown): string | null {
  const validate = compiled.get(schema as object) ?? ajv.compile(schema as object);
  compiled.set(schema as object, validate);
  return validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: '' });
}

/** Reads numbers and lists of a query from the address, in place, and returns what the core would refuse. */
export function findRequestProblem({ kind, name, input }: Procedure, sent: unknown): string | null {
  const problem = findProblem(kind === 'query' ? coercing : strict, input, sent);
  return problem && `${name} is asked with ${JSON.stringify(sent)?.slice(0, 300)}: ${problem}`;
}

/** Returns in what an answer differs from the contract, as it is after its way over the wire. */
export function findAnswerProblem({ name, output }: Procedure, answer: unknown): string | null {
  const problem = findProblem(strict, output, JSON.parse(JSON.stringify(answer ?? null)));
  return problem && `${name} is answered with what its schema does not allow: ${problem}`;
}

/** Returns a code that the procedure does not declare. */
export function findRefusalProblem({ name, errors }: Procedure, code: string): string | null {
  return code === 'VALIDATION_FAILED' || errors.includes(code)
    ? null
    : `${name} is refused with ${code}, which it does not declare.`;
}
