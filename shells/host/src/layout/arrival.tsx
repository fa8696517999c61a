import { useEffect } from 'react';

let isFirst = true;

/**
 * Names the page in the window's title. After a change of page it also moves the focus to the heading, as a browser does
 * when it loads a document; the first page leaves the focus where the browser put it.
 */
export function Arrival({ title }: { title: string }) {
  useEffect(() => {
    document.title = `${title} · Feira`;
  }, [title]);
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('h1');
    if (!isFirst && heading) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    isFirst = false;
  }, []);
  return null;
}
