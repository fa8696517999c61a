/**
 * Finds the code of a package, and of the families it imports, that none of its declared operations can reach. A family serves members that declare
 * different things: a bug in what a member does not declare is caught by the members that do.
 */
import path from 'node:path';
import { parseSync } from '@swc/core';

/** A declaration of a file, or a function that is a property of an object. Positions count bytes. */
export interface Unit {
  file: string;
  /** The name of the property; none where the unit is a declaration. */
  property?: string;
  /** The names that a declaration makes. */
  declares: string[];
  start: number;
  end: number;
  parent?: Unit;
  /** The body of a function. */
  body?: { start: number; end: number };
  /** The names and texts that the unit says outside of the units within it. */
  mentions: Set<string>;
}

interface Source {
  units: Unit[];
  /** The function of another file of the package or its families that a local name stands for. */
  imports: Map<string, { file: string; name: string }>;
  loaded: string[];
}

export interface Reach {
  /** Units that no declared operation reaches. */
  unreached: Unit[];
  /** Files that nothing imports. */
  unloaded: Set<string>;
}

/** A property with a value has no span of its own. */
type Node = Record<string, unknown> & { type: string; span: { start: number; end: number } };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** `declared` are the operations of the manifest, `operations` all of the contract. `read` returns the text of a file as seen from the package. */
export function findReach(
  entry: string,
  read: (file: string) => string,
  {
    files,
    declared,
    operations,
  }: { files: readonly string[]; declared: readonly string[]; operations: readonly string[] },
): Reach {
  const sources = new Map<string, Source>();
  const load = (file: string) => {
    if (sources.has(file) || !files.includes(file)) return;
    const source = readSource(file, read(file));
    sources.set(file, source);
    source.loaded.forEach(load);
  };
  load(entry);
  const units = [...sources.values()].flatMap((source) => source.units);
  const reached = new Set<Unit>();
  const used = new Set<string>();
  const isCalled = (unit: Unit): boolean => {
    if (unit.property === undefined) return unit.file === entry || unit.declares.length === 0;
    if (!unit.parent || !reached.has(unit.parent)) return false;
    if (used.has(unit.property)) return true;
    if (operations.includes(unit.property)) return declared.includes(unit.property);
    // The kit calls a function that nothing in the package calls.
    return !units.some((other) => other.mentions.has(unit.property!) && !isWithin(other, unit.property!));
  };
  const visit = (unit: Unit) => {
    if (reached.has(unit)) return;
    reached.add(unit);
    for (const name of unit.mentions) {
      used.add(name);
      for (const declaration of resolve(sources, unit.file, name)) visit(declaration);
    }
  };
  for (let before = -1; before !== reached.size; ) {
    before = reached.size;
    for (const unit of units) if (isCalled(unit)) visit(unit);
  }
  return {
    unreached: units.filter((unit) => !reached.has(unit)),
    unloaded: new Set(files.filter((file) => file.endsWith('.ts') && !sources.has(file))),
  };
}

const isWithin = (unit: Unit, property: string): boolean =>
  unit.property === property || (unit.parent !== undefined && isWithin(unit.parent, property));

/** The declarations for which a name stands in a file, here or where it is imported from. */
function resolve(sources: Map<string, Source>, file: string, name: string): Unit[] {
  const source = sources.get(file);
  if (!source) return [];
  const imported = source.imports.get(name);
  if (!imported) return source.units.filter((unit) => unit.declares.includes(name));
  const target = sources.get(imported.file)?.units ?? [];
  const isAll = imported.name === '*';
  return target.filter((unit) => unit.property === undefined && (isAll || unit.declares.includes(imported.name)));
}

function readSource(file: string, text: string): Source {
  // The empty statement in front tells from which number the parser counts.
  const { body } = parseSync(`;${text}`, { syntax: 'typescript' });
  const base = body[0]!.span.start + 1;
  const source: Source = { units: [], imports: new Map(), loaded: [] };
  for (const statement of body.slice(1) as unknown as Node[]) {
    readModule(file, statement, source);
    if (statement.type === 'ImportDeclaration' || isType(statement)) continue;
    const unit = openUnit(file, statement, base, { declares: listDeclared(statement) });
    source.units.push(unit);
    walk(statement, unit, source, base);
  }
  return source;
}

/** Notes what the statement imports, or exports from another file. */
function readModule(file: string, statement: Node, source: Source): void {
  const address = (statement.source as { value?: string } | null | undefined)?.value;
  if (!address?.startsWith('.') || statement.typeOnly) return;
  const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), address));
  source.loaded.push(target);
  for (const one of (statement.specifiers ?? []) as Node[]) {
    const nameOf = (value: unknown) => (value as { value: string } | null)?.value;
    const local = nameOf(one.local) ?? nameOf(one.exported) ?? nameOf(one.orig);
    const kind = { ImportDefaultSpecifier: 'default', ImportNamespaceSpecifier: '*' }[one.type];
    if (local)
      source.imports.set(local, { file: target, name: kind ?? nameOf(one.imported) ?? nameOf(one.orig) ?? local });
  }
}

