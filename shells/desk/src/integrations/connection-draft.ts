/** The draft of a connection: its terms, and the values of the form that its integration declares. */

import type { IntegrationEvent } from '@feira/schemas/integration';
import type { ManifestForm } from '@feira/schemas/manifest';
import {
  type CredentialDraft,
  type CredentialProblem,
  findCredentialProblems,
  readSecrets,
  readSettings,
  toCredentialDraft,
} from '../connections/credential-draft.ts';
import type { Connection, Integration } from './use-integrations.ts';

export interface ConnectionDraft {
  name: string;
  events: IntegrationEvent[];
  /** False for chosen products. */
  isEveryProduct: boolean;
  productIds: string[];
  isEnabled: boolean;
  credentials: CredentialDraft;
}

export const formOf = ({ form }: Pick<Integration, 'form'>): ManifestForm => form as unknown as ManifestForm;

export const draftOfNew = (integration: Integration): ConnectionDraft => ({
  name: integration.name,
  events: integration.events,
  isEveryProduct: true,
  productIds: [],
  isEnabled: true,
  credentials: toCredentialDraft(formOf(integration), {}),
});

export const draftOf = (connection: Connection, integration: Integration): ConnectionDraft => ({
  name: connection.name,
  events: connection.events,
  isEveryProduct: connection.productIds.length === 0,
  productIds: connection.productIds,
  isEnabled: connection.isEnabled,
  credentials: toCredentialDraft(formOf(integration), connection.settings),
});

export interface DraftProblems {
  terms: Partial<Record<'name' | 'events' | 'products', true>>;
  credentials: Record<string, CredentialProblem>;
}

export const NO_PROBLEMS: DraftProblems = { terms: {}, credentials: {} };

export function findProblems(
  { name, events, isEveryProduct, productIds, credentials }: ConnectionDraft,
  integration: Integration,
  stored: readonly string[],
): DraftProblems {
  return {
    terms: {
      ...(name.trim() === '' && { name: true }),
      // An invoicing system hears of no events.
      ...(integration.events.length > 0 && events.length === 0 && { events: true }),
      ...(!isEveryProduct && productIds.length === 0 && { products: true }),
    },
    credentials: findCredentialProblems(formOf(integration), credentials, stored),
  };
}

export const hasProblems = ({ terms, credentials }: DraftProblems): boolean =>
  Object.keys(terms).length + Object.keys(credentials).length > 0;

/** Returns what is sent: empty products stand for all of them. */
export const toTerms = (
  { name, events, isEveryProduct, productIds, isEnabled, credentials }: ConnectionDraft,
  integration: Integration,
) => ({
  name: name.trim(),
  events,
  productIds: isEveryProduct ? [] : productIds,
  isEnabled,
  settings: readSettings(formOf(integration), credentials),
  secrets: readSecrets(formOf(integration), credentials),
});
