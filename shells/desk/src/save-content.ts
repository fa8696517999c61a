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
