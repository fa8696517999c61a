import { useEffect } from 'react';
import { useBrand } from '../brand.ts';

let isFirst = true;
const BUSY = 'input, select, textarea, [aria-expanded=true]';

/**
 * Names the page in the window's title. After a change of page it also moves the focus to the heading, as a browser does
 * when it loads a document. The first page leaves the focus where the browser put it; and a person who types already, or has
 * opened a menu while the page came, is not called away.
 */
export function RouteAnnouncer({ title }: { title: string }) {
  const name = useBrand()?.name ?? 'Feira';
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('h1');
    if (!isFirst && heading && !document.activeElement?.closest(BUSY)) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    isFirst = false;
  }, []);
  return null;
}
