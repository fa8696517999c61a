import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  text?: ReactNode;
  children: ReactNode;
}

/** Lays out one section of the account: the explanation on the left, the controls on the right. */
export function Section({ title, text, children }: SectionProps) {
  const id = useId();
  return (
    <section className="account-section" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {text && <p className="muted">{text}</p>}
      </div>
      <div className="account-content">{children}</div>
    </section>
  );
}

/** Reports a finished change. */
export function DoneNotice({ text }: { text: string | null }) {
  return (
    <div role="status">
      {text && (
        <p className="notice notice-info">
          <span>{text}</span>
        </p>
      )}
    </div>
  );
}
