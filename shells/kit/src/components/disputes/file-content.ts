/** Reads files as base64, the form in which a call carries them. */

const MEBIBYTE = 1_048_576;
export const MAX_FILE_BYTES = 5 * MEBIBYTE;
export const MAX_FILES = 10;

export async function readContent(file: Blob): Promise<string> {
  const reader = new FileReader();
  const read = new Promise<string>((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
  });
  reader.readAsDataURL(file);
  const url = await read;
  return url.slice(url.indexOf(',') + 1);
}

/** Lets the browser save a file, and never opens it as a page of this origin. */
export function saveContent({ name, mediaType, content }: { name: string; mediaType: string; content: string }): void {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: mediaType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Formats sizes: 12 KB; 1,4 MB. */
export function formatBytes(bytes: number, language: string): string {
  const isLarge = bytes >= MEBIBYTE / 10;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    unitDisplay: 'short',
    maximumFractionDigits: isLarge ? 1 : 0,
  }).format(isLarge ? bytes / MEBIBYTE : Math.max(1, bytes / 1024));
}
