/** Prints packing lists and address labels with the fonts that every reader has. */
import type { Locale } from '@feira/schemas/common';
import type { Address } from '@feira/schemas/provider';
import { joinAddressLine } from '@feira/schemas/rules/address-line';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import { openPdf, toPrintable } from '../../shared/pdf.ts';

export interface PrintedOrder {
  saleId: string;
  buyerName: string;
  address: Address | null;
  items: { title: string; quantity: number }[];
  /** The delivery option that the buyer chose. */
  delivery: string | null;
}

export interface PrintedSheet {
  locale: Locale;
  sellerName: string;
  /** The lines of the sender's address below the name. */
  sender: string;
  /** The day of printing, as people write it. */
  day: string;
}

const TEXTS = {
  'pt-BR': {
    packingList: 'Lista de separação',
    orders: (count: number) => (count === 1 ? '1 pedido' : `${count} pedidos`),
    totals: 'Separar ao todo',
    order: 'Pedido',
    recipient: 'Destinatário',
    sender: 'Remetente',
    zipCode: 'CEP',
    noAddress: 'Sem endereço',
    labels: 'Etiquetas',
  },
  en: {
    packingList: 'Packing list',
    orders: (count: number) => (count === 1 ? '1 order' : `${count} orders`),
    totals: 'To pick in total',
    order: 'Order',
    recipient: 'Ship to',
    sender: 'From',
    zipCode: 'ZIP code',
    noAddress: 'No address',
    labels: 'Labels',
  },
} as const satisfies Record<Locale, object>;

const INK = '#17201b';
const MUTED = '#55615a';
const LINE = '#c9d1cc';

const formatZipCode = (zipCode: string) => zipCode.replace(/^(\d{5})(\d{3})$/, '$1-$2');
const streetOf = ({ street, number, complement }: Address) =>
  [joinAddressLine(street, number), complement].filter(Boolean).join(' - ');
const townOf = ({ city, state }: Address) => [city, state].filter(Boolean).join(' - ');

const MARGIN = 40;
const WIDTH = 515;
const QUANTITY = 44;
const BOX = 10;

/** All orders one after the other, below the sum of what has to be taken from the shelves. */
export async function printPackingList(orders: readonly PrintedOrder[], sheet: PrintedSheet): Promise<Buffer> {
  const t = TEXTS[sheet.locale];
  const { document, finish } = await openPdf({
    size: 'A4',
    margin: MARGIN,
    lang: sheet.locale,
    displayTitle: true,
    info: { Title: `${t.packingList} ${sheet.day}` },
  });
  /** Begins a page where so much no longer fits on this one. */
  const keep = (height: number) => {
    if (document.y + height > document.page.height - MARGIN) document.addPage();
  };
  const itemLine = ({ title, quantity }: { title: string; quantity: number }) => {
    const text = toPrintable(title);
    const width = WIDTH - QUANTITY - BOX - 10;
    document.font('Helvetica').fontSize(11);
    const height = document.heightOfString(text, { width });
    keep(height + 4);
    const top = document.y;
    document.rect(MARGIN, top, BOX, BOX).lineWidth(0.8).stroke(MUTED);
    document.font('Helvetica-Bold').fillColor(INK);
    document.text(`${quantity}×`, MARGIN + BOX + 6, top, { width: QUANTITY - 6 });
    document.font('Helvetica').text(text, MARGIN + BOX + QUANTITY, top, { width });
    document.x = MARGIN;
    document.y = top + height + 4;
  };
  const muted = (text: string) => document.font('Helvetica').fontSize(10).fillColor(MUTED).text(toPrintable(text));
  const heightOf = (text: string, size: number) =>
    document.fontSize(size).heightOfString(toPrintable(text), { width: WIDTH });

  document.font('Helvetica-Bold').fontSize(18).fillColor(INK).text(t.packingList);
  muted([sheet.sellerName, sheet.day, t.orders(orders.length)].join(' · '));
  if (orders.length > 1) {
    document.moveDown(0.8).font('Helvetica-Bold').fontSize(12).fillColor(INK).text(t.totals).moveDown(0.3);
    for (const item of sumItems(orders)) itemLine(item);
  }
  for (const order of orders) {
    const lines = order.address
      ? [streetOf(order.address), `${order.address.district}, ${townOf(order.address)}`]
      : [t.noAddress];
    if (order.address) lines.push(`${t.zipCode} ${formatZipCode(order.address.zipCode)}`);
    if (order.delivery) lines.push(order.delivery);
    // The head of an order stays with its first item.
    keep(60 + heightOf(order.buyerName, 12) + lines.reduce((sum, line) => sum + heightOf(line, 10), 0));
    document.moveDown(0.8);
    document
      .moveTo(MARGIN, document.y)
      .lineTo(MARGIN + WIDTH, document.y)
      .lineWidth(0.8)
      .stroke(LINE);
    document.moveDown(0.6).font('Helvetica-Bold').fontSize(12).fillColor(INK);
    document.text(toPrintable(`${t.order} ${orderCodeOf(order.saleId)} · ${order.buyerName}`));
    for (const line of lines) muted(line);
    document.moveDown(0.4);
    for (const item of order.items) itemLine(item);
  }
  return finish();
}

