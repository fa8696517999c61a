const EDGE = 1024;

/** Saves a drawn QR code as a picture that prints sharply and that every phone can send. */
export function savePicture(path: string, size: number, fileName: string): void {
  const canvas = document.createElement('canvas');
  canvas.width = EDGE;
  canvas.height = EDGE;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, EDGE, EDGE);
  context.scale(EDGE / size, EDGE / size);
  context.fillStyle = '#000';
  context.fill(new Path2D(path));
  const link = document.createElement('a');
  link.href = canvas.toDataURL('image/png');
  link.download = fileName;
  link.click();
}
