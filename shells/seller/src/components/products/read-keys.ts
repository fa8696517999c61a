const QUOTED = /^"((?:[^"]|"")*)"/;

/** Returns the keys of a pasted list or a CSV file: the first column of each line, each key once. */
export const readKeys = (text: string): string[] => [
  ...new Set(
    text
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
      .map((line) => {
        const quoted = QUOTED.exec(line.trim())?.[1];
        return (quoted?.replaceAll('""', '"') ?? line.split(/[;,\t]/)[0] ?? '').trim();
      })
      .filter((key) => key !== ''),
  ),
];
