import { toLabel } from './labels.ts';
import type { DestinationRow } from './model.ts';

/** Returns a destination with the label that people know it by. */
export const toDestination = <Row extends DestinationRow>(row: Row) => ({ ...row, label: toLabel(row) });
