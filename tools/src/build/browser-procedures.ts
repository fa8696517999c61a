/**
 * A loader of the bundler. Browsers call a procedure by its name, kind and input; what else its declaration says is for the server, and would be
 * a tenth of the script of a page.
 */
import { type Expression, type ObjectExpression, parse, print } from '@swc/core';

const OF_THE_SERVER = new Set(['summary', 'limit', 'output', 'errors', 'api']);

/** Returns the object of `{ … } as const satisfies Procedure`. */
function findProcedure(value: Expression | undefined): ObjectExpression | undefined {
  if (value?.type !== 'TsSatisfiesExpression') return undefined;
  const { typeAnnotation, expression } = value;
  const isProcedure =
    typeAnnotation.type === 'TsTypeReference' &&
    typeAnnotation.typeName.type === 'Identifier' &&
    typeAnnotation.typeName.value === 'Procedure';
  const object = expression.type === 'TsConstAssertion' ? expression.expression : expression;
  return isProcedure && object.type === 'ObjectExpression' ? object : undefined;
}

export default async function keepWhatBrowsersNeed(source: string): Promise<string> {
  const module = await parse(source, { syntax: 'typescript' });
  for (const item of module.body) {
    if (item.type !== 'ExportDeclaration' || item.declaration.type !== 'VariableDeclaration') continue;
    for (const { init } of item.declaration.declarations) {
      const procedure = findProcedure(init);
      if (!procedure) continue;
      procedure.properties = procedure.properties.filter((property) => {
        if (property.type === 'Identifier') return !OF_THE_SERVER.has(property.value);
        if (property.type !== 'KeyValueProperty' || property.key.type !== 'Identifier') return true;
        return !OF_THE_SERVER.has(property.key.value);
      });
    }
  }
  return (await print(module)).code;
}
