/** Recognises a file by its first bytes, because callers choose its name and media type freely. */

export type FileType = 'application/pdf' | 'image/png' | 'image/jpeg';

const KINDS: { type: FileType; start: number[]; endings: RegExp }[] = [
  { type: 'application/pdf', start: [0x25, 0x50, 0x44, 0x46, 0x2d], endings: /\.pdf$/i },
  { type: 'image/png', start: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], endings: /\.png$/i },
  { type: 'image/jpeg', start: [0xff, 0xd8, 0xff], endings: /\.jpe?g$/i },
];

/** Returns null when the type is not accepted, or when the name has another extension. */
export function findKind(name: string, content: Buffer): FileType | null {
  const kind = KINDS.find(({ start }) => start.every((byte, place) => content[place] === byte));
  return kind?.endings.test(name) ? kind.type : null;
}
