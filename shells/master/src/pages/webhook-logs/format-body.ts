/** The characters of the longest body that is formatted: people do not read a longer one whole. */
const LONGEST = 200_000;

/** Breaks JSON into lines, and a form into one field per line; null where the text is neither. Numbers keep all their digits. */
export function formatBody(body: string): string | null {
  if (body.length > LONGEST) return null;
  try {
    JSON.parse(body);
    return indentJson(body);
  } catch {
    return /^[\w.[\]%-]+=[^\s]*$/.test(body) ? formatForm(body) : null;
  }
}

/** The function formats the text itself, because parsing and writing again would round long numbers. */
function indentJson(text: string): string {
  let depth = 0;
  let out = '';
  const breakLine = () => {
    out += `\n${'  '.repeat(depth)}`;
  };
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (token === '{' || token === '[') {
      out += token;
      depth += 1;
      breakLine();
    } else if (token === '}' || token === ']') {
      depth -= 1;
      const isEmpty = /[{[]\s*$/.test(out.slice(-2 * depth - 4));
      if (isEmpty) out = out.trimEnd();
      else breakLine();
      out += token;
    } else if (token === ',') {
      out += token;
      breakLine();
    } else out += token === ':' ? ': ' : token;
  }
  return out;
}

const formatForm = (body: string): string =>
  body
    .split('&')
    .map((pair) => {
      try {
        return decodeURIComponent(pair.replaceAll('+', ' ')).replace('=', ' = ');
      } catch {
        return pair;
      }
    })
    .join('\n');
