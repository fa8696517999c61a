import type { OwnPage, ToRemoteFrame } from '@feira/schemas/remotes';
import { use, useEffect, useRef, useState } from 'react';
import { HostContext } from '../host-context.ts';
import { PageSkeleton } from '../layout/page-skeleton.tsx';
import { MessageContent } from '../pages/message/content.tsx';
import { useClient } from '../use-client.ts';
import { connectFrame } from './connect-frame.ts';
import './own-page.css';

/** A frame that has drawn nothing after this time is given up. */
const PATIENCE_MS = 15_000;

/**
 * Shows a page that the owner of the installation brings. It runs in a frame without an origin: it has no session of its own, connects to nothing,
 * and calls, through this page, the procedures that the configuration names.
 */
export function OwnPageFrame({ page }: { page: OwnPage }) {
  const [tries, setTries] = useState(0);
  const [isBroken, setIsBroken] = useState(false);
  const retry = () => {
    setIsBroken(false);
    setTries(tries + 1);
  };
  return isBroken ? (
    <MessageContent kind="broken" onRetry={retry} />
  ) : (
    <Frame key={tries} page={page} onFailed={() => setIsBroken(true)} />
  );
}

function Frame({ page, onFailed }: { page: OwnPage; onFailed: () => void }) {
  const host = use(HostContext)!;
  const { locale, theme } = host;
  const client = useClient(locale);
  const frame = useRef<HTMLIFrameElement>(null);
  const [isDrawn, setIsDrawn] = useState(false);
  const [height, setHeight] = useState(0);
  const send = useRef<(message: ToRemoteFrame) => void>(undefined);
  const latest = useRef({ client, host, onFailed });
  latest.current = { client, host, onFailed };

  useEffect(() => {
    if (isDrawn) return;
    const late = setTimeout(() => latest.current.onFailed(), PATIENCE_MS);
    return () => clearTimeout(late);
  }, [isDrawn]);
  useEffect(() => send.current?.({ kind: 'host', locale, theme }), [locale, theme]);

  const connect = () => {
    send.current = connectFrame(frame.current!, page, () => latest.current, {
      onDrawn: () => setIsDrawn(true),
      onFailed: () => latest.current.onFailed(),
      onHeight: setHeight,
    });
    send.current({ kind: 'host', locale, theme });
  };
  return (
    <>
      {!isDrawn && <PageSkeleton />}
      <iframe
        ref={frame}
        className="own-page"
        title={page.title[locale]}
        src={`/own-pages/${page.name}`}
        sandbox="allow-scripts"
        style={{ height, visibility: isDrawn ? 'visible' : 'hidden' }}
        onLoad={connect}
      />
    </>
  );
}
