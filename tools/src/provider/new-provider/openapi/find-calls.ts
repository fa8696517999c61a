/** Finds the calls of a document that charge, look up, refund and pay out, by verb, path and words; the author may name others. */

import { findRead, findSent, plain } from './field-names.ts';
import type { Document, Operation } from './read-document.ts';
import { findMedia, listLeaves, toField } from './schema-tree.ts';

export const ROLES = ['charge', 'lookup', 'refund', 'withdraw', 'withdraw-lookup', 'webhook'] as const;
export type Role = (typeof ROLES)[number];
/** The words of the flags: the name of a call, or "none". */
export type Choices = Partial<Record<Role, string>>;
export interface Found {
  chosen: Partial<Record<Role, Operation>>;
  /** Other calls that might be meant, the likeliest first. */
  others: Partial<Record<Role, Operation[]>>;
}

const WORDS = {
  charge:
    /charge|cobran|\bcob\b|payment|pagamento|transaction|transac|order|invoice|deposit|cash_?in|pix_?in|qr_?code|\bsale/,
  refund: /refund|estorn|devoluc|reembols|reversal/,
  withdraw: /withdraw|transfer|payout|cash_?out|saque|pix_?out|disburse/,
} as const;
const ELSE =
  /webhook|customer|client|token|login|auth|balance|saldo|recipient|receiver|subscription|recorren|split|batch|lote|cancel|capture|receipt|card|key|chave/;

export function findCalls(document: Document, choices: Choices): Found {
  const { operations, events } = document;
  const chosen: Found['chosen'] = {};
  const others: Found['others'] = {};
  const take = (role: Role, candidates: Operation[], from: Operation[]) => {
    const choice = choices[role];
    if (choice === 'none') return;
    const named = choice === undefined ? candidates[0] : from.find(({ name }) => isNamed(name, choice));
    if (choice !== undefined && !named)
      throw new Error(`--${role} "${choice}" is not in the document: choose one of ${listNames(from)}, or none.`);
    if (named) chosen[role] = named;
    const rest = candidates.filter((one) => one !== named);
    if (rest.length > 0) others[role] = rest.slice(0, 5);
  };
  take('charge', rank(operations, isSending('charge'), scoreCharge), operations);
  take(
    'refund',
    rank(operations, isSending('refund'), () => 0),
    operations,
  );
  take('withdraw', rank(operations, isSending('withdraw'), scoreWithdrawal), operations);
  take('lookup', listLookups(operations, chosen.charge), operations);
  take('withdraw-lookup', listLookups(operations, chosen.withdraw), operations);
  take('webhook', events, events);
  return { chosen, others };
}

const isNamed = (name: string, choice: string) =>
  name.toLowerCase() === choice.trim().replace(/\s+/g, ' ').toLowerCase();
const listNames = (operations: readonly Operation[]) =>
  operations.map(({ name }) => `"${name}"`).join(', ') || 'nothing';

const textOf = ({ path, tags = [], operationId = '', summary = '' }: Operation) =>
  plain([path, ...tags, operationId, summary]).replaceAll('_', ' ');

const isSending =
  (role: keyof typeof WORDS) =>
  (operation: Operation): boolean => {
    const isDelete = role === 'refund' && operation.verb === 'DELETE';
    if (!['POST', 'PUT'].includes(operation.verb) && !isDelete) return false;
    const place = plain([operation.path]).replaceAll('_', ' ');
    if (role === 'refund') return WORDS.refund.test(textOf(operation));
    if (WORDS.refund.test(place) || ELSE.test(place)) return false;
    if (role === 'withdraw') return WORDS.withdraw.test(textOf(operation));
    return WORDS.charge.test(textOf(operation)) && !WORDS.withdraw.test(place);
  };

/** Highest first; of equal ones the shorter path, then the one that the document names first. */
function rank(
  operations: readonly Operation[],
  isCandidate: (operation: Operation) => boolean,
  score: (operation: Operation) => number,
): Operation[] {
  const scored = operations.filter(isCandidate).map((operation) => ({ operation, points: score(operation) }));
  return scored
    .sort((a, b) => b.points - a.points || depthOf(a.operation) - depthOf(b.operation))
    .map(({ operation }) => operation);
}
const depthOf = ({ path }: Operation) => path.split('/').length;

/** A charge sends an amount, and is answered with a code and a state. */
function scoreCharge(operation: Operation): number {
  const read = listRead('createTransaction', operation);
  const isOwnId = operation.verb === 'PUT' ? 1 : 0;
  return (
    (listSent('createTransaction', operation).includes('amount') ? 4 : 0) +
    (read.includes('pixCode') || read.includes('billetCode') ? 3 : 0) +
    (read.includes('providerStatus') ? 1 : 0) +
    isOwnId
  );
}
function scoreWithdrawal(operation: Operation): number {
  const sent = listSent('withdraw', operation);
  return (sent.includes('amount') ? 2 : 0) + (sent.includes('pixKey') ? 2 : 0);
}

function listSent(name: string, { requestBody }: Operation): (string | undefined)[] {
  const { media } = findMedia(requestBody) ?? {};
  return media?.schema ? listLeaves(toField(media.schema)).map((field) => findSent(name, field)) : [];
}
function listRead(name: string, { responses = {} }: Operation): (string | undefined)[] {
  const { media } = findMedia(findSuccess(responses)) ?? {};
  return media?.schema ? listLeaves(toField(media.schema)).map((field) => findRead(name, field)) : [];
}

export const findSuccess = (responses: NonNullable<Operation['responses']>) =>
  Object.entries(responses).find(([status]) => /^2/.test(status))?.[1];

/** GET /charges/{id} for POST /charges, and GET /cob/{txid} for PUT /cob/{txid}. */
function listLookups(operations: readonly Operation[], about: Operation | undefined): Operation[] {
  if (!about) return [];
  const base = about.path.replace(/\/\{[^}]+\}$/, '');
  return operations.filter(
    ({ verb, path }) => verb === 'GET' && path.startsWith(`${base}/{`) && path.indexOf('}') === path.length - 1,
  );
}

export interface OpenApiOptions {
  file: string;
  choices: Choices;
  /** Whether --money and --methods were given; else a person has to confirm what was assumed. */
  isUnitSaid: boolean;
  areMethodsSaid: boolean;
}