function sumItems(orders: readonly PrintedOrder[]): { title: string; quantity: number }[] {
  const totals = new Map<string, number>();
  for (const { title, quantity } of orders.flatMap(({ items }) => items))
    totals.set(title, (totals.get(title) ?? 0) + quantity);
  return [...totals]
    .map(([title, quantity]) => ({ title, quantity }))
    .sort((a, b) => b.quantity - a.quantity || a.title.localeCompare(b.title));
}

/** Points in a centimetre. */
const CENTIMETRE = 72 / 2.54;
const LABEL = { width: 10 * CENTIMETRE, height: 15 * CENTIMETRE, margin: 18 };
/** The sender's part, at the foot. */
const SENDER_TOP = LABEL.height - 112;

/** One page of 10 × 15 cm for each order. */
export async function printLabels(orders: readonly PrintedOrder[], sheet: PrintedSheet): Promise<Buffer> {
  const t = TEXTS[sheet.locale];
  const { document, finish } = await openPdf({
    autoFirstPage: false,
    lang: sheet.locale,
    displayTitle: true,
    info: { Title: `${t.labels} ${sheet.day}` },
  });
  for (const order of orders) {
    document.addPage({ size: [LABEL.width, LABEL.height], margin: 0 });
    drawLabel(document, order, sheet);
  }
  return finish();
}

function drawLabel(document: PDFKit.PDFDocument, { saleId, buyerName, address }: PrintedOrder, sheet: PrintedSheet) {
  const t = TEXTS[sheet.locale];
  const { margin } = LABEL;
  const width = LABEL.width - 2 * margin;
  const small = (text: string, top: number, align: 'left' | 'right' = 'left') =>
    document
      .font('Helvetica')
      .fontSize(9)
      .fillColor(MUTED)
      .text(toPrintable(text), margin, top, { width, align, lineBreak: false });
  /** Writes as large as fits below each other; a text that is longer than the space ends with an ellipsis. */
  const fit = (text: string, font: string, largest: number, height: number) => {
    const printable = toPrintable(text);
    document.font(font).fillColor(INK);
    let size = largest;
    while (size > 9 && document.fontSize(size).heightOfString(printable, { width }) > height) size -= 1;
    document.fontSize(size).text(printable, margin, document.y, { width, height, ellipsis: true });
  };

  small(t.recipient.toUpperCase(), margin);
  small(`${t.order} ${orderCodeOf(saleId)}`, margin, 'right');
  document.y = margin + 18;
  fit(buyerName, 'Helvetica-Bold', 17, 44);
  document.y += 6;
  if (!address) fit(t.noAddress, 'Helvetica', 14, 40);
  else {
    fit(streetOf(address), 'Helvetica', 14, 52);
    document.y += 3;
    fit(address.district, 'Helvetica', 13, 32);
    document.y += 3;
    fit(townOf(address), 'Helvetica-Bold', 14, 34);
    document.y += 10;
    small(t.zipCode, document.y);
    document.y += 2;
    fit(formatZipCode(address.zipCode), 'Helvetica-Bold', 34, 42);
  }
  document
    .moveTo(margin, SENDER_TOP)
    .lineTo(margin + width, SENDER_TOP)
    .lineWidth(0.8)
    .stroke(LINE);
  small(t.sender.toUpperCase(), SENDER_TOP + 8);
  document.y = SENDER_TOP + 22;
  fit(sheet.sellerName, 'Helvetica-Bold', 11, 28);
  // Lines of people's own making are kept; each is printed by itself, because the fonts have no line break.
  document.y += 2;
  for (const line of sheet.sender.split('\n').slice(0, 4)) if (line.trim()) fit(line.trim(), 'Helvetica', 10, 12);
}
