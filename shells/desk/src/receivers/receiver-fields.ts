/**
 * Declares the form in which a person applies for an account at a provider: the fields of every provider, and those that its manifest
 * draws.
 */
import type { CredentialField, ManifestForm } from '@feira/schemas/manifest';
import type { Input } from '@feira/schemas/procedure';
import type { createOwnReceiver } from '@feira/schemas/procedures/receivers';
import { RECEIVER_FILES_BYTES } from '@feira/schemas/provider';
import { divideForm, receiverFormFor } from '@feira/schemas/rules/receiver-form';
import type { VerificationDocument } from '@feira/schemas/verification';
import { readAmount, writeAmount } from '@feira/shell-kit/amount-text';
import {
  type FieldsOf,
  field,
  group,
  optional,
  type Problems,
  problem,
  type Reading,
  type ShownOf,
  text,
} from '@feira/shell-kit/fields';

type Application = Input<typeof createOwnReceiver>;
type Data = NonNullable<Application['data']>;
type Attached = NonNullable<Application['files']>[string];

/** A file in the page: its name, itself in base64, and its size. */
export interface ChosenFile extends Attached {
  byteCount: number;
}
/** Null means that the page does not know whether the account belongs to a person or to a company. */
export type DocumentType = 'CPF' | 'CNPJ' | null;

/** A company has no day of birth. */
export const asksBirthDate = (type: DocumentType): boolean => type !== 'CNPJ';

/** Nobody has to attach a document that the platform has verified. */
export const withoutVerified = (form: ManifestForm, verified: readonly VerificationDocument[] = []): ManifestForm => ({
  ...form,
  required: form.required.filter((name) => {
    const document = form.properties[name]?.document;
    return !document || !verified.includes(document);
  }),
});

const digitsOf = (typed: string) => typed.replace(/\D/g, '');
const INTEGER = /^-?\d{1,15}$/;
/** Calendars of browsers take years of more than four digits. */
const isDay = (typed: string): boolean => /^[1-9]\d{3}-\d\d-\d\d$/.test(typed);
const isPast = (day: string, today: string): boolean => isDay(day) && day < today;

const line = (maxLength: number, autoComplete = 'off') =>
  text({ problem: 'problems.required', control: { maxLength, autoComplete } });

const ADDRESS = group({
  zipCode: field<string, string, 'problems.required' | 'problems.zipCode'>({
    control: { maxLength: 10, autoComplete: 'postal-code', inputMode: 'numeric' },
    show: (stored) => stored ?? '',
    read: (typed) => {
      if (typed.trim() === '') return problem('problems.required');
      return digitsOf(typed).length === 8 ? digitsOf(typed) : problem('problems.zipCode');
    },
  }),
  street: line(120, 'address-line1'),
  number: line(20),
  complement: text({ control: { maxLength: 60, autoComplete: 'off' } }),
  district: line(60, 'address-level3'),
  city: line(60, 'address-level2'),
  state: text({ problem: 'problems.required' }),
});

export const receiverFields = (
  form: ManifestForm,
  type: DocumentType,
  today = new Date().toISOString().slice(0, 10),
) => {
  const { typed, attached } = divideForm(receiverFormFor(form, type));
  const data = group(
    Object.fromEntries(
      Object.entries(typed.properties).map(([name, asked]) => [name, dataField(asked, typed.required.includes(name))]),
    ),
  );
  const files = group(
    Object.fromEntries(
      Object.keys(attached.properties).map((name) => [name, fileField(attached.required.includes(name))]),
    ),
  );
  return group({
    birthDate: field<string, string | undefined, 'problems.required' | 'problems.birthDate'>({
      control: { autoComplete: 'bday' },
      show: (stored) => stored ?? '',
      read: (typed) => {
        if (!asksBirthDate(type)) return undefined;
        if (typed === '') return type === 'CPF' ? problem('problems.required') : undefined;
        return isPast(typed, today) ? typed : problem('problems.birthDate');
      },
    }),
    address: ADDRESS,
    destinationId: optional(text()),
    data: {
      ...data,
      read: (shown: ShownOf<typeof data>) => {
        const { value, problems } = data.read(shown);
        return { value: Object.keys(value).length > 0 ? (value as Data) : undefined, problems };
      },
    },
    files: {
      ...files,
      read: (shown: ShownOf<typeof files>): Reading<Record<string, Attached> | undefined, FileProblem> => {
        const { value, problems } = files.read(shown);
        return {
          value: Object.keys(value).length > 0 ? (value as Record<string, Attached>) : undefined,
          problems: { ...findTooMuch(shown), ...problems },
        };
      },
    },
  } satisfies FieldsOf<typeof createOwnReceiver, 'connectionId'>);
};

type FileProblem = 'problems.file' | 'problems.together';

const fileField = (isRequired: boolean) =>
  field<ChosenFile | null, Attached | undefined, FileProblem>({
    show: () => null,
    read: (shown) => {
      if (!shown) return isRequired ? problem('problems.file') : undefined;
      const { name, content } = shown;
      return { name, content };
    },
  });

/** Marks the file with which all of them together become too large. */
function findTooMuch(shown: Record<string, ChosenFile | null>): Problems<FileProblem> {
  let byteCount = 0;
  for (const [name, file] of Object.entries(shown)) {
    byteCount += file?.byteCount ?? 0;
    if (file && byteCount > RECEIVER_FILES_BYTES) return { [name]: 'problems.together' };
  }
  return {};
}

/** An amount is typed in reais and sent in cents. */
export const isAmount = ({ type, format }: CredentialField): boolean => type === 'integer' && format === 'amount';

type DataProblem = `problems.${'required' | 'amount' | 'integer' | 'date' | 'short' | 'long'}`;

/** A field of the manifest. The server alone checks patterns: they are a stranger's, and some never come to an end. */
function dataField(asked: CredentialField, isRequired: boolean) {
  const { default: start, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = asked;
  return field<string | boolean, string | number | boolean | undefined, DataProblem>({
    show: (stored, locale) => {
      const value = stored ?? start ?? '';
      if (asked.type === 'boolean') return value === true || value === 'true';
      return isAmount(asked) && value !== '' ? writeAmount(Number(value), locale) : String(value);
    },
    read: (shown) => {
      if (typeof shown === 'boolean') return shown;
      const typed = shown.trim();
      if (typed === '') return isRequired && start === undefined ? problem('problems.required') : undefined;
      if (isAmount(asked)) return readAmount(typed) ?? problem('problems.amount');
      if (asked.type === 'integer') return INTEGER.test(typed) ? Number(typed) : problem('problems.integer');
      if (asked.format === 'date') return isDay(typed) ? typed : problem('problems.date');
      if (typed.length < minLength) return problem('problems.short');
      return typed.length > maxLength ? problem('problems.long') : typed;
    },
  });
}
