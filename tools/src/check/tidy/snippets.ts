/** Snippets of docs that are parts of real packages: a block of `json plugins/acme/plugin.json#webhook.authentication` holds that part of that file. */
import type { TidyRule, Tree } from './tree.ts';

const SNIPPET = /^```json (\S+\.json)#(\S+)\n.*?^```$/gms;

/** Returns the page with its snippets as the files have them; throws where a file or part is not there. */
export const withSnippets = (page: string, { read }: Tree): string =>
  page.replaceAll(SNIPPET, (_block, file: string, place: string) => {
    const names = place.split('.');
    const value = names.reduce(
      (inside: unknown, name) => (inside as Record<string, unknown> | undefined)?.[name],
      JSON.parse(read(file)) as unknown,
    );
    const text = JSON.stringify({ [names.at(-1)!]: value }, null, 2);
    return `\`\`\`json ${file}#${place}\n${text}\n\`\`\``;
  });

export const listPagesWithSnippets = (tree: Tree): string[] =>
  tree.files.filter((file) => /^docs\/[^/]+\.md$/.test(file) && tree.read(file).match(SNIPPET));

export const checkSnippets: TidyRule = (tree) =>
  listPagesWithSnippets(tree).flatMap((file) =>
    withSnippets(tree.read(file), tree) === tree.read(file)
      ? []
      : [`${file}: a snippet is not what its file says; run node tools/src/write-readme-tables.ts.`],
  );
