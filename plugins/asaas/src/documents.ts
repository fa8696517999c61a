import { fromSaoPaulo } from '@feira/plugin-kit';
import type { ReceiverDocument, ReceiverLinkResult } from '@feira/schemas/provider';
import type { DocumentGroup, Documents } from './client.ts';

const toReason = (reasons: Documents['rejectReasons']) =>
  (Array.isArray(reasons) ? reasons.join(' ') : reasons)?.trim() || undefined;

const fromGroup = (group: DocumentGroup, reasons: Documents['rejectReasons']): ReceiverDocument => ({
  documentId: group.id,
  kind: group.type || undefined,
  title: group.title || group.type || 'Documento',
  description: group.description || undefined,
  providerStatus: group.status,
  // Asaas says once for the account why something of it was refused.
  reason: group.status === 'REJECTED' ? toReason(reasons) : undefined,
  takesFile: !group.onboardingUrl,
  hasLink: Boolean(group.onboardingUrl),
});

export const fromDocuments = ({ data, rejectReasons }: Documents): ReceiverDocument[] =>
  data.map((group) => fromGroup(group, rejectReasons));

/** Its end is a wall-clock time; one that cannot be read is left out. */
export function fromLink(group: DocumentGroup | undefined): ReceiverLinkResult | null {
  if (!group?.onboardingUrl) return null;
  const end = group.onboardingUrlExpirationDate;
  try {
    return { url: group.onboardingUrl, expiresAt: end ? fromSaoPaulo(end) : undefined };
  } catch {
    return { url: group.onboardingUrl };
  }
}
