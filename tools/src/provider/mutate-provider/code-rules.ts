/** Plants bugs in the sources of adapters, line by line. */
import { parseSync } from '@swc/core';
import { type Change, IS_DESTINATION, IS_REFERENCE, isAboutMoney, type Rule } from './mutant.ts';

const PROPERTY = /^(\s+)((?:[\w$]+|'[^']+')): (.+),$/;
const ASIDE = /^\s*(\/\/|\/\*|\*|import\b|export (interface|type)\b|interface\b|type\b)/;

/** The change of some lines, which stand at an index, to others. */
interface Finding {
  rule: Rule;
  index: number;
  lines: string[];
  after: string[];
  isMoney?: boolean;
}

const isBalanced = (text: string) =>
  ['()', '[]', '{}'].every(([open, close]) => text.split(open!).length === text.split(close!).length);

/** Returns each change that leaves a source that can be read. */
export function listCodeChanges(text: string): Change[] {
  const lines = text.split('\n');
  const taken = new Set<string>();
  return lines
    .flatMap((line, index) => (ASIDE.test(line) ? [] : findInLine(lines, line, index)))
    .flatMap(({ rule, index, lines: before, after, isMoney }) => {
      const content = [...lines.slice(0, index), ...after, ...lines.slice(index + before.length)].join('\n');
      if (content === text || taken.has(content) || !isReadable(content)) return [];
      taken.add(content);
      const shown = { before: trim(before), after: after.length > 0 ? trim(after) : 'nothing' };
      return [{ rule, place: shown.before, ...shown, content, isMoney: isMoney ?? isAboutMoney(shown.before) }];
    });
}

const trim = (lines: readonly string[]) => lines.map((line) => line.trim()).join(' ');

function isReadable(source: string): boolean {
  try {
    parseSync(source, { syntax: 'typescript' });
    return true;
  } catch {
    return false;
  }
}

function findInLine(lines: readonly string[], line: string, index: number): Finding[] {
  const replace = (rule: Rule, pattern: RegExp, replacement: string, isMoney?: boolean): Finding[] =>
    pattern.test(line) ? [{ rule, index, lines: [line], after: [line.replace(pattern, replacement)], isMoney }] : [];
  return [
    ...findProperty(lines, line, index),
    ...replace('change-unit', /\btoReais\(/, '('),
    ...replace('change-unit', /\.(require)?[rR]eais\(/, '.number(', true),
    ...replace('change-unit', /(\.amount)(?=[,) ;}])(?! \*)/, '$1 * 100'),
    ...replace('negate-condition', / === /, ' !== '),
    ...replace('negate-condition', / !== /, ' === '),
    ...replace('negate-condition', /\bif \((.+)\)(?= (?:\{|return|throw))/, 'if (!($1))', true),
    ...replace('swallow-errors', /^(\s*(?:if \(.*\) )?)throw .+;$/, '$1return undefined as never;', true),
    ...replace('swallow-errors', /status === 404/, 'status >= 400', true),
    ...replace('swallow-errors', /'UNKNOWN'/, "'NOT_SENT'", true),
    // Behind a code it is the certainty of an error, of which there is no "approved".
    ...replace('swallow-errors', /(?<!', )'REJECTED'/, "'APPROVED'", true),
    ...replace('swap-words', /'DONE'/, "'FAILED'", true),
    ...replace('swap-words', /'APPROVED'/, "'PENDING'", true),
    ...replace('swap-words', /(: )('[^']+')(, .+?: )('[^']+')(?=[, }])/, '$1$4$3$2'),
  ];
}

/** A line of an object is left out, or gives its value to the next and takes that one's. */
function findProperty(lines: readonly string[], line: string, index: number): Finding[] {
  const [, indent, key, value] = PROPERTY.exec(line) ?? [];
  if (!indent || !key || !value || !isBalanced(value)) return [];
  const isRefund = lines.slice(Math.max(0, index - 12), index).some((one) => /refund/i.test(one));
  const dropped: Rule = IS_REFERENCE.test(line)
    ? 'drop-reference'
    : isRefund && /amount|valor|value/i.test(line)
      ? 'widen-refunds'
      : 'drop-key';
  const findings: Finding[] = [{ rule: dropped, index, lines: [line], after: [] }];
  const next = lines[index + 1] ?? '';
  const [, nextIndent, nextKey, nextValue] = PROPERTY.exec(next) ?? [];
  if (nextIndent !== indent || !nextValue || !isBalanced(nextValue) || nextValue === value) return findings;
  const areWords = [value, nextValue].every((one) => /^'[^']*'$/.test(one));
  const areDestinations = [line, next].every((one) => IS_DESTINATION.test(one));
  findings.push({
    rule: areWords ? 'swap-words' : areDestinations ? 'exchange-destinations' : 'exchange-fields',
    index,
    lines: [line, next],
    after: [`${indent}${key}: ${nextValue},`, `${indent}${nextKey}: ${value},`],
    isMoney: isAboutMoney(line) || isAboutMoney(next),
  });
  return findings;
}
