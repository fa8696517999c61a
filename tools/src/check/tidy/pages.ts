/** docs/README.md: every page of docs, below the heading of its reader. */
import type { TidyRule } from './tree.ts';

const FOLDER = 'docs/';
const PAGES = `${FOLDER}README.md`;
/** "- [Title](page.md): what the page says". */
const ENTRY = /^- \[[^\]]+\]\(([\w.-]+\.md)\): \S/;

/** Checks that each page of docs stands once on the list, with a line that says what it is for, and below a heading. */
export const checkPages: TidyRule = ({ files, read }) => {
  if (!files.includes(PAGES)) return [`${PAGES}: lists the pages of docs by reader; write it.`];
  const [intro = '', ...parts] = read(PAGES).split(/^## /m);
  const listed = parts.flatMap((part) => part.split('\n')).flatMap((line) => ENTRY.exec(line)?.[1] ?? []);
  const outside = intro.split('\n').filter((line) => ENTRY.test(line));
  return [
    ...files
      .filter((file) => file.startsWith(FOLDER) && /^[^/]+\.md$/.test(file.slice(FOLDER.length)) && file !== PAGES)
      .map((file) => ({ file, times: listed.filter((name) => FOLDER + name === file).length }))
      .filter(({ times }) => times !== 1)
      .map(({ file, times }) =>
        times === 0
          ? `${PAGES}: lacks ${file}; add "- [Title](${file.slice(FOLDER.length)}): what it says" below its reader.`
          : `${PAGES}: lists ${file} ${times} times; keep the line of the reader who needs it first.`,
      ),
    ...outside.map((line) => `${PAGES}: "${line}" stands below no reader; move it below a heading.`),
  ];
};
