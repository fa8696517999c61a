/** A connection's form as it stands on the screen: what is typed stays text until it is sent. Pure, so that it has tests. */
import type { CredentialField, ManifestForm } from '@feira/schemas/manifest';

/** Secrets hold only what changes: nothing in it leaves the stored one as it is. */
export interface CredentialDraft {
  settings: Readonly<Record<string, string | boolean>>;
  secrets: Readonly<Record<string, SecretDraft>>;
}
export type SecretDraft =
  | { act: 'set'; value: string /** Of an uploaded file. */; fileName?: string }
  /** Taken away when it is saved. */
  | { act: 'remove' };
export type Settings = Record<string, string | number | boolean>;
export type Secrets = Record<string, string | null>;

/** As the server sees it: files are secrets whatever the manifest says of them. */
export const isSecretField = (field: CredentialField): boolean => field.secret === true || isFileField(field);
export const isFileField = ({ format }: CredentialField): boolean =>
  format === 'certificate' || format === 'private-key';

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

/** What the form no longer has is left out, and so is what was left empty. */
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

export type CredentialProblem = 'required' | 'requiredFile' | 'integer' | 'short' | 'long';

/**
 * What is surely wrong, by field as the server names it. Patterns are left to the server: they are a stranger's, and some
 * never come to an end.
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
    // Whoever replaces something has to say by what.
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
