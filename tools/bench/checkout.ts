/**
 * `npm run bench:checkout` measures how soon a buyer with a phone on slow 4G sees the checkout, can type and can pay, in every layout, with card
 * as the first method, a countdown, extra offers and a pixel. The federated page is measured in turns with the same page drawn by Preact,
 * with a standalone build of the same source and with a plain form. Parameters: --runs, --json FILE.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { LAYOUTS } from '../src/build/checkout-manifest.ts';
import { createShutdown } from '../src/run/shutdown.ts';
import { median } from './measurement.ts';
import { readOptions } from './options.ts';
import { loadPage, type PageLoad } from './page-load.ts';
import { type Layout, openPageVariants, type PageVariants } from './page-variants.ts';
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
/** The goals of every layout: beside the other pages, in ms and in bytes. Preact is ready after 600 ms where React may take 850. */
const GOALS = { largestPaintByPlain: 1.25, readyByStandalone: 1.1, readyByPreact: 1.4, readyMs: 850, bytes: 102_400 };

const BESIDE = ['preact', 'standalone', 'plain'] as const;

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
  const show = await openPageVariants(shutdown);
  const rows: Row[] = [];
  for (const layout of LAYOUTS) rows.push(...(await measure(layout, await show(layout))));
  console.log(
    `\nLoad of the machine in the last minute: ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores.`,
  );
  if (options.json) writeFileSync(options.json, `${JSON.stringify(rows, null, 2)}\n`);
}

async function measure(layout: Layout, variants: PageVariants): Promise<Row[]> {
  console.log(`\nLayout ${layout}`);
  const medians = takeMedians(await visit(variants));
  const compare = (beside: (typeof BESIDE)[number]) =>
    FIGURES.flatMap(([figure, name, unit]) =>
      toRow(`${layout}, federated beside ${beside}: ${name}`, medians.federated[figure], unit, medians[beside][figure]),
    );
  const rows: Row[] = BESIDE.flatMap(compare);
  for (const beside of BESIDE) {
    const prefix = `${layout}, federated beside ${beside}: `;
    const own = rows.filter(({ name }) => name.startsWith(prefix));
    const lines = own.map((row) => ({ ...row, name: row.name.slice(prefix.length) }));
    console.log(`\n${formatRows(lines, { value: 'federated', reference: beside })}`);
  }
  console.log('');
  const { federated, preact, standalone, plain } = medians;
  const ratio = (value: number, goal: number) => `${value.toFixed(2)} (goal ${goal})`;
  console.log(
    `largest paint beside plain: ${ratio(federated.largestPaint / plain.largestPaint, GOALS.largestPaintByPlain)}`,
  );
  console.log(`ready beside standalone: ${ratio(federated.ready / standalone.ready, GOALS.readyByStandalone)}`);
  console.log(`ready beside Preact: ${ratio(federated.ready / preact.ready, GOALS.readyByPreact)}`);
  console.log(`ready: ${Math.round(federated.ready)} ms (goal ${GOALS.readyMs} ms)`);
  console.log(`transferred: ${federated.bytes} bytes (goal ${GOALS.bytes})`);
  return rows;
}

/** Variant after variant, run after run; the first visits fill the servers' memories and do not count. */
async function visit(variants: PageVariants): Promise<Record<keyof PageVariants, PageLoad[]>> {
  const visits: Record<keyof PageVariants, PageLoad[]> = {
    federated: [],
    preact: [],
    standalone: [],
    plain: [],
  };
  const names = Object.keys(visits) as (keyof PageVariants)[];
  for (const name of names) await loadPage(variants[name]);
  for (let run = 0; run < options.runs; run++) {
    for (const name of names) visits[name].push(await loadPage(variants[name]));
    const latest = names.map((name) => `${name} ${Math.round(visits[name].at(-1)!.ready)} ms`);
    console.log(`run ${run + 1}: ready after ${latest.join(', ')}`);
  }
  return visits;
}

function takeMedians({ federated, preact, standalone, plain }: Record<keyof PageVariants, PageLoad[]>) {
  const ofLoads = (loads: PageLoad[]) =>
    Object.fromEntries(FIGURES.map(([figure]) => [figure, median(loads.map((load) => load[figure]))])) as Record<
      keyof PageLoad,
      number
    >;
  return {
    federated: ofLoads(federated),
    preact: ofLoads(preact),
    standalone: ofLoads(standalone),
    plain: ofLoads(plain),
  };
}

await main().then(
  () => shutdown.run(0),
  (error: Error) => {
    console.error(`\nThe bench failed: ${error.message}`);
    return shutdown.run(1);
  },
);
