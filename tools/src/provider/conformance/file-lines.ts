/** Adds to a complaint the line of plugin.json or description.json that it is about. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DESCRIPTION_FILE, findFamily } from '@feira/plugin-kit/description';

/** A place in one of the files, such as operations.refund.answer.status. */
const PLACE = /[A-Za-z$][\w$-]*(?:\.[\w$-]+)+/g;
/** The start of a complaint about an answer that an operation cannot read: what it reads is the description's to say. */
const UNREADABLE = /\b([a-z][A-Za-z]+) cannot read the answer\b/;
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

interface SourceFile {
  name: string;
  lines: Map<string, number>;
}

/** Returns the complaints, each with the line of the first place that it names and a file of the package has. */
export async function addLines(folder: string, complaints: readonly string[]): Promise<string[]> {
  const files = await readSources(folder);
  return complaints.map((complaint) => {
    const unreadable = UNREADABLE.exec(complaint)?.[1];
    const named = complaint.match(PLACE) ?? [];
    const places = unreadable ? [...named, `operations.${unreadable}.answer`] : named;
    const found = places.map((place) => findLine(files, place)).find((line) => line !== undefined);
    return found ? `${complaint} (${found})` : complaint;
  });
}

function findLine(files: readonly SourceFile[], place: string): string | undefined {
  // A call of one payment method or by reference is laid over its operation's call, where the rest of it stands.
  const common = place.replace(/\.(methods\.[A-Z_]+|byReference)(?=\.)/, '');
  for (const wanted of new Set([place, common]))
    for (const { name, lines } of files) if (lines.has(wanted)) return `${name}:${lines.get(wanted)}`;
  const parent = place.split('.').slice(0, -1);
  return parent.length > 1 ? findLine(files, parent.join('.')) : undefined;
}

/** The files of the package come before those of its family. */
async function readSources(folder: string): Promise<SourceFile[]> {
  const own = [DESCRIPTION_FILE, 'plugin.json'].map((name) => path.join(folder, name));
  const family = await readFamily(folder);
  const files = [...own, ...(family ? [path.join(family, DESCRIPTION_FILE)] : [])].filter(existsSync);
  return Promise.all(
    files.map(async (file) => ({
      name: path.relative(folder, file),
      lines: mapLines(await readFile(file, 'utf8')),
    })),
  );
}

async function readFamily(folder: string): Promise<string | undefined> {
  try {
    const { family } = JSON.parse(await readFile(path.join(folder, DESCRIPTION_FILE), 'utf8')) as { family?: string };
    return family === undefined ? undefined : await findFamily(folder, family);
  } catch {
    return undefined;
  }
}

/** Returns the line of each key of a JSON text, by its path; members of lists are numbered. */
export function mapLines(text: string): Map<string, number> {
  const lines = new Map<string, number>();
  const path: (string | number)[] = [];
  let line = 1;
  let read = 0;
  let word = '';
  for (const match of text.matchAll(TOKEN)) {
    line += text.slice(read, match.index).split('\n').length - 1;
    read = match.index;
    const [token] = match;
    if (token === ':') {
      path[path.length - 1] = JSON.parse(word) as string;
      lines.set(path.join('.'), line);
    } else if (token === '{') path.push('');
    else if (token === '[') path.push(0);
    else if (token === '}' || token === ']') path.pop();
    else if (token === ',') {
      const last = path.at(-1);
      if (typeof last === 'number') path[path.length - 1] = last + 1;
    } else word = token;
  }
  return lines;
}
