import { documentType, formatDocument } from '@feira/schemas/rules/document';

interface Seller {
  sellerName: string;
  sellerDocument?: string | null | undefined;
  sellerAddress?: string | null | undefined;
}

/** Names the seller in one line with the document and the address that buyers may see. */
export function sellerIdentity({ sellerName, sellerDocument, sellerAddress }: Seller): string {
  const document = sellerDocument && `${documentType(sellerDocument)} ${formatDocument(sellerDocument)}`;
  return [sellerName, document, sellerAddress].filter(Boolean).join(' · ');
}
