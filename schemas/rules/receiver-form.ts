/** The form in which a person applies for an account at a provider: what people and companies are asked. */
import type { CredentialField, ManifestForm } from '../src/manifest.ts';

/** Returns whether a field is a file that goes along with the application. */
export const isAttachment = ({ format }: CredentialField): boolean => format === 'file';

/** The form without what only the other kind of person is asked. Nobody has to fill in what depends on a kind that is not known (null). */
export function receiverFormFor(form: ManifestForm, documentType: 'CPF' | 'CNPJ' | null): ManifestForm {
  const isAsked = ({ onlyFor }: CredentialField) => !onlyFor || documentType === null || onlyFor === documentType;
  const properties = Object.fromEntries(Object.entries(form.properties).filter(([, field]) => isAsked(field)));
  const isNeeded = (name: string) => {
    const field = properties[name];
    return field !== undefined && !(field.onlyFor && documentType === null);
  };
  return { ...form, properties, required: form.required.filter(isNeeded) };
}

/** Divides a form into the fields that are typed and those that are files. */
export function divideForm(form: ManifestForm): { typed: ManifestForm; attached: ManifestForm } {
  const only = (isWanted: (field: CredentialField) => boolean): ManifestForm => {
    const properties = Object.fromEntries(Object.entries(form.properties).filter(([, field]) => isWanted(field)));
    return { ...form, properties, required: form.required.filter((name) => Object.hasOwn(properties, name)) };
  };
  return { typed: only((field) => !isAttachment(field)), attached: only(isAttachment) };
}
