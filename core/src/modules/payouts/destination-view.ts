import { toLabel } from './labels.ts';
import type { DestinationRow } from './model.ts';

/** A destination as procedures answer it. */
export const toDestination = (row: DestinationRow) => ({
  id: row.id,
  kind: row.kind,
  pixType: row.pixType,
  label: toLabel(row),
  bankCode: row.bankCode,
  holderName: row.holderName,
  status: row.status,
  usableAt: row.usableAt.toISOString(),
  reason: row.reason,
  createdAt: row.createdAt.toISOString(),
});
