/** The levels of certainty with which a provider's API is known, the strongest first. */
export const EVIDENCE_LEVELS = ['documented', 'public-code', 'inferred'] as const;
export type Evidence = (typeof EVIDENCE_LEVELS)[number];

/** The levels at which an operation is known: `verified` is one that was seen working at the provider itself, whatever its source was. */
export const KNOWN_LEVELS = ['verified', ...EVIDENCE_LEVELS] as const;
export type KnownLevel = (typeof KNOWN_LEVELS)[number];
export const knownLevelSchema = { type: 'string', enum: KNOWN_LEVELS } as const;

/** documented: the provider's own pages; public-code: seen working in public; inferred: an unconfirmed guess. */
export const evidenceSchema = { type: 'string', enum: EVIDENCE_LEVELS } as const;
