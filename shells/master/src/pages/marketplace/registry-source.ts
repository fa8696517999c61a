/** A package of the registry, named so exactly that the registry cannot hand out another one. */
export interface RegistryDraft {
  name: string;
  version: string;
  integrity: string;
  signature: string;
}

export const EMPTY_REGISTRY: RegistryDraft = { name: '', version: '', integrity: '', signature: '' };

const RULES = {
  name: { pattern: /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/, problem: 'nameInvalid' },
  version: { pattern: /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/, problem: 'versionInvalid' },
  integrity: { pattern: /^sha512-[A-Za-z0-9+/]{86}==$/, problem: 'integrityInvalid' },
  signature: { pattern: /^([A-Za-z0-9+/]{86}==)?$/, problem: 'signatureInvalid' },
} as const;
export type RegistryField = keyof typeof RULES;
export const REGISTRY_FIELDS = Object.keys(RULES) as RegistryField[];
export type RegistryProblem = (typeof RULES)[RegistryField]['problem'];

/** The problems by field, as keys of texts. */
export function findProblems(draft: RegistryDraft): Partial<Record<RegistryField, RegistryProblem>> {
  const wrong = REGISTRY_FIELDS.filter((field) => !RULES[field].pattern.test(draft[field].trim()));
  return Object.fromEntries(wrong.map((field) => [field, RULES[field].problem]));
}

export const toSource = ({ name, version, integrity }: RegistryDraft) => ({
  kind: 'registry' as const,
  name: name.trim(),
  version: version.trim(),
  integrity: integrity.trim(),
});
