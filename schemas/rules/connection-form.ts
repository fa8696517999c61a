/** The form of a connection: what its environment, its methods and its other settings make necessary. */
import type { CONNECTION_ENVIRONMENTS, PaymentMethod } from '../src/common.ts';
import type { CredentialField, ManifestForm } from '../src/manifest.ts';

/** Returns whether a field holds an uploaded file: a certificate or a private key. */
export const isFileField = ({ format }: CredentialField): boolean =>
  format === 'certificate' || format === 'private-key';

/** Returns whether the values of a field are stored as secrets: files always are. */
export const isSecretField = (field: CredentialField): boolean => field.secret === true || isFileField(field);

export interface FormChoice {
  environment: (typeof CONNECTION_ENVIRONMENTS)[number];
  methods: readonly PaymentMethod[];
  settings: Readonly<Record<string, string | number | boolean | undefined>>;
  /** The names of the secrets that hold a value. */
  secrets: readonly string[];
}

/**
 * The form with those fields required that this connection needs: what everybody needs, what one of its methods or settings needs
 * (`requiredFor`), and the rest of what was begun, such as the secret of a client for withdrawals. A simulator asks for no file, so nobody
 * has to own one to reach it.
 */
export function formFor(form: ManifestForm, choice: FormChoice): ManifestForm {
  const wanted = listWanted(form, choice);
  const required = Object.entries(form.properties).flatMap(([name, field]) => {
    const isNeeded = form.required.includes(name) || field.requiredFor?.some((one) => wanted.has(one));
    return isNeeded && !(choice.environment === 'simulator' && isFileField(field)) ? [name] : [];
  });
  return { ...form, required };
}

/** Methods, settings as "scheme=basic", and capabilities for which a field of their own is filled in. */
function listWanted({ properties }: ManifestForm, { methods, settings, secrets }: FormChoice): Set<string> {
  const wanted = new Set<string>(methods);
  const filled = new Set(secrets);
  for (const [name, field] of Object.entries(properties)) {
    const value = settings[name];
    if (isSecretField(field) ? !filled.has(name) : value === undefined || value === '') {
      if (field.default !== undefined) wanted.add(`${name}=${field.default}`);
      continue;
    }
    if (!isSecretField(field)) wanted.add(`${name}=${value}`);
    // A field that serves several capabilities does not tell which of them its owner means.
    if (field.requiredFor?.length === 1) wanted.add(field.requiredFor[0]!);
  }
  return wanted;
}
