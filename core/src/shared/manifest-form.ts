/** Checks settings and secrets against the credentials form of a version's manifest. Each problem names the field and how to mend it. */
import { isIP } from 'node:net';
import { runInNewContext } from 'node:vm';
import type { Settings } from '@feira/plugin-kit';
import { isPublicAddress } from '@feira/plugin-kit/broker';
import type { Locale } from '@feira/schemas/common';
import type { CredentialField, Manifest, ManifestForm } from '@feira/schemas/manifest';
import { isBaseUrl, listOpenBases } from '@feira/schemas/rules/base-urls';
import { type FormChoice, formFor, isFileField, isSecretField } from '@feira/schemas/rules/connection-form';

/** Messages by field, in both languages. */
export type Problems = Record<string, Record<Locale, string>>;
type Sentence = Record<Locale, string>;

const say = (portuguese: string, english: string): Sentence => ({ 'pt-BR': portuguese, en: english });
const MISSING = say('Preencha este campo.', 'Fill in this field.');
const missingFor = (needs: readonly string[]) =>
  say(
    `Preencha este campo, necessário para ${needs.join(', ')}.`,
    `Fill in this field, which ${needs.join(', ')} needs.`,
  );
const UNKNOWN = say(
  'Este provedor não tem este campo nesta versão. Retire-o.',
  'This version of the provider has no such field. Leave it out.',
);
const IS_SECRET = say('Este campo é secreto: envie-o em secrets.', 'This field is secret: send it among the secrets.');
const IS_SETTING = say(
  'Este campo não é secreto: envie-o em settings.',
  'This field is no secret: send it among the settings.',
);
const UNPRINTABLE = say(
  'O texto tem quebras de linha ou caracteres invisíveis. Cole-o de novo.',
  'The text has line breaks or invisible characters. Paste it again.',
);
const PATTERN = say('O texto não tem a forma esperada.', 'The text does not have the expected form.');
const URI = say('Digite um endereço que comece com https://.', 'Type an address that starts with https://.');
const DAY = say(
  'Escolha uma data do calendário, como 2026-01-31.',
  'Choose a day of the calendar, such as 2026-01-31.',
);
const NOT_INTEGER = say('Digite um número inteiro.', 'Type a whole number.');
const NOT_BOOLEAN = say('Responda sim ou não.', 'Answer yes or no.');
const NOT_TEXT = say('Digite um texto.', 'Type a text.');
const tooShort = (length: number) =>
  say(`Digite ao menos ${length} caracteres.`, `Type at least ${length} characters.`);
const tooLong = (length: number) => say(`Digite no máximo ${length} caracteres.`, `Type at most ${length} characters.`);
const oneOf = (words: readonly string[]) =>
  say(`Escolha uma destas opções: ${words.join(', ')}.`, `Choose one of these: ${words.join(', ')}.`);

/** Trims spaces and line breaks around pasted values. Files stay unchanged. */
export function tidyValues<V>(form: ManifestForm, values: Readonly<Record<string, V>>): Record<string, V> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = findField(form, name);
      return [name, typeof value === 'string' && field && !isFileField(field) ? value.trim() : value];
    }),
  ) as Record<string, V>;
}

const findField = (form: ManifestForm, name: string): CredentialField | undefined =>
  Object.hasOwn(form.properties, name) ? form.properties[name] : undefined;

/** A private address would let a connection look into the server's own network; the way out refuses names that lead there as well. */
const BASE_URL = say(
  'Digite um endereço público que comece com https://, sem usuário, parâmetros nem #.',
  'Type a public address that starts with https://, without a user, parameters or #.',
);

/** Checks the addresses that the owner types in the place of a base URL. */
export function findBaseProblems(manifest: Manifest, settings: Settings): Problems {
  const problems: Problems = {};
  for (const setting of listOpenBases(manifest)) {
    const typed = settings[setting];
    if (typed !== undefined && typed !== '' && !isPublicBase(String(typed))) problems[`settings.${setting}`] = BASE_URL;
  }
  return problems;
}

function isPublicBase(text: string): boolean {
  if (!isBaseUrl(text)) return false;
  const host = new URL(text).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) ? isPublicAddress(host) : host.includes('.') && !/\.(local|localhost|internal)\.?$/.test(host);
}

