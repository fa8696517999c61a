/** Shows the slip that the buyer prints or copies from, as a page and as a document. */
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

/** Returns the slip as a document: it needs the secret key, as with acquirers that have no page for everybody. */
export async function getBoletoPdf(world: World, request: SimulatorRequest, id: string): Promise<SimulatorResponse> {
  const charge = await world.book.findCharge(request, id);
  if (!charge?.data.boleto) throw refuse(404, 'Boleto não encontrado.');
  const lines = [
    'Boleto de demonstracao, sem valor',
    formatBoletoLine(charge.data.boleto.line),
    `Valor: R$ ${(charge.amount / 100).toFixed(2)}`,
  ];
  return { status: 200, body: { pdf: Buffer.from(writePdf(lines), 'latin1').toString('base64') } };
}

/** Writes one page of ASCII lines. */
function writePdf(lines: readonly string[]): string {
  const text = lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj T*`).join(' ');
  const stream = `BT /F1 12 Tf 16 TL 50 780 Td ${text} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  const count = objects.length + 1;
  return `${file}xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}trailer << /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
}
