/** Plays the other side of any integration from its manifest and its documented examples. */
import { createHmac } from 'node:crypto';
import type { IntegrationExample } from '@feira/schemas/integration';
import { Fields } from '../fields.ts';
import type { SimulatorAnswer, SimulatorRequest } from '../simulator.ts';
import type { CompiledIntegration } from './compile.ts';
import { compareShapes } from './shape.ts';

export interface SimulatedRequest extends SimulatorRequest {
  /** The differences from what is documented; empty where there are none. */
  problems: string[];
  isAuthorized: boolean;
}

interface Options {
  /** The secrets that are right. */
  secrets: Readonly<Record<string, string>>;
  examples: readonly IntegrationExample[];
}

/** Simulates the system as it is documented: it takes a request of the documented shape with the right key, and refuses any other. */
export function integrationSimulator({ integration }: CompiledIntegration, { secrets, examples }: Options) {
  const heard: SimulatedRequest[] = [];
  /** The answers to the next requests, in the place of what they deserve. */
  const planned: { status: number; body?: unknown }[] = [];

  /** Returns the value that a documented answer gives for a later call; undefined where none does. */
  function keptValue(token: string): unknown {
    for (const { call, answers } of examples) {
      const place = integration.calls[call]?.keep?.[token];
      const done = answers.find(({ means }) => means === 'DONE');
      if (place !== undefined && done) return new Fields(done.body).value(place);
    }
    return undefined;
  }

  function isAuthorized({ headers, query, rawBody }: SimulatorRequest, call: string | undefined): boolean {
    const token = call === undefined ? undefined : integration.calls[call]?.token;
    if (token !== undefined) return headers.authorization === `Bearer ${keptValue(token)}`;
    const { auth, signature } = integration;
    const secret = (name: string) => secrets[name] ?? '';
    const isSigned =
      !signature ||
      createHmac(signature.algorithm, secret(signature.credential)).update(rawBody).digest(signature.encoding) ===
        (signature.header ? headers[signature.header] : query[signature.parameter ?? '']);
    if (!isSigned) return false;
    switch (auth.type) {
      case 'none':
        return true;
      case 'query':
        return query[auth.parameter] === secret(auth.credential);
      case 'header':
        return headers[auth.header] === `${auth.prefix ?? ''}${secret(auth.credential)}`;
      case 'basic': {
        const part = ({ credential, literal }: { credential?: string; literal?: string }) =>
          credential === undefined ? (literal ?? '') : secret(credential);
        const pair = Buffer.from(`${part(auth.username)}:${part(auth.password)}`).toString('base64');
        return headers.authorization === `Basic ${pair}`;
      }
      case 'headers':
        return Object.entries(auth.headers).every(([name, text]) => {
          const parts = typeof text === 'string' ? [text] : text;
          const wanted = parts.map((part) => (typeof part === 'string' ? part : secret(part.credential))).join('');
          return headers[name.toLowerCase()] === wanted;
        });
    }
  }

  return {
    heard,
    planned,
    async handle(request: SimulatorRequest): Promise<SimulatorAnswer> {
      const matching = examples.filter(
        ({ request: shown }) => shown.method === request.method && isSamePath(shown.path, request.path),
      );
      const problems = matching.map((example) => findDifferences(request, example, integration.signature?.parameter));
      const fitting = problems.findIndex((found) => found.length === 0);
      const authorized = isAuthorized(request, matching[0]?.call);
      const found = fitting >= 0 ? [] : (problems[0] ?? [`${request.method} ${request.path} is not documented`]);
      heard.push({ ...request, problems: found, isAuthorized: authorized });
      const next = planned.shift();
      if (next) return { status: next.status, body: next.body };
      if (!authorized) return { status: 401, body: { message: 'Unauthorized' } };
      const example = matching[Math.max(fitting, 0)];
      if (!example || fitting < 0) return { status: 400, body: { message: found.join('; ') } };
      const { status, body } = example.answers.find(({ means }) => means === 'DONE') ??
        example.answers[0] ?? { status: 200 };
      return { status, body };
    },
  };
}

/** A step of a documented path in braces stands for any value. */
function isSamePath(shown: string, path: string): boolean {
  const [wanted, given] = [shown.split('/'), path.split('/')];
  return (
    wanted.length === given.length && wanted.every((step, index) => step === given[index] || /^\{.+\}$/.test(step))
  );
}

/** Returns the differences between a request and a documented one. */
export function findDifferences(
  { query, headers, body }: Pick<SimulatorRequest, 'query' | 'headers' | 'body'>,
  { request: shown, notSent = {}, nullable = [] }: IntegrationExample,
  signed?: string,
): string[] {
  const witness = { notSent: Object.keys(notSent), nullable };
  const { [signed ?? '']: _, ...others } = query;
  const headerProblems = Object.keys(shown.headers ?? {}).flatMap((name) =>
    headers[name.toLowerCase()] === undefined && notSent[`headers.${name}`] === undefined
      ? [`headers.${name} is documented and not sent`]
      : [],
  );
  return [
    ...headerProblems,
    ...compareShapes(others, withoutKey(shown.query, signed), 'query', witness),
    ...(shown.json !== undefined ? compareShapes(body, shown.json, 'json', witness) : []),
    ...(shown.form !== undefined ? compareShapes(body, shown.form, 'form', witness) : []),
  ];
}

const withoutKey = (query: Record<string, string> = {}, key?: string) =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name !== key));
