import { useEffect } from 'react';
import { useBrand } from '../brand.ts';

let isFirst = true;

/**
 * Names the page in the window's title. After a change of page it also moves the focus to the heading, as a browser does
 * when it loads a document; the first page leaves the focus where the browser put it, and a page that is one field keeps
 * it there.
 */
export function Arrival({ title }: { title: string }) {
  const name = useBrand()?.name ?? 'Feira';
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('h1');
    if (!isFirst && heading && !(document.activeElement instanceof HTMLInputElement)) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    isFirst = false;
  }, []);
  return null;
}
