import type { ComponentProps } from 'react';
import '../styles/forms.css';
import { Icon } from './icon.tsx';
import { PageLink } from './page-link.tsx';

/** Leads back from the page of one thing to the list that it belongs to. */
export const BackLink = ({ children, ...link }: Omit<ComponentProps<typeof PageLink>, 'className'>) => (
  <PageLink {...link} className="back-link">
    <Icon name="arrowLeft" size={18} />
    {children}
  </PageLink>
);
