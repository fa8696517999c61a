import path from 'node:path';
import { isSource, isTest, type TidyRule, type Tree } from './tree.ts';

const MODULES = 'core/src/modules';
const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** By module, the modules that it imports, each with one file that does. */
type Graph = Map<string, Map<string, string>>;

/**
 * The modules of the core form layers, and types count like values. dependency-cruiser has a rule for folders, but it cannot leave
 * out tests, which may import any module.
 */
export const checkModuleCircles: TidyRule = (tree) => {
  const circle = findShortestCircle(readGraph(tree));
  if (!circle) return [];
  const arrows = circle.map(({ from, to, file }) => `${from} → ${to} (${file})`).join(', ');
  return [`${MODULES}: modules import each other in a circle: ${arrows}. Move what both need into the lower one.`];
};

function readGraph(tree: Tree): Graph {
  const graph: Graph = new Map();
  for (const file of tree.files.filter((name) => name.startsWith(`${MODULES}/`) && isSource(name) && !isTest(name))) {
    const from = moduleOf(file);
    const imported = graph.get(from) ?? new Map<string, string>();
    graph.set(from, imported);
    for (const [, place = ''] of tree.read(file).matchAll(IMPORT)) {
      const target = path.posix.join(path.posix.dirname(file), place);
      if (target.startsWith(`${MODULES}/`) && moduleOf(target) !== from) imported.set(moduleOf(target), file);
    }
  }
  return graph;
}

const moduleOf = (file: string): string => file.split('/')[3] as string;

interface Arrow {
  from: string;
  to: string;
  file: string;
}

function findShortestCircle(graph: Graph): Arrow[] | undefined {
  const circles = [...graph.keys()].map((module) => findWayBack(graph, module)).filter((way) => way !== null);
  return circles.sort((a, b) => a.length - b.length)[0];
}

/** The shortest way from a module to itself; null where there is none. */
function findWayBack(graph: Graph, start: string): Arrow[] | null {
  const ways: Arrow[][] = [[]];
  const seen = new Set<string>();
  for (const way of ways) {
    const from = way.at(-1)?.to ?? start;
    for (const [to, file] of graph.get(from) ?? []) {
      const longer = [...way, { from, to, file }];
      if (to === start) return longer;
      if (seen.has(to)) continue;
      seen.add(to);
      ways.push(longer);
    }
  }
  return null;
}
