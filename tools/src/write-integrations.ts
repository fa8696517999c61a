/** `node tools/src/write-integrations.ts`: writes the catalogue of docs/integrations.md from the manifests. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readIntegrations } from '@feira/plugin-kit/integration';
import type { Integration } from '@feira/schemas/integration';

const ROOT = path.resolve(import.meta.dirname, '../..');
export const PAGE = path.join(ROOT, 'docs/integrations.md');
const [BEGIN, END] = ['<!-- integrations: begin -->', '<!-- integrations: end -->'];

/** Returns the events of which a system hears, or what it does instead. */
function listed({ events, invoice, freight }: Integration): string {
  if (invoice) return 'none: it issues [invoices](#fiscal-invoices)';
  if (freight) return 'none: it quotes [freight](shipping.md#freight-that-carriers-quote)';
  return Object.keys(events)
    .map((event) => `\`${event}\``)
    .join(', ');
}

const toRow = (integration: Integration): string => {
  const { id, name, docs, category, evidence, version, buyer, hosts } = integration;
  return `| [${name}](../integrations/${id}) | ${category} | ${listed(integration)} | ${buyer.join(', ')} | ${hosts.join(', ') || 'typed by its owner'} | ${evidence.level} ([pages](${docs})) | ${version} |`;
};

/** Returns the page with the table of these integrations. */
export function withCatalogue(page: string, integrations: readonly Integration[]): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`docs/integrations.md lacks ${BEGIN} and ${END}.`);
  const head =
    '| Integration | Category | Events | Facts about the buyer | Hosts | Evidence | Version |\n|---|---|---|---|---|---|---|';
  return `${before}${BEGIN}\n${head}\n${integrations.map(toRow).join('\n')}\n${END}${after}`;
}

/** Returns the page as it stands, and as the manifests say it has to. */
export async function readPages(): Promise<{ written: string; wanted: string }> {
  const written = readFileSync(PAGE, 'utf8');
  const catalogue = await readIntegrations(path.join(ROOT, 'integrations'));
  return {
    written,
    wanted: withCatalogue(
      written,
      [...catalogue.values()].map(({ integration }) => integration),
    ),
  };
}

if (import.meta.main) writeFileSync(PAGE, (await readPages()).wanted);
