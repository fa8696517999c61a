/** Signals new notifications outside of the page: the number on the icon of an installed app, the sales in the title, and a sound. */
import type { NotificationList } from '../layout/use-notifications.ts';
import { followNews } from './follow-news.ts';
import { playSaleSound, wantsSaleSound } from './sale-sound.ts';

const PREFIX = /^\(\d+\) /;

let known: NotificationList['notifications'] | null = null;
/** The sales that came while nobody looked at the page. */
let missed = 0;
let load: () => void = () => undefined;
let isStarted = false;

/** Takes the newest list of the person's own notifications. */
export function signal(list: NotificationList, reload: () => void): void {
  load = reload;
  const sales = known ? listNewSales(known, list.notifications) : [];
  known = list.notifications;
  void (list.unread > 0 ? navigator.setAppBadge?.(list.unread) : navigator.clearAppBadge?.())?.catch(() => undefined);
  if (sales.length > 0 && wantsSaleSound()) playSaleSound();
  if (document.hidden) missed += sales.length;
  writeTitle();
  if (!isStarted) start();
}

/** Sales that are not in the list before and no older than what is. A topic off the bell comes as read, and is no signal. */
export function listNewSales(
  before: NotificationList['notifications'],
  now: NotificationList['notifications'],
): NotificationList['notifications'] {
  const newest = before[0]?.createdAt ?? '';
  const ids = new Set(before.map(({ id }) => id));
  return now.filter(
    ({ id, type, isRead, createdAt }) => type === 'sale.approved' && !isRead && !ids.has(id) && createdAt >= newest,
  );
}

function writeTitle(): void {
  const plain = document.title.replace(PREFIX, '');
  const wanted = missed > 0 ? `(${missed}) ${plain}` : plain;
  if (document.title !== wanted) document.title = wanted;
}

/** Follows the news while nobody looks at the page, and for the sound; a page in sight asks every minute. */
function start(): void {
  isStarted = true;
  let stop: (() => void) | null = null;
  const look = () => {
    if (!document.hidden) missed = 0;
    writeTitle();
    const isFollowed = document.hidden || wantsSaleSound();
    if (isFollowed) stop ??= followNews(() => load());
    else {
      stop?.();
      stop = null;
    }
  };
  document.addEventListener('visibilitychange', look);
  const title = document.querySelector('title');
  // Each page names itself in the title.
  if (title) new MutationObserver(writeTitle).observe(title, { childList: true });
  look();
}
