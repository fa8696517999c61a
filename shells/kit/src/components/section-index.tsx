import { useEffect, useState } from 'react';
import '../styles/section-index.css';

interface SectionIndexProps {
  label: string;
  /** The sections by the ids of their headings, in the order of the page. */
  sections: readonly { id: string; title: string }[];
}

/** Leads to the sections of a long page, and marks the one that is in sight. */
export function SectionIndex({ label, sections }: SectionIndexProps) {
  const [current, setCurrent] = useState(sections[0]?.id);
  const ids = sections.map(({ id }) => id).join(' ');
  useEffect(() => {
    const find = () => {
      const above = ids.split(' ').filter((id) => {
        const heading = document.getElementById(id);
        return heading && heading.getBoundingClientRect().top < innerHeight / 3;
      });
      setCurrent(above.at(-1) ?? ids.split(' ')[0]);
    };
    find();
    addEventListener('scroll', find, { passive: true });
    return () => removeEventListener('scroll', find);
  }, [ids]);
  return (
    <nav className="section-index" aria-label={label}>
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              onClick={(event) => {
                // A new address would ask people with unsaved changes whether they leave.
                event.preventDefault();
                const heading = document.getElementById(id);
                heading?.setAttribute('tabindex', '-1');
                heading?.focus({ preventScroll: true });
                heading?.scrollIntoView({ block: 'start' });
              }}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
