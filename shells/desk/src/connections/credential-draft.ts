/** The form of a connection: typed values stay text until they are sent. The functions are pure, so that they have tests. */
import type { CredentialField, ManifestForm } from '@feira/schemas/manifest';
import { type FormChoice, formFor, isFileField, isSecretField } from '@feira/schemas/rules/connection-form';

/** Secrets hold only changes: an empty draft leaves the stored values as they are. */
export interface CredentialDraft {
  settings: Readonly<Record<string, string | boolean>>;
  secrets: Readonly<Record<string, SecretDraft>>;
}
export type SecretDraft =
  | { act: 'set'; value: string /** The name of an uploaded file. */; fileName?: string }
  /** The secrets that saving removes. */
  | { act: 'remove' };
export type Settings = Record<string, string | number | boolean>;
export type Secrets = Record<string, string | null>;

const listFields = (form: ManifestForm) => Object.entries(form.properties);
const listSettings = (form: ManifestForm) => listFields(form).filter(([, field]) => !isSecretField(field));

export function toCredentialDraft(form: ManifestForm, settings: Readonly<Settings>): CredentialDraft {
  const drafts = listSettings(form).map(([name, field]) => {
    const value = settings[name] ?? field.default;
    return [name, field.type === 'boolean' ? value === true || value === 'true' : String(value ?? '')] as const;
  });
  return { settings: Object.fromEntries(drafts), secrets: {} };
}

const INTEGER = /^-?\d{1,15}$/;

/** Leaves out fields that the form no longer has, and empty ones. */
export function readSettings(form: ManifestForm, draft: CredentialDraft): Settings {
  const read = listSettings(form).flatMap(([name, field]): [string, string | number | boolean][] => {
    const typed = draft.settings[name] ?? '';
    if (typeof typed === 'boolean') return [[name, typed]];
    const text = typed.trim();
    if (text === '') return [];
    return [[name, field.type === 'integer' && INTEGER.test(text) ? Number(text) : text]];
  });
  return Object.fromEntries(read);
}

export function readSecrets(form: ManifestForm, draft: CredentialDraft): Secrets {
  const read = Object.entries(draft.secrets).flatMap(([name, secret]): [string, string | null][] => {
    const field = Object.hasOwn(form.properties, name) ? form.properties[name] : undefined;
    if (!field) return [];
    if (secret.act === 'remove') return [[name, null]];
    const value = isFileField(field) ? secret.value : secret.value.trim();
    return value === '' ? [] : [[name, value]];
  });
  return Object.fromEntries(read);
}

/** The form with those fields required that the connection needs as it is typed; `stored` names the secrets that it has. */
export function toNeededForm(
  form: ManifestForm,
  choice: Pick<FormChoice, 'environment' | 'methods'>,
  draft: CredentialDraft,
  stored: readonly string[],
): ManifestForm {
  const secrets = new Set(stored);
  for (const [name, value] of Object.entries(readSecrets(form, draft)))
    if (value === null) secrets.delete(name);
    else secrets.add(name);
  return formFor(form, { ...choice, settings: readSettings(form, draft), secrets: [...secrets] });
}

export type CredentialProblem = 'required' | 'requiredFile' | 'integer' | 'short' | 'long';

/**
 * Returns the certain problems, by field as the server names it. Patterns are left to the server: a package's author writes
 * them, and some never come to an end.
 */
export function findCredentialProblems(
  form: ManifestForm,
  draft: CredentialDraft,
  stored: readonly string[],
): Record<string, CredentialProblem> {
  const [settings, secrets] = [readSettings(form, draft), readSecrets(form, draft)];
  const problems = listFields(form).flatMap(([name, field]): [string, CredentialProblem][] => {
    const isSecret = isSecretField(field);
    const value = isSecret ? secrets[name] : settings[name];
    const isKept = isSecret && !draft.secrets[name] && stored.includes(name);
    // A replacement of a secret needs a value.
    const isWanted = form.required.includes(name) || (isSecret && draft.secrets[name]?.act === 'set');
    const problem = isKept ? undefined : findProblem(field, value ?? undefined, isWanted);
    return problem ? [[`${isSecret ? 'secrets' : 'settings'}.${name}`, problem]] : [];
  });
  return Object.fromEntries(problems);
}

function findProblem(
  field: CredentialField,
  value: string | number | boolean | undefined,
  isRequired: boolean,
): CredentialProblem | undefined {
  if (value === undefined) return isRequired ? (isFileField(field) ? 'requiredFile' : 'required') : undefined;
  if (field.type === 'integer') return typeof value === 'number' || isSecretField(field) ? undefined : 'integer';
  if (typeof value !== 'string') return undefined;
  if (value.length < (field.minLength ?? 0)) return 'short';
  return value.length > (field.maxLength ?? Number.POSITIVE_INFINITY) ? 'long' : undefined;
}
