/** The one document of the dashboards. The build writes it; the core fills in the nonce of each answer and sends it. */
import { getSession } from '@feira/schemas/procedures/session';
import { getBrand } from '@feira/schemas/procedures/settings';
import { DOCUMENT_MARKS } from '@feira/schemas/remotes';
import { createThemeStyles } from '@feira/shell-kit/theme';
import english from './locales/en.json' with { type: 'json' };
import portuguese from './locales/pt-BR.json' with { type: 'json' };

export interface HostDocument {
  scripts: string[];
  styles: string[];
  /** Scripts of what the host lends to every page of a dashboard, which are fetched with it. */
  lent: string[];
}

/**
 * Before anything is painted: the language and theme chosen last, else those of the browser. The page's own script reads
 * them from here, so that nothing flashes and the choice has one home.
 */
const PREFERENCES = `(function(){var r=document.documentElement,s={};try{s={l:localStorage.getItem('feira.locale'),t:localStorage.getItem('feira.theme')}}catch(e){}
var a=(navigator.languages||[]).map(function(l){return/^pt/i.test(l)?'pt-BR':/^en/i.test(l)?'en':''}).filter(Boolean);
r.lang=s.l==='pt-BR'||s.l==='en'?s.l:a[0]||'pt-BR';
r.dataset.theme=s.t==='dark'||s.t==='light'?s.t:matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'})()`;

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><path fill="#0b6e4f" d="M4 4h20l3 9a3.5 3.5 0 0 1-6.7 1A3.5 3.5 0 0 1 14 14a3.5 3.5 0 0 1-6.3 0A3.5 3.5 0 0 1 1 13z"/><path fill="none" stroke="#0b6e4f" stroke-width="2.5" d="M4.5 18.5V24h19v-5.5"/></svg>',
)}`;

/** A strange file name cannot end the script that it stands in. */
const toScriptText = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * Only the dashboard of this address is fetched ahead, and behind the host's own script; on a sign-in page it is the first dashboard, which
 * most people go to. The links carry the nonce of the script that makes them.
 */
const createPreloads = (
  lent: string[],
) => `(function(){var s=document.currentScript,p=location.pathname,r=Object.values(JSON.parse(document.getElementById('remotes').textContent)),
m=r.find(function(x){return p===x.basePath||p.indexOf(x.basePath+'/')===0}),
a=m||r.find(function(x){return p.indexOf(x.basePath)===0})||r[0],
add=function(f){var l=document.createElement('link');Object.assign(l,/[.]css$/.test(f)?{rel:'preload',as:'style'}:{rel:'modulepreload'},
{href:f,nonce:s.nonce,fetchPriority:'low'});document.head.appendChild(l)};
a&&a.preloads.forEach(add);
m&&${toScriptText(lent)}.concat(m.providers,m.texts[document.documentElement.lang]||[],m.pages[p.slice(m.basePath.length+1)]||[]).forEach(add)})()`;

/** Procedures without input whose answers every page of the host waits for. The document asks for them before the scripts arrive. */
export const FIRST_QUESTIONS = [getSession.name, getBrand.name] as const;
/** The milliseconds after which a question of the document is asked in vain. */
const PATIENCE_MS = 10_000;

/** `startedAnswers` holds the promised responses by their address; started-answers.ts takes them. */
const QUESTIONS = `(function(){var s=window.startedAnswers={};${JSON.stringify(FIRST_QUESTIONS)}.forEach(function(n){var a='/api/'+n,
f=s[a]=fetch(a,{headers:{Accept:'application/json','Accept-Language':document.documentElement.lang},signal:AbortSignal.timeout(${PATIENCE_MS})});
f.catch(function(){})})})()`;

/** Addresses come from the build; escaping keeps a strange file name from ending its tag. */
const escapeText = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const nonce = `nonce="${DOCUMENT_MARKS.nonce}"`;
const toStyle = (file: string) => `<link rel="stylesheet" href="${escapeText(file)}" ${nonce}>`;
const toScript = (file: string) => `<script type="module" src="${escapeText(file)}" ${nonce}></script>`;
const toData = (id: string, mark: string) => `<script type="application/json" id="${id}" ${nonce}>${mark}</script>`;

export function renderHostDocument({ scripts, styles, lent }: HostDocument): string {
  const lines = [
    '<!doctype html>',
    '<html lang="pt-BR">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    '<title>Feira</title>',
    `<link rel="icon" href="${escapeText(ICON)}">`,
    `<style ${nonce}>${createThemeStyles()}body{background:var(--canvas)}</style>`,
    `<script ${nonce}>${PREFERENCES}</script>`,
    DOCUMENT_MARKS.importMap,
    ...styles.map(toStyle),
    // The questions come before the files: a browser holds six connections, and their answers are small.
    `<script ${nonce}>${QUESTIONS}</script>`,
    toData('remotes', DOCUMENT_MARKS.remotes),
    toData('own-pages', DOCUMENT_MARKS.ownPages),
    `<script ${nonce}>${createPreloads(lent)}</script>`,
    ...scripts.map(toScript),
    '</head>',
    '<body>',
    '<div id="app"></div>',
    `<noscript><p lang="pt-BR">${portuguese.noScript}</p><p lang="en">${english.noScript}</p></noscript>`,
    '</body>',
    '</html>',
  ];
  return `${lines.join('\n')}\n`;
}

/** The document in which an owner's page runs. */
export function renderRemoteFrame({ scripts, styles }: HostDocument): string {
  const lines = [
    '<!doctype html>',
    '<html lang="pt-BR">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<title>Feira</title>',
    `<style ${nonce}>${createThemeStyles()}body{background:transparent}</style>`,
    DOCUMENT_MARKS.importMap,
    ...styles.map(toStyle),
    toData('frame', DOCUMENT_MARKS.frame),
    ...scripts.map(toScript),
    '</head>',
    '<body>',
    '<div id="app"></div>',
    '</body>',
    '</html>',
  ];
  return `${lines.join('\n')}\n`;
}
