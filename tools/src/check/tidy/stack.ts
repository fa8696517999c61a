import { isSource, type TidyRule } from './tree.ts';

/** The packages that the stack is made of, with the decision that says what each is for, and the places that import it. */
export const STACK: readonly (readonly [name: string, decision: number, place: string])[] = [
  ['fastify', 4, 'core/src/'],
  ['fastify-plugin', 4, 'core/src/plugins/'],
  ['@fastify/autoload', 4, 'core/src/app.ts'],
  ['objection', 76, 'core/src/modules/'],
  ['knex', 68, 'core/src/programs/migrate.ts'],
  ['pg', 68, 'core/src/shared/connection-pool.ts'],
  ['ajv', 4, 'core/src/plugins/procedures.ts'],
  ['json-schema-to-ts', 4, 'schemas/src/'],
  ['react', 62, 'shells/checkout/src/'],
  ['react-dom', 62, 'shells/checkout/src/server/'],
  ['react-dom', 62, 'shells/checkout/src/document/'],
  ['react', 8, 'shells/host/src/'],
  ['antd', 8, 'shells/kit/src/components/'],
  ['antd', 8, 'shells/host/src/antd/'],
  ['@module-federation/enhanced', 67, 'rspack.config.ts'],
  ['@module-federation/enhanced', 67, 'shells/host/src/'],
  ['@rspack/core', 6, 'rspack.config.ts'],
  ['i18next', 8, 'shells/host/src/'],
  ['react-i18next', 8, 'shells/host/src/'],
  ['vitest', 2, 'core/'],
  ['nock', 2, 'plugins/kit/src/testing/'],
];

const imports = (text: string, name: string) =>
  new RegExp(`^(?!\\s*//).*(?:from |import\\()'${name.replaceAll('/', '\\/')}(?:/[^']+)?'`, 'm').test(text);

/** A package of the stack stays where it serves: something else in its place is a decision, and takes this list along. */
export const checkStack: TidyRule = ({ files, read }) =>
  STACK.filter(([name, , place]) => {
    const sources = files.filter((file) => file.startsWith(place) && isSource(file));
    return !sources.some((file) => imports(read(file), name));
  }).map(
    ([name, decision, place]) =>
      `${place}: nothing imports ${name}, a package of the stack; decision ${decision} says what it is for (tools/src/check/tidy/stack.ts).`,
  );
