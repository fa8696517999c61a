/** What somebody fills in to have an account opened at a provider. Pure, so that it has tests. */
import type { CredentialField, ManifestForm } from '@feira/schemas/manifest';
import type { Input } from '@feira/schemas/procedure';
import type { createOwnReceiver } from '@feira/schemas/procedures/receivers';
import { readAmount } from './amount-text.ts';

export type Application = Input<typeof createOwnReceiver>;
type Address = NonNullable<Application['address']>;
export type AddressField = keyof Address;
/** Null: nobody here knows whether it is a person or a company. */
export type DocumentType = 'CPF' | 'CNPJ' | null;

export interface ReceiverDraft {
  /** A day as forms write it: 1990-12-31. */
  birthDate: string;
  address: Record<AddressField, string>;
  /** Of a bank account; none where empty. */
  destinationId: string;
  /** What the provider asks besides. */
  data: Readonly<Record<string, string | boolean>>;
}

export const emptyDraft = (destinationId = ''): ReceiverDraft => ({
  birthDate: '',
  address: { zipCode: '', street: '', number: '', complement: '', district: '', city: '', state: '' },
  destinationId,
  data: {},
});

export type DraftProblem = 'required' | 'zipCode' | 'birthDate' | 'integer' | 'amount' | 'short' | 'long';
/** By field, named as the server names it. */
export type DraftProblems = Record<string, DraftProblem>;

/** Companies were not born; whose account it is is not always known. */
export const asksBirthDate = (type: DocumentType): boolean => type !== 'CNPJ';

const WANTED: readonly AddressField[] = ['zipCode', 'street', 'number', 'district', 'city', 'state'];
const digitsOf = (text: string) => text.replace(/\D/g, '');
const INTEGER = /^-?\d{1,15}$/;

export function findDraftProblems(
  draft: ReceiverDraft,
  form: ManifestForm,
  type: DocumentType,
  today = new Date().toISOString().slice(0, 10),
): DraftProblems {
  const problems: DraftProblems = {};
  if (asksBirthDate(type)) {
    if (draft.birthDate === '' && type === 'CPF') problems.birthDate = 'required';
    else if (draft.birthDate !== '' && !isPast(draft.birthDate, today)) problems.birthDate = 'birthDate';
  }
  for (const name of WANTED) if (draft.address[name].trim() === '') problems[`address.${name}`] = 'required';
  const { zipCode } = draft.address;
  if (zipCode.trim() !== '' && digitsOf(zipCode).length !== 8) problems['address.zipCode'] = 'zipCode';
  for (const [name, field] of Object.entries(form.properties)) {
    const problem = findDataProblem(field, draft.data[name], form.required.includes(name));
    if (problem) problems[`data.${name}`] = problem;
  }
  return problems;
}

/** Cents, which nobody types. */
export const isAmount = ({ type, format }: CredentialField): boolean => type === 'integer' && format === 'amount';

const isPast = (day: string, today: string): boolean => /^[1-9]\d{3}-\d\d-\d\d$/.test(day) && day < today;

/** Patterns are left to the server: they are a stranger's, and some never come to an end. */
function findDataProblem(
  field: CredentialField,
  typed: string | boolean | undefined,
  isRequired: boolean,
): DraftProblem | null {
  if (typeof typed === 'boolean' || field.type === 'boolean') return null;
  const text = typed?.trim() ?? '';
  if (text === '') return isRequired && field.default === undefined ? 'required' : null;
  if (isAmount(field)) return readAmount(text) === null ? 'amount' : null;
  if (field.type === 'integer') return INTEGER.test(text) ? null : 'integer';
  if (text.length < (field.minLength ?? 0)) return 'short';
  return text.length > (field.maxLength ?? Number.POSITIVE_INFINITY) ? 'long' : null;
}

/** As the server takes it; what was left empty is left out. */
export function toApplication(
  connectionId: string,
  draft: ReceiverDraft,
  form: ManifestForm,
  type: DocumentType,
): Application {
  const { birthDate, address, destinationId } = draft;
  const trimmed = Object.fromEntries(Object.entries(address).map(([name, text]) => [name, text.trim()]));
  const data = readData(draft.data, form);
  return {
    connectionId,
    ...(birthDate && asksBirthDate(type) && { birthDate }),
    address: { ...(trimmed as Address), zipCode: digitsOf(address.zipCode) },
    ...(destinationId && { destinationId }),
    ...(Object.keys(data).length > 0 && { data }),
  };
}

function readData(typed: ReceiverDraft['data'], form: ManifestForm): NonNullable<Application['data']> {
  const read = Object.entries(form.properties).flatMap(([name, field]): [string, string | number | boolean][] => {
    const value = typed[name] ?? field.default ?? '';
    if (field.type === 'boolean') return [[name, value === true || value === 'true']];
    const text = String(value).trim();
    if (text === '') return [];
    // A default is in cents as it stands.
    if (isAmount(field)) return [[name, typed[name] === undefined ? Number(text) : (readAmount(text) ?? text)]];
    return [[name, field.type === 'integer' && INTEGER.test(text) ? Number(text) : text]];
  });
  return Object.fromEntries(read);
}
