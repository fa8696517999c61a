import { createUpload, finishUpload } from '@feira/schemas/procedures/media';
import { MOST_PICTURE_BYTES, type PictureUploadKind } from '@feira/schemas/uploads';
import { ApiError } from '@feira/shell-kit/client';
import { useProcedureMutation } from '@feira/shell-kit/use-procedure';
import { useEffect, useRef, useState } from 'react';
import { sendFile } from './send-file.ts';

export type UploadState =
  | { step: 'idle' }
  /** The share that was sent, from 0 to 1. */
  | { step: 'sending'; share: number }
  | { step: 'done' }
  /** `message` is what the server refused; without one, the upload itself failed. */
  | { step: 'failed'; message?: string }
  | { step: 'tooLarge' };

interface Sending {
  mostBytes: number;
  /** Asks for the address to which the file is sent. */
  begin(file: File): Promise<{ uploadId: string; url: string; headers: Record<string, string> }>;
  /** Takes the file once it has arrived. Returns what to do with it as long as nothing came in between. */
  finish(uploadId: string, file: File): Promise<() => void>;
}

/** Sends one file at a time: another one, or leaving the page, aborts the one before. */
export function useSending({ mostBytes, begin, finish }: Sending) {
  const [state, setState] = useState<UploadState>({ step: 'idle' });
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const cancel = () => {
    current.current?.abort();
    setState({ step: 'idle' });
  };
  const start = async (file: File): Promise<void> => {
    cancel();
    if (file.size > mostBytes) return setState({ step: 'tooLarge' });
    const controller = new AbortController();
    const { signal } = controller;
    current.current = controller;
    const put = (next: UploadState) => !signal.aborted && setState(next);
    put({ step: 'sending', share: 0 });
    try {
      const { uploadId, url, headers } = await begin(file);
      await sendFile(url, file, { headers, signal, onProgress: (share) => put({ step: 'sending', share }) });
      const show = await finish(uploadId, file);
      if (signal.aborted) return;
      put({ step: 'done' });
      show();
    } catch (error) {
      if (signal.aborted) return;
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
      if (!isRefused) reportError(error);
      put({ step: 'failed', ...(isRefused && { message: error.message }) });
    }
  };
  return { state, start, cancel };
}

/** Uploads pictures of one kind. */
export function useUpload(kind: PictureUploadKind, onDone: (address: string) => void) {
  const { mutateAsync: create } = useProcedureMutation(createUpload);
  const { mutateAsync: finish } = useProcedureMutation(finishUpload);
  return useSending({
    mostBytes: MOST_PICTURE_BYTES,
    begin: (file) => create({ kind, contentType: file.type, bytes: file.size }),
    finish: async (uploadId) => {
      const { address } = await finish({ uploadId });
      return () => onDone(address);
    },
  });
}
