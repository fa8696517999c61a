/** Sends a file to a signed address, because fetch does not tell how much has been sent. */

interface SendOptions {
  headers: Record<string, string>;
  /** Gets the share that was sent, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Rejects where the storage refuses the file or cannot be reached, and when the signal aborts. */
export function sendFile(url: string, file: File, { headers, onProgress, signal }: SendOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (reason: string) => () => reject(new Error(`The file was not sent: ${reason}.`));
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => (request.status < 300 ? resolve() : fail(`status ${request.status}`)());
    request.onerror = fail('no answer');
    request.onabort = fail('aborted');
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