const isType = ({ type, declaration }: Node): boolean =>
  type.startsWith('Ts') || (isNode(declaration) && declaration.type.startsWith('Ts'));

function listDeclared(statement: Node): string[] {
  if (/^ExportDefault/.test(statement.type)) return ['default'];
  const declaration = isNode(statement.declaration) ? statement.declaration : statement;
  const named = (declaration.identifier as { value?: string } | undefined)?.value;
  if (named) return [named];
  const found: string[] = [];
  const collect = (value: unknown): void => {
    if (!isNode(value)) return;
    if (value.type === 'Identifier') found.push(value.value as string);
    else
      for (const key of ['properties', 'elements', 'value', 'key', 'left', 'argument'])
        for (const one of [value[key]].flat()) collect(one);
  };
  for (const one of (declaration.declarations ?? []) as Node[]) collect(one.id);
  return found;
}

function openUnit(file: string, node: Node, base: number, of: Pick<Unit, 'declares' | 'property' | 'parent'>): Unit {
  const { start } = node.span ?? (node.key as Node).span;
  const { end } = node.span ?? (node.value as Node).span;
  return { file, ...of, start: start - base, end: end - base, body: bodyOf(node, base), mentions: new Set() };
}

/** The body of the function that a declaration or property is. */
function bodyOf(node: Node, base: number): Unit['body'] {
  const declaration = isNode(node.declaration) ? node.declaration : node;
  const declared = ((declaration.declarations ?? []) as Node[])[0]?.init;
  const value = [declared, declaration.value, declaration].find(
    (one): one is Node => isNode(one) && isNode(one.body) && 'params' in one,
  );
  const body = value?.body as Node | undefined;
  return body && { start: body.span.start - base, end: body.span.end - base };
}

const IS_FUNCTION = /^(ArrowFunctionExpression|FunctionExpression)$/;

/** Collects what a unit mentions, and opens a unit for each function that is a property. */
function walk(node: Node, unit: Unit, source: Source, base: number): void {
  for (const [key, value] of Object.entries(node)) {
    if (key === 'span' || key === 'typeAnnotation' || key === 'typeParams' || key === 'returnType') continue;
    for (const one of [value].flat()) {
      // Arguments and declarators stand in objects without a type of their own.
      if (typeof one === 'object' && one !== null && !isNode(one)) walk(one as Node, unit, source, base);
      if (isNode(one)) visitNode(one, unit, source, base);
    }
  }
}

function visitNode(node: Node, unit: Unit, source: Source, base: number): void {
  if (node.type === 'Identifier' || node.type === 'StringLiteral') unit.mentions.add(node.value as string);
  const isProperty =
    node.type === 'MethodProperty' ||
    (node.type === 'KeyValueProperty' && isNode(node.value) && IS_FUNCTION.test(node.value.type));
  const name = (node.key as { value?: unknown } | undefined)?.value;
  if (!isProperty || typeof name !== 'string') {
    const isTypeOnly = node.type.startsWith('Ts') && !('expression' in node);
    if (!isTypeOnly) walk(node, unit, source, base);
    return;
  }
  const inner = openUnit(unit.file, node, base, { declares: [], property: name, parent: unit });
  source.units.push(inner);
  walk({ ...node, key: undefined }, inner, source, base);
}

/** Returns whether all that a change touches lies in the units. */
export function isInside(units: readonly Unit[], before: string, after: string): boolean {
  const [old, now] = [Buffer.from(before), Buffer.from(after)];
  let start = 0;
  while (start < old.length && old[start] === now[start]) start += 1;
  let rest = 0;
  const most = Math.min(old.length, now.length) - start;
  while (rest < most && old[old.length - 1 - rest] === now[now.length - 1 - rest]) rest += 1;
  const end = Math.max(old.length - rest, start + 1);
  const isTouched = (at: number) => !/[\s,;]/.test(String.fromCharCode(old[at] ?? 32));
  const touched = Array.from({ length: end - start }, (_, at) => start + at).filter(isTouched);
  return touched.length > 0 && touched.every((at) => units.some((unit) => unit.start <= at && at < unit.end));
}

const FAILURE = "{ throw new Error('Nothing declared leads here.'); }";

/** The source in which each of the functions fails. */
export function failIn(units: readonly Unit[], text: string): string {
  let content = Buffer.from(text);
  const outer = units.filter((unit) => unit.body && !(unit.parent && units.includes(unit.parent)));
  for (const { body } of outer.toSorted((one, other) => other.body!.start - one.body!.start))
    content = Buffer.concat([content.subarray(0, body!.start), Buffer.from(FAILURE), content.subarray(body!.end)]);
  return content.toString();
}
