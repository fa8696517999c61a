/** The form of a connection as it holds in an environment. */
import type { CONNECTION_ENVIRONMENTS } from '../src/common.ts';
import type { CredentialField, ManifestForm } from '../src/manifest.ts';

/** Returns whether a field holds an uploaded file: a certificate or a private key. */
export const isFileField = ({ format }: CredentialField): boolean =>
  format === 'certificate' || format === 'private-key';

/** A simulator asks for no certificate, so nobody has to own one to reach it. */
export function formFor(form: ManifestForm, environment: (typeof CONNECTION_ENVIRONMENTS)[number]): ManifestForm {
  if (environment !== 'simulator') return form;
  const required = form.required.filter((name) => {
    const field = Object.hasOwn(form.properties, name) ? form.properties[name] : undefined;
    return !field || !isFileField(field);
  });
  return { ...form, required };
}
