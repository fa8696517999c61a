/** Declares the form of an API key: what it may do is chosen for all kinds of objects at once, or for each of them. */
import {
  API_VERSIONS,
  type ApiKeyKind,
  type ApiResource,
  type ApiScope,
  type ApiVersion,
  scopesOf,
} from '@feira/schemas/api';
import { KEY_DAYS, type updateKey } from '@feira/schemas/procedures/api-keys';
import { choice, type FieldsOf, field, group, problem, text } from '@feira/shell-kit/fields';

export const REACHES = ['ALL', 'READ', 'SOME'] as const;
export type Reach = (typeof REACHES)[number];
export const RIGHTS = ['NONE', 'READ', 'WRITE'] as const;
export type Right = (typeof RIGHTS)[number];
export type Rights = Partial<Record<ApiResource, Right>>;

export interface ShownScopes {
  reach: Reach;
  rights: Rights;
}

const hasBoth = (scopes: readonly ApiScope[], wanted: readonly ApiScope[]) =>
  scopes.length === wanted.length && wanted.every((scope) => scopes.includes(scope));

export const resourcesOf = (kind: ApiKeyKind): ApiResource[] => [
  ...new Set(scopesOf(kind).map((scope) => scope.split(':')[0] as ApiResource)),
];

/** Returns the rights that a key of this kind can have on a kind of object. */
export const rightsOf = (kind: ApiKeyKind, resource: ApiResource): readonly Right[] =>
  scopesOf(kind).includes(`${resource}:write` as ApiScope) ? RIGHTS : ['NONE', 'READ'];

const reading = (kind: ApiKeyKind) => scopesOf(kind).filter((scope) => scope.endsWith(':read'));

const scopes = (kind: ApiKeyKind) =>
  field<ShownScopes, ApiScope[], 'scopesMissing'>({
    show: (stored) => {
      const held = stored ?? reading(kind);
      const rights: Rights = Object.fromEntries(
        resourcesOf(kind).map((resource) => [
          resource,
          held.includes(`${resource}:write` as ApiScope)
            ? 'WRITE'
            : held.includes(`${resource}:read`)
              ? 'READ'
              : 'NONE',
        ]),
      );
      const reach = hasBoth(held, scopesOf(kind)) ? 'ALL' : hasBoth(held, reading(kind)) ? 'READ' : 'SOME';
      return { reach, rights };
    },
    read: ({ reach, rights }) => {
      if (reach === 'ALL') return scopesOf(kind);
      if (reach === 'READ') return reading(kind);
      // Those who may change may read as well.
      const chosen = scopesOf(kind).filter((scope) => {
        const [resource, access] = scope.split(':') as [ApiResource, string];
        return rights[resource] === 'WRITE' || (rights[resource] === 'READ' && access === 'read');
      });
      return chosen.length > 0 ? chosen : problem('scopesMissing');
    },
  });

/** One network a line. */
const networks = field<string, string[]>({
  show: (stored) => (stored ?? []).join('\n'),
  read: (shown) => [...new Set(shown.split(/[\s,;]+/).filter((part) => part !== ''))],
});

export const keyFields = (kind: ApiKeyKind) =>
  group({
    name: text({ problem: 'nameMissing', minLength: 2, control: { maxLength: 60 } }),
    scopes: scopes(kind),
    networks,
    version: choice<ApiVersion>(API_VERSIONS[0]),
  } satisfies FieldsOf<typeof updateKey, 'keyId'>);

/** The lifetimes of a new key as the box has them; NEVER is null. */
export const LIFETIMES = ['NEVER', ...KEY_DAYS.map(String)] as string[];
export const daysOf = (lifetime: string) => KEY_DAYS.find((days) => String(days) === lifetime) ?? null;
