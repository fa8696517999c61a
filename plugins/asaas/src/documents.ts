/** Maps the documents that Asaas wants of a sub-account. Asaas shows a group with an `onboardingUrl` on its own page; it takes no file. */
import type { Fields } from '@feira/plugin-kit';
import type { ReceiverDocument, ReceiverLinkResult } from '@feira/schemas/provider';

export const fromDocuments = (answer: Fields): ReceiverDocument[] =>
  answer.list('data').map((group) => ({
    documentId: group.requireText('id'),
    kind: group.text('type'),
    title: group.text('title') ?? group.text('type') ?? 'Documento',
    description: group.text('description'),
    providerStatus: group.requireText('status'),
    // Asaas says once for the account why something of it was refused.
    reason: group.text('status') === 'REJECTED' ? answer.texts('rejectReasons').join(' ') || undefined : undefined,
    takesFile: !group.has('onboardingUrl'),
    hasLink: group.has('onboardingUrl'),
  }));

export function fromLink(answer: Fields, documentId: string): ReceiverLinkResult | null {
  const group = answer.list('data').find((one) => one.text('id') === documentId);
  const url = group?.text('onboardingUrl');
  return url ? { url, expiresAt: group?.date('onboardingUrlExpirationDate') } : null;
}