export interface FormValues {
  settings: Settings;
  secrets: Readonly<Record<string, string>>;
}

/** Checks all settings and secrets of a connection. A required field that is absent is a problem. */
export function findFormProblems(form: ManifestForm, { settings, secrets }: FormValues): Problems {
  const problems: Problems = {};
  for (const [name, value] of Object.entries(settings)) {
    const field = findField(form, name);
    const problem = !field ? UNKNOWN : isSecretField(field) ? IS_SECRET : findProblem(field, value ?? '');
    if (problem) problems[`settings.${name}`] = problem;
  }
  for (const [name, value] of Object.entries(secrets)) {
    const field = findField(form, name);
    const problem = !field ? UNKNOWN : !isSecretField(field) ? IS_SETTING : findProblem(field, toTyped(field, value));
    if (problem) problems[`secrets.${name}`] = problem;
  }
  return { ...problems, ...findMissing(form, settings, new Set(Object.keys(secrets))) };
}

/** Returns the required fields that have neither a value nor a default. */
function findMissing(form: ManifestForm, settings: Settings, secrets: ReadonlySet<string>): Problems {
  const problems: Problems = {};
  for (const name of form.required) {
    const field = findField(form, name);
    if (!field) continue;
    const isSecret = isSecretField(field);
    const isThere = isSecret ? secrets.has(name) : Object.hasOwn(settings, name) || field.default !== undefined;
    if (isThere) continue;
    const { requiredFor, missing = MISSING } = field;
    problems[`${isSecret ? 'secrets' : 'settings'}.${name}`] = requiredFor ? missingFor(requiredFor) : missing;
  }
  return problems;
}

/** Returns true if a stored connection has every field that its version requires of it. */
export const isComplete = (form: ManifestForm, choice: FormChoice & { settings: Settings }): boolean =>
  Object.keys(findMissing(formFor(form, choice), choice.settings, new Set(choice.secrets))).length === 0;

/** Secrets are stored as text, but a manifest may declare a number or a boolean. */
function toTyped(field: CredentialField, text: string): string | number | boolean {
  if (field.type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (field.type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function findProblem(field: CredentialField, value: string | number | boolean): Sentence | null {
  if (field.type === 'integer') return Number.isSafeInteger(value) ? null : NOT_INTEGER;
  if (field.type === 'boolean') return typeof value === 'boolean' ? null : NOT_BOOLEAN;
  if (typeof value !== 'string') return NOT_TEXT;
  if (value === '') return MISSING;
  const { minLength = 0, maxLength = Infinity, enum: words, pattern, format } = field;
  if (!isFileField(field) && /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value)) return UNPRINTABLE;
  if (words && !words.includes(value)) return oneOf(words);
  if (value.length < minLength) return tooShort(minLength);
  if (value.length > maxLength) return tooLong(maxLength);
  if (format === 'uri' && !isWebAddress(value)) return URI;
  if (format === 'date' && !isDay(value)) return DAY;
  return pattern === undefined || matches(pattern, value) ? null : PATTERN;
}

/** A day of the calendar: the 30th of February is none. */
const isDay = (text: string) =>
  /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** A pattern may use this much processor time, and is tried again this often where the machine is too busy to run it. */
const PATTERN_MS = 100;
const PATTERN_TRIES = 5;

/**
 * The pattern comes from a package and may never terminate. A pattern that runs out of time matches nothing. The clock also runs
 * while a busy machine does something else, so a run counts only if the pattern had the processor.
 */
function matches(pattern: string, value: string): boolean {
  const test = 'new RegExp(pattern, "u").test(value)';
  for (let tries = 0; tries < PATTERN_TRIES; tries++) {
    const before = process.threadCpuUsage();
    try {
      return runInNewContext(test, { pattern, value }, { timeout: PATTERN_MS }) === true;
    } catch (error) {
      const { user, system } = process.threadCpuUsage(before);
      const isTimeout = (error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
      if (!isTimeout || user + system >= (PATTERN_MS * 1000) / 2) return false;
    }
  }
  return false;
}
