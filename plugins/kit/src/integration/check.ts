/** Checks a manifest when it is read: every placeholder, word, host and field, in sentences that name the place and the fix. */
import {
  BUYER_FIELDS,
  INTEGRATION_FIELDS,
  INTEGRATION_ITEM_FIELDS,
  type Integration,
  integrationSchema,
} from '@feira/schemas/integration';
import { SENDER_ZIP } from '@feira/schemas/integration-freight';
import { isSecretField } from '@feira/schemas/rules/connection-form';
import { listFilterProblems, type Placeholder } from '../description/filters.ts';
import { listPlaceholders, type Node, TemplateError } from '../description/template.ts';
import { createValidator, type Validator } from '../validator.ts';
import { type CompiledCall, type CompiledIntegration, compileIntegration, PARTS } from './compile.ts';
import { allowsHost } from './deliver.ts';
import { listInvoiceCalls, withIssueTime } from './invoice.ts';

const validate: Validator<Integration> = createValidator(integrationSchema, { allErrors: true });

/** Returns the compiled integration, or one sentence for each thing to fix. */
export function checkIntegration(json: unknown, folder: string): CompiledIntegration | { problems: string[] } {
  if (!validate(json))
    return {
      problems: validate.errors.map(({ instancePath, message, params }) => {
        const detail = 'additionalProperty' in params ? ` ("${params.additionalProperty}")` : '';
        return `${instancePath.slice(1).replaceAll('/', '.') || 'The manifest'} ${message}${detail}.`;
      }),
    };
  try {
    const compiled = compileIntegration(json.invoice ? { ...json, form: withIssueTime(json.form) } : json);
    const problems = listProblems(compiled, folder);
    return problems.length > 0 ? { problems: [...new Set(problems)] } : compiled;
  } catch (error) {
    if (error instanceof TemplateError) return { problems: [`${error.at} ${error.message}.`] };
    throw error;
  }
}

function listProblems(compiled: CompiledIntegration, folder: string): string[] {
  const { integration, calls } = compiled;
  const problems = checkKeys(integration);
  if (integration.id !== folder) problems.push(`id is "${integration.id}": name it as its folder, "${folder}".`);
  const used = new Set<string>();
  const kept = new Set([...calls.values()].flatMap(({ keep = {} }) => Object.keys(keep)));
  const place = (node: Node, at: string) =>
    listPlaceholders(node).flatMap(({ placeholder, list }) => {
      used.add(placeholder.name);
      return checkPlaceholder(placeholder, list, at, integration, kept);
    });
  if (compiled.base) problems.push(...place(compiled.base, 'base'), ...checkHosts(integration));
  else if (integration.hosts.length > 0) problems.push('hosts must be empty where the owner types the address.');
  for (const call of calls.values()) problems.push(...checkCall(call, place, used));
  for (const field of BUYER_FIELDS) {
    const isUsed = [...used].some((name) => name === `customer.${field}` || name.startsWith(`customer.${field}.`));
    if (integration.buyer.includes(field) && !isUsed)
      problems.push(`buyer declares ${field}, which no request holds: remove it.`);
    if (!integration.buyer.includes(field) && isUsed)
      problems.push(`A request holds customer.${field}: declare ${field} in buyer.`);
  }
  problems.push(...checkUses(integration), ...checkFreight(integration));
  const operations = [...listInvoiceCalls(integration.invoice), ...(integration.freight?.calls ?? [])];
  const made = new Set([...Object.values(integration.events).flat(), ...operations]);
  for (const name of made)
    if (!calls.has(name)) problems.push(`events or invoice name the call "${name}", which is not in calls.`);
  for (const name of calls.keys())
    if (!made.has(name)) problems.push(`calls.${name} is made by no event and no operation: remove it.`);
  return problems;
}

/** An integration hears of events, issues invoices, or quotes freight. */
function checkUses({ category, events, answers, invoice, freight }: Integration): string[] {
  if ((category === 'INVOICING') !== (invoice !== undefined))
    return ['"invoice" is for the category INVOICING, and that category needs it.'];
  if (invoice) return Object.keys(events).length > 0 ? ['events must be empty beside "invoice".'] : [];
  if (freight) return [];
  return Object.keys(events).length === 0 || answers.length === 0 ? ['events and answers must not be empty.'] : [];
}

