/** Reads places that a seller types for zip codes (CEP): states such as "SP, RJ", or a range such as "01000-000 a 05999-999". */

/** The first five digits of each state, both ends included. Some states have several ranges. */
const RANGES: readonly (readonly [state: string, from: number, to: number])[] = [
  ['SP', 1_000, 19_999],
  ['RJ', 20_000, 28_999],
  ['ES', 29_000, 29_999],
  ['MG', 30_000, 39_999],
  ['BA', 40_000, 48_999],
  ['SE', 49_000, 49_999],
  ['PE', 50_000, 56_999],
  ['AL', 57_000, 57_999],
  ['PB', 58_000, 58_999],
  ['RN', 59_000, 59_999],
  ['CE', 60_000, 63_999],
  ['PI', 64_000, 64_999],
  ['MA', 65_000, 65_999],
  ['PA', 66_000, 68_899],
  ['AP', 68_900, 68_999],
  ['AM', 69_000, 69_299],
  ['RR', 69_300, 69_399],
  ['AM', 69_400, 69_899],
  ['AC', 69_900, 69_999],
  ['DF', 70_000, 72_799],
  ['GO', 72_800, 72_999],
  ['DF', 73_000, 73_699],
  ['GO', 73_700, 76_799],
  ['RO', 76_800, 76_999],
  ['TO', 77_000, 77_999],
  ['MT', 78_000, 78_899],
  ['MS', 79_000, 79_999],
  ['PR', 80_000, 87_999],
  ['SC', 88_000, 89_999],
  ['RS', 90_000, 99_999],
];
const STATES = new Set(RANGES.map(([state]) => state));

/** Returns the state of a zip code of eight digits; undefined where no state has it. */
export function stateOfZip(zip: string): string | undefined {
  const start = Number(zip.slice(0, 5));
  return RANGES.find(([, from, to]) => start >= from && start <= to)?.[0];
}

interface Place {
  states: string[];
  range: [from: string, to: string] | null;
}

const ZIP = String.raw`(\d{5})-?(\d{3})`;
const RANGE = new RegExp(`^${ZIP}\\s*(?:a|to|até|-|–)\\s*${ZIP}$`, 'i');

/** Returns null for a text that names no place. */
export function parsePlace(text: string): Place | null {
  const typed = text.trim();
  const match = RANGE.exec(typed);
  if (match) {
    const [from, to] = [`${match[1]}${match[2]}`, `${match[3]}${match[4]}`];
    return from <= to ? { states: [], range: [from, to] } : null;
  }
  const states = typed
    .toUpperCase()
    .split(/[\s,;/]+/)
    .filter(Boolean);
  return states.length > 0 && states.every((state) => STATES.has(state)) ? { states, range: null } : null;
}

/** Returns whether a zip code of eight digits lies in a typed place. */
export function isInPlace(text: string, zip: string): boolean {
  const place = parsePlace(text);
  if (!place) return false;
  if (place.range) return zip >= place.range[0] && zip <= place.range[1];
  const state = stateOfZip(zip);
  return state !== undefined && place.states.includes(state);
}
