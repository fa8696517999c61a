/** Shows the slip that the buyer prints or copies from, as a page and as a document. */
import { type SimulatorRequest, type SimulatorResponse, writeDemoPdf } from '@feira/plugin-kit';
import { formatBoletoLine } from '@feira/schemas/rules/boleto';
import { refuse, type World } from './world.ts';

const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const day = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' });

/** Shows the slip. It holds no typed text, so nothing needs escaping, and names no person. */
export async function showBoleto(world: World, request: SimulatorRequest, id: string): Promise<SimulatorResponse> {
  const charge = await world.book.findCharge(request, id);
  if (!charge?.data.boleto) throw refuse(404, 'Boleto não encontrado.');
  const body = `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Boleto de demonstração</title>
<h1>Boleto de demonstração</h1>
<p>${formatBoletoLine(charge.data.boleto.line)}</p>
<p>Vencimento: ${day.format(new Date(charge.expiresAt!))}</p>
<p>Valor: ${money.format(charge.amount / 100)}</p>
<p>Sem valor: este documento vem de um adquirente de demonstração e não pode ser pago em um banco.</p>
</html>
`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  };
  return { status: 200, headers, body };
}

/** Returns the slip as a document: it needs the secret key, as with acquirers that have no page for everybody. */
export async function getBoletoPdf(world: World, request: SimulatorRequest, id: string): Promise<SimulatorResponse> {
  const charge = await world.book.findCharge(request, id);
  if (!charge?.data.boleto) throw refuse(404, 'Boleto não encontrado.');
  const lines = [
    'Boleto de demonstracao, sem valor',
    formatBoletoLine(charge.data.boleto.line),
    `Valor: R$ ${(charge.amount / 100).toFixed(2)}`,
  ];
  return { status: 200, body: { pdf: Buffer.from(writeDemoPdf(lines), 'latin1').toString('base64') } };
}
