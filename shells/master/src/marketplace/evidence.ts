import type { Manifest } from '@feira/schemas/manifest';

export type Evidence = Manifest['evidence'];
/** The levels, the strongest first. */
export const EVIDENCE_LEVELS = ['documented', 'public-code', 'inferred'] as const satisfies readonly Evidence[];
