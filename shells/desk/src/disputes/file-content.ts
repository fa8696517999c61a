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
