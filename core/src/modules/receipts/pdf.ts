/** Prints a receipt as PDF with the fonts that every reader has. */
import type { Locale } from '@feira/schemas/common';
import { readableOn, safeColour } from '@feira/schemas/rules/colours';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { drawQr } from '../../shared/draw-qr.ts';
import { openPdf, toPrintable } from '../../shared/pdf.ts';
import type { SignedReceipt } from './receipt.ts';
import { formatDay, formatDocument, formatMoment, TEXTS } from './texts.ts';

const MARGIN = 50;
const WIDTH = 495;
const QR_SIZE = 110;
const STRIPES = 12;
const COLOUR = '#0b6e4f';
const INK = '#17201b';
const MUTED = '#55615a';

export async function printReceipt(
  { receipt, verifyUrl }: SignedReceipt,
  { locale, colour }: { locale: Locale; colour: string | null | undefined },
): Promise<Buffer> {
  const t = TEXTS[locale];
  const money = (cents: number) => formatCurrency(cents, receipt.currency, locale);
  const { document, finish } = await openPdf({
    size: 'A4',
    margin: MARGIN,
    lang: locale,
    displayTitle: true,
    info: { Title: `${t.title} ${receipt.number}`, Author: toPrintable(receipt.platform.name) },
  });

  drawAwning(document, safeColour(colour, COLOUR));
  const write = (text: string, options: PDFKit.Mixins.TextOptions = {}) => document.text(toPrintable(text), options);
  const pair = (label: string, value: string) => {
    const top = document.y;
    document.fontSize(10).fillColor(MUTED);
    document.text(toPrintable(label), MARGIN, top, { width: 160 });
    const left = document.y;
    document.fillColor(INK).text(toPrintable(value), MARGIN + 170, top, { width: WIDTH - 170 });
    document.y = Math.max(left, document.y) + 4;
    document.x = MARGIN;
  };
  const line = (label: string, value: string, font = 'Helvetica') => {
    const top = document.y;
    document.font(font).fontSize(10).fillColor(INK);
    document.text(toPrintable(value), MARGIN + 375, top, { width: WIDTH - 375, align: 'right' });
    document.text(toPrintable(label), MARGIN, top, { width: 365 });
    document.y += 4;
    document.x = MARGIN;
  };

  document.font('Helvetica-Bold').fontSize(18).fillColor(INK);
  write(t.title);
  document.font('Helvetica').moveDown(0.8);
  const { platform, seller, buyer } = receipt;
  pair(t.number, receipt.number);
  pair(t.paidAt, formatMoment(receipt.paidAt, locale));
  pair(t.seller, [seller.name, ...(seller.document ? [formatDocument(seller.document)] : [])].join(' · '));
  pair(t.buyer, buyer.name);
  if (buyer.address) pair(t.address, buyer.address);
  pair(t.method, t.methods[receipt.method]);
  if (receipt.pixEndToEndId) pair(t.pix, receipt.pixEndToEndId);
  const processor = [platform.legalName ?? platform.name, platform.document && formatDocument(platform.document)];
  pair(t.platform, processor.filter(Boolean).join(' · '));

  document.moveDown(0.8).font('Helvetica-Bold').fontSize(12).fillColor(INK);
  write(t.items);
  document.moveDown(0.4);
  for (const item of receipt.items) line(item.title, money(item.amount));
  if (receipt.discount > 0) line(t.coupon(receipt.couponCode), `-${money(receipt.discount)}`);
  if (receipt.methodDiscount > 0) line(t.methodDiscount(receipt.method), `-${money(receipt.methodDiscount)}`);
  if (receipt.freight > 0) line([t.freight, receipt.delivery].filter(Boolean).join(': '), money(receipt.freight));
  if (receipt.interest > 0) line(t.interest(receipt.installments), money(receipt.interest));
  line(t.total, money(receipt.amount), 'Helvetica-Bold');
  if (receipt.refundedAmount > 0) line(t.returned, money(receipt.refundedAmount));

  document.font('Helvetica').moveDown(0.8).fontSize(10).fillColor(INK);
  const { withdrawal, guarantee } = receipt;
  write(t.withdrawal(withdrawal.days, formatDay(withdrawal.until, locale)), { width: WIDTH });
  if (guarantee.days > withdrawal.days) {
    document.moveDown(0.4);
    write(t.guarantee(guarantee.days, formatDay(guarantee.until, locale)), { width: WIDTH });
  }
  document.moveDown(1.2);
  if (document.y + QR_SIZE > document.page.height - MARGIN) document.addPage();
  drawProof(document, verifyUrl, t.verify);
  return finish();
}

/** Draws the awning of a market stall in the platform's colour. */
function drawAwning(document: PDFKit.PDFDocument, colour: string): void {
  const width = document.page.width / STRIPES;
  for (let index = 0; index < STRIPES; index++) {
    document.opacity(index % 2 === 0 ? 1 : 0.25);
    document.path(`M${index * width} 0h${width}v16a${width / 2} 10 0 0 1 -${width} 0z`).fill(colour);
  }
  document.opacity(1).fillColor(readableOn(INK, '#ffffff', INK));
  document.y = MARGIN + 10;
  document.x = MARGIN;
}

/** The address is too long to be typed, so it can be scanned or followed. */
function drawProof(document: PDFKit.PDFDocument, url: string, label: string): void {
  const { path, size } = drawQr(url);
  const top = document.y;
  document
    .save()
    .translate(MARGIN, top)
    .scale(QR_SIZE / size)
    .path(path)
    .fill('#000000')
    .restore();
  document
    .fontSize(9)
    .fillColor(MUTED)
    .text(toPrintable(label), MARGIN + QR_SIZE + 15, top + 8);
  document.fontSize(7).text(url, { width: WIDTH - QR_SIZE - 15, link: url, underline: true });
}
