import { lexer, type Token, type Tokens } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';
import './markdown-text.css';

/** A longer text is cut, so that a hostile one cannot block the page. */
const MAX_LENGTH = 100_000;
const HTTPS = /^https:\/\/[^/\\]/i;

interface MarkdownTextProps {
  source: string;
  /** Screen readers read it after each link. */
  newTab: string;
  /** The label of the tables, which scroll sideways. */
  tableLabel: string;
}

/**
 * Shows the text of a package's author as elements and never as HTML: tags show as they were typed, links lead to https alone,
 * and pictures are told by their words, because loading them would tell their hosts who reads this.
 */
export default function MarkdownText({ source, newTab, tableLabel }: MarkdownTextProps) {
  return <div className="markdown">{showAll(lexer(source.slice(0, MAX_LENGTH)), { newTab, tableLabel })}</div>;
}

type Words = Omit<MarkdownTextProps, 'source'>;

/** Parts of a text never change places, so the index is the key. */
const number = <T,>(parts: readonly T[]) => parts.map((part, place) => ({ place, part }));

const showAll = (tokens: readonly Token[] | undefined, words: Words): ReactNode =>
  number(tokens ?? []).map(({ place, part }) => <Fragment key={place}>{show(part, words)}</Fragment>);

function show(token: Token, words: Words): ReactNode {
  const inner = () => showAll('tokens' in token ? token.tokens : [], words);
  switch (token.type) {
    case 'heading':
      // The page has a first heading of its own.
      return createElement(`h${Math.min(6, token.depth + 1)}`, null, inner());
    case 'paragraph':
      return <p>{inner()}</p>;
    case 'blockquote':
      return <blockquote>{inner()}</blockquote>;
    case 'strong':
      return <strong>{inner()}</strong>;
    case 'em':
      return <em>{inner()}</em>;
    case 'del':
      return <del>{inner()}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'code':
      return <Code text={token.text} />;
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    case 'list':
      return <List list={token as Tokens.List} words={words} />;
    case 'table':
      return <Table table={token as Tokens.Table} words={words} />;
    case 'link':
      return (
        <SafeLink href={token.href} newTab={words.newTab}>
          {inner()}
        </SafeLink>
      );
    case 'image':
      return token.text;
    case 'html':
      return token.text.startsWith('<!--') ? null : token.text;
    case 'text':
      return token.tokens ? inner() : decodeEntities(token.text);
    case 'escape':
      return token.text;
    default:
      // Skips empty lines and definitions of links, which the links themselves have already used.
      return null;
  }
}

/** The table scrolls sideways, so the keyboard reaches it. */
function Code({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to take the focus.
    <pre tabIndex={0}>
      <code>{text}</code>
    </pre>
  );
}

function SafeLink({ href, newTab, children }: { href: string; newTab: string; children: ReactNode }) {
  if (!HTTPS.test(href)) return children;
  return (
    <a href={href} target="_blank" rel="nofollow noopener noreferrer">
      {children}
      <span className="visually-hidden"> {newTab}</span>
    </a>
  );
}

function List({ list, words }: { list: Tokens.List; words: Words }) {
  const items = number(list.items).map(({ place, part }) => <li key={place}>{showAll(part.tokens, words)}</li>);
  return list.ordered ? <ol start={list.start || 1}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ table, words }: { table: Tokens.Table; words: Words }) {
  const align = (cell: Tokens.TableCell) => ({ textAlign: cell.align ?? 'left' }) as const;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to take the focus.
    <section className="markdown-table" aria-label={words.tableLabel} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {number(table.header).map(({ place, part }) => (
              <th key={place} scope="col" style={align(part)}>
                {showAll(part.tokens, words)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {number(table.rows).map(({ place, part: row }) => (
            <tr key={place}>
              {number(row).map(({ place: column, part }) => (
                <td key={column} style={align(part)}>
                  {showAll(part.tokens, words)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** React escapes the text, so the author's own escapes are decoded first. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
