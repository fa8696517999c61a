/** The levels of certainty with which a provider's API is known, the strongest first. */
export const EVIDENCE_LEVELS = ['documented', 'public-code', 'inferred'] as const;
export type Evidence = (typeof EVIDENCE_LEVELS)[number];

/** documented: the provider's own pages; public-code: seen working in public; inferred: an unconfirmed guess. */
export const evidenceSchema = { type: 'string', enum: EVIDENCE_LEVELS } as const;
