import { type Manifest, manifestSchema } from '@feira/schemas/manifest';
import { listVariants } from '@feira/schemas/rules/manifest-variants';
import type { ErrorObject } from 'ajv';
import { completeManifest } from '../define.ts';
import { createValidator, type Validator } from '../validator.ts';
import { checkManifest, type ManifestProblems } from './manifest-rules.ts';

// allErrors: an author fixes a file in one go. The file is read once per installation, so its cost does not matter.
const validate: Validator<Manifest> = createValidator(manifestSchema, { allErrors: true });

/** Reads a plugin.json: the manifest, or one sentence for each thing to fix. */
export function validateManifest(json: unknown): { manifest: Manifest } | { problems: string[] } {
  const { manifest, problems } = inspectManifest(json);
  const all = [...problems.contract, ...problems.hosts, ...problems.other];
  return manifest && all.length === 0 ? { manifest } : { problems: all };
}

/** The same for a stranger's plugin.json: sentences by what they are about. `manifest` is null where not even its shape is right. */
export function inspectManifest(json: unknown): { manifest: Manifest | null; problems: ManifestProblems } {
  if (validate(json)) {
    const manifest = completeManifest(json);
    return { manifest, problems: addProblems(checkManifest(manifest), checkVariants(manifest)) };
  }
  const sentences = relevantErrors(validate.errors, json).map(toSentence);
  return { manifest: null, problems: { contract: [], hosts: [], other: [...new Set(sentences)] } };
}

/** The most combinations that conformance can run in reasonable time. */
const MOST_VARIANTS = 24;

/** The problems of each manifest that a connection may have, once each. */
function checkVariants(manifest: Manifest): string[] {
  const { variants = [], credentials } = manifest;
  const problems: string[] = [];
  for (const { setting, cases } of variants) {
    const field = setting === undefined ? undefined : credentials.properties[setting];
    const values =
      setting === undefined
        ? Object.keys(manifest.environments)
        : field?.type === 'boolean'
          ? ['true', 'false']
          : (field?.enum ?? []);
    if (setting !== undefined && (values.length === 0 || field?.secret))
      problems.push(
        `variants names "${setting}": declare it in credentials.properties as a boolean or with an enum, not secret.`,
      );
    for (const value of Object.keys(cases))
      if (!values.includes(value))
        problems.push(
          `variants has a case "${value}", which ${setting ?? 'environments'} never has: correct or remove it.`,
        );
  }
  if (problems.length > 0 || variants.length === 0) return problems;
  const all = listVariants(manifest);
  if (all.length > MOST_VARIANTS) return [`variants make ${all.length} combinations: ${MOST_VARIANTS} are the most.`];
  for (const { name, manifest: merged } of all) {
    const wrong = validate(merged)
      ? Object.values(checkManifest(merged)).flat()
      : relevantErrors(validate.errors, merged).map(toSentence);
    problems.push(...wrong.map((problem) => `With ${name}: ${problem}`));
  }
  return problems;
}

const addProblems = (problems: ManifestProblems, more: string[]): ManifestProblems => ({
  ...problems,
  other: [...problems.other, ...more],
});

/** Only the chosen branch of a choice by `type` is told; an unknown type is told once. */
function relevantErrors(errors: ErrorObject[], json: unknown): ErrorObject[] {
  return errors.filter((error) => {
    const branch = /^#(.*)\/oneOf\/(\d+)\/(.*)$/.exec(error.schemaPath);
    if (!branch) return error.keyword !== 'oneOf' || !isKnownChoice(error, json);
    const choicePath = error.schemaPath.slice(0, error.schemaPath.indexOf('/oneOf/'));
    const choice = errors.find((other) => other.keyword === 'oneOf' && other.schemaPath === `${choicePath}/oneOf`);
    return choice !== undefined && chosenBranch(choice, json) === Number(branch[2]);
  });
}

const isKnownChoice = (choice: ErrorObject, json: unknown) => chosenBranch(choice, json) >= 0;

function chosenBranch(choice: ErrorObject, json: unknown): number {
  const data = choice.instancePath
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], json);
  const type = (data as { type?: unknown } | undefined)?.type;
  return choiceTypes(choice.schemaPath).indexOf(String(type));
}

function choiceTypes(schemaPath: string): string[] {
  const branches = schemaPath
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], manifestSchema);
  return (branches as { properties: { type: { const: string } } }[]).map((branch) => branch.properties.type.const);
}

function toSentence(error: ErrorObject): string {
  const field = error.instancePath.slice(1).replaceAll('/', '.') || 'plugin.json';
  const { params } = error;
  switch (error.keyword) {
    case 'required':
      return `${field} lacks "${params.missingProperty}": add it.`;
    case 'additionalProperties':
      return `${field} has "${params.additionalProperty}", which the contract does not know: remove it or correct its spelling.`;
    case 'enum':
      return `${field} must be one of ${(params.allowedValues as unknown[]).join(', ')}.`;
    case 'oneOf':
      return `${field}.type must be one of ${choiceTypes(error.schemaPath).join(', ')}.`;
    case 'pattern':
      return `${field} must match ${params.pattern}.`;
    default:
      return `${field} ${error.message ?? 'is wrong'}.`;
  }
}
