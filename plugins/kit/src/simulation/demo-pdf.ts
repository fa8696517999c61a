/** Writes the documents that simulators hand over. */

/** Returns a PDF of one page with lines of ASCII; the file is ASCII itself. */
export function writeDemoPdf(lines: readonly string[]): string {
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
