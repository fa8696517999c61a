/** The form of an existing connection. The functions are pure, so that they have tests. */
import { type Locale, PAYMENT_METHODS } from '@feira/schemas/common';
import type { ManifestForm } from '@feira/schemas/manifest';
import type { Input } from '@feira/schemas/procedure';
import type { updateConnection } from '@feira/schemas/procedures/connections';
import {
  type CredentialDraft,
  findCredentialProblems,
  readSecrets,
  readSettings,
  toCredentialDraft,
  toNeededForm,
} from './credential-draft.ts';
import { readLimits, toLimitsDraft } from './limits-draft.ts';
import { findServiceProblems } from './service-draft.ts';
import type { ServiceDraft } from './service-fields.tsx';
import type { ConnectionDetails } from './use-connections.ts';

export interface ConnectionDraft extends ServiceDraft {
  credentials: CredentialDraft;
}
type Change = Omit<Input<typeof updateConnection>, 'platformId' | 'connectionId'>;

const NO_FORM: ManifestForm = { type: 'object', required: [], properties: {} };

/** Empty where the package is missing, because only its manifest knows the fields. */
export const formOf = ({ form }: ConnectionDetails): ManifestForm => (form as ManifestForm | null) ?? NO_FORM;

export const toConnectionDraft = (connection: ConnectionDetails, locale: Locale): ConnectionDraft => ({
  name: connection.name,
  // Keeps the order of the boxes, so that a method removed and added again is no change.
  methods: PAYMENT_METHODS.filter((method) => connection.methods.includes(method)),
  limits: toLimitsDraft(connection.limits, locale),
  credentials: toCredentialDraft(formOf(connection), connection.settings),
});

const listStored = ({ secrets }: ConnectionDetails) => secrets.map(({ name }) => name);

/** The form with those fields required that the connection needs as it is typed. */
export const formOfDraft = (draft: ConnectionDraft, connection: ConnectionDetails): ManifestForm =>
  toNeededForm(
    formOf(connection),
    { environment: connection.environment, methods: draft.methods },
    draft.credentials,
    listStored(connection),
  );

export const findConnectionProblems = (draft: ConnectionDraft, connection: ConnectionDetails) => ({
  service: findServiceProblems(draft),
  credentials: findCredentialProblems(formOfDraft(draft, connection), draft.credentials, listStored(connection)),
});

const isSame = (first: unknown, second: unknown) => JSON.stringify(first) === JSON.stringify(second);

/** Returns only the differences from the shown values: other people's changes to the rest survive. */
export function toChange(draft: ConnectionDraft, before: ConnectionDraft, form: ManifestForm): Change {
  const secrets = readSecrets(form, draft.credentials);
  return {
    ...(draft.name.trim() !== before.name && { name: draft.name.trim() }),
    ...(!isSame(draft.methods, before.methods) && { methods: [...draft.methods] }),
    ...(!isSame(draft.limits, before.limits) && { limits: readLimits(draft.limits) }),
    ...(!isSame(draft.credentials.settings, before.credentials.settings) && {
      settings: readSettings(form, draft.credentials),
    }),
    ...(Object.keys(secrets).length > 0 && { secrets }),
  };
}
