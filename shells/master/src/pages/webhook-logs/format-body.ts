/** More than this is read by a program, not by a person. */
const LONGEST = 200_000;

/** JSON with its lines, a form with one field a line; null where the text is neither. Numbers keep all their digits. */
export function formatBody(body: string): string | null {
  if (body.length > LONGEST) return null;
  try {
    JSON.parse(body);
    return indentJson(body);
  } catch {
    return /^[\w.[\]%-]+=[^\s]*$/.test(body) ? formatForm(body) : null;
  }
}

/** Parsing and writing again would round long numbers, so the text itself is laid out. */
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
