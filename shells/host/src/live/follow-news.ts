/** Hears at once of new notifications. Of all tabs of a browser one holds the stream and tells the others. */
const ADDRESS = '/notifications/live';
const NAME = 'feira.notifications';
/** News that come faster are told together. */
const PAUSE_MS = 2_000;

/** Returns a function that ends it. */
export function followNews(onNews: () => void): () => void {
  const ended = new AbortController();
  const channel = new BroadcastChannel(NAME);
  let timer: ReturnType<typeof setTimeout> | null = null;
  const tell = () => {
    timer ??= setTimeout(() => {
      timer = null;
      onNews();
    }, PAUSE_MS);
  };
  channel.addEventListener('message', tell);
  navigator.locks
    ?.request(NAME, { signal: ended.signal }, () =>
      holdStream(ended.signal, () => {
        channel.postMessage(null);
        tell();
      }),
    )
    // It ended while another tab held the stream.
    .catch(() => undefined);
  return () => {
    ended.abort();
    channel.close();
    if (timer) clearTimeout(timer);
  };
}

/** Holds the stream, and with it the lock, until this tab follows no more. The browser connects again by itself. */
function holdStream(signal: AbortSignal, onNews: () => void): Promise<void> {
  return new Promise((resolve) => {
    const stream = new EventSource(ADDRESS);
    stream.addEventListener('news', onNews);
    const end = () => {
      stream.close();
      resolve();
    };
    // A refusal ends it for good: the page goes on asking every minute.
    stream.addEventListener('error', () => stream.readyState === EventSource.CLOSED && resolve());
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
}
