/**
 * `npm run bench:checkout` measures how soon a buyer with a phone on slow 4G sees the checkout, can type and can pay. The federated
 * page is measured in turns with a standalone build of the same source and with a plain form. Parameters: --runs, --json FILE.
 */
import { writeFileSync } from 'node:fs';
import { createShutdown } from '../src/shutdown.ts';
import { median } from './measurement.ts';
import { readOptions } from './options.ts';
import { loadPage, type PageLoad } from './page-load.ts';
import { openPageVariants, type PageVariants } from './page-variants.ts';
import { formatRows, type Row, toRow } from './report.ts';

const FIGURES = [
  ['firstPaint', 'first paint', 'ms'],
  ['largestPaint', 'largest paint', 'ms'],
  ['takesInput', 'form takes input', 'ms'],
  ['ready', 'ready', 'ms'],
  ['layoutShift', 'layout shift', ''],
  ['bytes', 'transferred', 'bytes'],
  ['requests', 'requests', ''],
] as const satisfies [keyof PageLoad, string, string][];
/** The goals of the checkout, in ms. */
const GOALS = { largestPaint: 1000, takesInput: 1000, ready: 1500 } as const;

const options = readOptions(
  'bench:checkout',
  {
    runs: { kind: 'number', placeholder: 'N', fallback: '5' },
    json: { kind: 'text', placeholder: 'FILE' },
  },
  process.argv.slice(2),
);
const shutdown = createShutdown();

async function main(): Promise<void> {
  const variants = await openPageVariants(shutdown);
  const medians = takeMedians(await visit(variants));
  const compare = (beside: 'standalone' | 'plain') =>
    FIGURES.flatMap(([figure, name, unit]) =>
      toRow(`federated beside ${beside}: ${name}`, medians.federated[figure], unit, medians[beside][figure]),
    );
  const rows: Row[] = [...compare('standalone'), ...compare('plain')];
  for (const beside of ['standalone', 'plain'] as const) {
    const prefix = `federated beside ${beside}: `;
    const own = rows.filter(({ name }) => name.startsWith(prefix));
    const lines = own.map((row) => ({ ...row, name: row.name.slice(prefix.length) }));
    console.log(`\n${formatRows(lines, { value: 'federated', reference: beside })}`);
  }
  console.log('');
  for (const [figure, name] of FIGURES) {
    const goal = GOALS[figure as keyof typeof GOALS];
    if (goal) console.log(`${name}: ${Math.round(medians.federated[figure])} ms (goal ${goal} ms)`);
  }
  if (options.json) writeFileSync(options.json, `${JSON.stringify(rows, null, 2)}\n`);
}

/** Variant after variant, run after run; the first visits fill the servers' memories and do not count. */
async function visit(variants: PageVariants): Promise<Record<keyof PageVariants, PageLoad[]>> {
  const visits: Record<keyof PageVariants, PageLoad[]> = { federated: [], standalone: [], plain: [] };
  const names = Object.keys(visits) as (keyof PageVariants)[];
  for (const name of names) await loadPage(variants[name]);
  for (let run = 0; run < options.runs; run++) {
    for (const name of names) visits[name].push(await loadPage(variants[name]));
    const latest = names.map((name) => `${name} ${Math.round(visits[name].at(-1)!.ready)} ms`);
    console.log(`run ${run + 1}: ready after ${latest.join(', ')}`);
  }
  return visits;
}

function takeMedians({ federated, standalone, plain }: Record<keyof PageVariants, PageLoad[]>) {
  const ofLoads = (loads: PageLoad[]) =>
    Object.fromEntries(FIGURES.map(([figure]) => [figure, median(loads.map((load) => load[figure]))])) as Record<
      keyof PageLoad,
      number
    >;
  return { federated: ofLoads(federated), standalone: ofLoads(standalone), plain: ofLoads(plain) };
}

await main().then(
  () => shutdown.run(0),
  (error: Error) => {
    console.error(`\nThe bench failed: ${error.message}`);
    return shutdown.run(1);
  },
);
