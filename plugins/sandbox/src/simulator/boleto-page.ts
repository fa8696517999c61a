/** Shows the slip that the buyer prints or copies from. */
import type { SimulatorRequest, SimulatorResponse } from '@feira/plugin-kit';
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