/** A system that quotes freight is asked at a checkout, and hears of nothing. */
function checkFreight({ category, freight, events, form, base, calls }: Integration): string[] {
  if ((category === 'FREIGHT') !== (freight !== undefined))
    return ['"freight" is for the category FREIGHT, and that category needs it.'];
  if (!freight) return [];
  const problems = Object.keys(events).length > 0 ? ['events must be empty beside "freight".'] : [];
  if (typeof base !== 'string') problems.push('base must be an address: a checkout waits for its answer.');
  if (!form.required.includes(SENDER_ZIP)) problems.push(`form must require "${SENDER_ZIP}".`);
  for (const { call } of freight.read)
    if (!freight.calls.includes(call))
      problems.push(`freight.read names "${call}", which freight.calls does not make.`);
  const kept = new Set(Object.values(calls).flatMap(({ keep = {} }) => Object.keys(keep)));
  for (const [name, { token }] of Object.entries(calls))
    if (token !== undefined && !kept.has(token))
      problems.push(`calls.${name}.token names "${token}", which no call keeps.`);
  return problems;
}

function checkCall(call: CompiledCall, place: (node: Node, at: string) => string[], used: Set<string>): string[] {
  const at = `calls.${call.name}`;
  const problems = place(call.path, `${at}.request`);
  for (const part of PARTS) {
    const node = call[part];
    if (node) problems.push(...place(node, `${at}.${part}`));
  }
  for (const name of call.needs ?? []) used.add(name);
  if (call.json && call.form) problems.push(`${at} has "json" and "form": a request has one body.`);
  return problems;
}

function checkPlaceholder(
  placeholder: Placeholder,
  list: string | undefined,
  at: string,
  { form, words = {} }: Integration,
  kept: ReadonlySet<string>,
): string[] {
  const { name } = placeholder;
  const [group, rest = ''] = [name.split('.', 1)[0], name.slice(name.indexOf('.') + 1)];
  const field = group === 'settings' && Object.hasOwn(form.properties, rest) ? form.properties[rest] : undefined;
  const isKnown =
    (INTEGRATION_FIELDS as readonly string[]).includes(name) ||
    (group === 'utm' && /^(utm_[a-z_]{1,30}|src|sck)$/.test(rest)) ||
    (group === 'kept' && kept.has(rest)) ||
    field !== undefined ||
    name === 'items' ||
    (list === 'items' && (INTEGRATION_ITEM_FIELDS as readonly string[]).includes(name));
  const problems = listFilterProblems(placeholder, words).map((problem) => `${at} ${problem}.`);
  if (!isKnown) problems.push(`${at} has the placeholder "${name}", which no event has: see docs/integrations.md.`);
  if (field && isSecretField(field))
    problems.push(`${at} names the secret "${rest}": secrets belong to auth and signature alone.`);
  return problems;
}

/** The names of the secrets that auth and signature use. */
export function listUsedCredentials({
  auth,
  signature,
  secretJson = {},
}: Pick<Integration, 'auth' | 'signature' | 'secretJson'>): string[] {
  const found = Object.values(secretJson);
  const collect = (json: unknown) => {
    if (typeof json !== 'object' || json === null) return;
    if ('credential' in json && typeof json.credential === 'string') found.push(json.credential);
    for (const inner of Object.values(json)) collect(inner);
  };
  collect(auth);
  collect(signature);
  return found;
}

function checkKeys(integration: Integration): string[] {
  const { form, base } = integration;
  const used = listUsedCredentials(integration);
  const problems = used.flatMap((name) =>
    Object.hasOwn(form.properties, name) ? [] : [`auth or signature names "${name}", which the form does not have.`],
  );
  for (const name of form.required)
    if (!Object.hasOwn(form.properties, name)) problems.push(`form.required names "${name}", which is no property.`);
  for (const [name, field] of Object.entries(form.properties))
    if (isSecretField(field) && !used.includes(name))
      problems.push(`The secret "${name}" is used by nothing: remove it.`);
  if (typeof base === 'object' && !form.required.includes(base.setting))
    problems.push(`base is the setting "${base.setting}": require it in the form.`);
  return problems;
}

function checkHosts(integration: Integration): string[] {
  const host = URL.parse((integration.base as string).replaceAll(/\{[^}]*\}/g, 'x'))?.host;
  if (host && allowsHost(integration, host)) return [];
  return [`base leads to ${host ?? 'no host'}, which is not in hosts: add it there.`];
}
