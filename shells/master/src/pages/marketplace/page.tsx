import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { useEffect, useRef } from 'react';
import '../../marketplace/add-texts.ts';
import { Catalogue } from './catalogue.tsx';
import { InstallView } from './install-view.tsx';
import './marketplace.css';
import { TrustView } from './trust-view.tsx';
import { readView } from './views.ts';

export default function MarketplacePage() {
  const { search } = useAddress();
  const view = readView(search);
  useHeadingFocus(view);
  if (view === 'install') return <InstallView />;
  if (view === 'trust') return <TrustView />;
  return <Catalogue />;
}

/** Another view is another page to its reader, so its heading takes the focus. */
function useHeadingFocus(view: string | null): void {
  const former = useRef(view);
  useEffect(() => {
    if (former.current === view) return;
    former.current = view;
    const heading = document.querySelector<HTMLElement>('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [view]);
}
