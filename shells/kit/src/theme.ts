/** Every colour of the dashboards, once: style sheets read them as variables, charts as values. */
export type Theme = 'light' | 'dark';

const LIGHT = {
  canvas: '#f5f7f5',
  surface: '#ffffff',
  sunken: '#eef1ee',
  line: '#dfe4e0',
  lineStrong: '#7f8a83',
  text: '#17201b',
  textMuted: '#55615a',
  primary: '#0b6e4f',
  primaryHover: '#095a41',
  primarySoft: '#e4f2ec',
  onPrimary: '#ffffff',
  danger: '#b3261e',
  green: '#0b6e4f',
  greenSoft: '#e4f2ec',
  amber: '#7a5200',
  amberSoft: '#fcf1d8',
  red: '#b3261e',
  redSoft: '#fcebe9',
  blue: '#1d4f91',
  blueSoft: '#e7effb',
  purple: '#6b2fa0',
  purpleSoft: '#f3eafb',
  grey: '#4b5650',
  greySoft: '#eceeec',
};

export type ColourName = keyof typeof LIGHT;

const DARK: Record<ColourName, string> = {
  canvas: '#0e1311',
  surface: '#161c19',
  sunken: '#1f2723',
  line: '#2b352f',
  lineStrong: '#74827a',
  text: '#e7eeea',
  textMuted: '#a4b1aa',
  primary: '#4cc79a',
  primaryHover: '#6bd8b0',
  primarySoft: '#12312a',
  onPrimary: '#05231a',
  danger: '#ff9b8f',
  green: '#58d0a4',
  greenSoft: '#12312a',
  amber: '#f0c060',
  amberSoft: '#33280f',
  red: '#ff9b8f',
  redSoft: '#3a1a17',
  blue: '#9cc3ff',
  blueSoft: '#15273f',
  purple: '#d3b0f5',
  purpleSoft: '#2d1c3e',
  grey: '#b7c2bc',
  greySoft: '#262e2a',
};

export const COLOURS: Record<Theme, Record<ColourName, string>> = { light: LIGHT, dark: DARK };

const toKebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const listVariables = (theme: Theme) =>
  Object.entries(COLOURS[theme])
    .map(([name, colour]) => `--${toKebabCase(name)}:${colour}`)
    .join(';');

/** The variables of both themes; the document carries them, so that its first paint has the right background. */
export const createThemeStyles = (): string =>
  `:root{color-scheme:light;${listVariables('light')}}:root[data-theme=dark]{color-scheme:dark;${listVariables('dark')}}`;
